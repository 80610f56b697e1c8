/** A pack's file is sent in pieces that resume, and installed once all of it is there. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { call, noticeFault } from "../../client/api.ts";
import { asFault } from "../../client/fault.ts";
import { pause } from "../../client/pause.ts";
import { type ResumableUpload, sendResumably } from "../../client/resumable-upload.ts";
import { packWords as words } from "../../messages/packs.ts";
import { Dialog, toastFault } from "../../parts/acts.tsx";
import { Attention } from "../../parts/attention.tsx";
import { percent } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { fieldInto, into, setting } from "../../state/signals.ts";

const PAUSE_MS = 2_000;

export function SendPack({ onClose }: { onClose: () => void }) {
  const file = useSignal<File | null>(null);
  const sum = useSignal("");
  const share = useSignal<number | null>(null);
  const isUnanswered = useSignal(false);
  /** Where it resumes after the connection was lost. */
  const address = useSignal<string | null>(null);
  const gone = useMemo(() => new AbortController(), []);
  useEffect(() => () => gone.abort(), [gone]);
  const send = async (chosen: File) => {
    share.value = 0;
    try {
      const uploadId = await sendAll({
        file: chosen,
        address,
        policyRevision: me.data.value?.policy_revision ?? "",
        signal: gone.signal,
        onProgress: (sent) => {
          isUnanswered.value = false;
          share.value = sent / Math.max(1, chosen.size);
        },
        onSilence: setting(isUnanswered, true),
      });
      const sha256 = sum.value.trim().toLowerCase();
      await call("POST /v1/administration/packs/install-upload", {
        body: { upload_id: uploadId, ...(sha256 !== "" && { sha256 }) },
      });
      onClose();
    } catch (error) {
      share.value = null;
      isUnanswered.value = false;
      if (!gone.signal.aborted) toastFault(error);
    }
  };
  const { value: chosen } = file;
  return (
    <Dialog
      title={words.upload}
      onClose={onClose}
      act={{
        text: words.send,
        disabled: chosen === null || share.value !== null,
        onClick: () => chosen && void send(chosen),
      }}
    >
      <p class="second">{words.uploadText}</p>
      <div class="field">
        <label for="pack-file">{words.file}</label>
        <input
          id="pack-file"
          class="input"
          type="file"
          accept=".tar,.gz,.tgz,.bz2,.tbz,.tbz2,.bin"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0] ?? null;
            address.value = null;
          }}
          disabled={share.value !== null}
        />
      </div>
      <div class="field">
        <label for="pack-sum">{words.sum}</label>
        <input
          id="pack-sum"
          class="input mono"
          pattern="[0-9a-fA-F]{64}"
          maxLength={64}
          value={sum.value}
          onInput={fieldInto(sum)}
        />
      </div>
      {share.value !== null && (
        <div class="progress">
          <progress max={1} value={share.value} aria-label={words.sending(chosen?.name ?? "")} />
          <span>{percent(share.value)}</span>
        </div>
      )}
      {isUnanswered.value && <Attention role="status" text={words.unanswered} />}
    </Dialog>
  );
}

type Sending = Omit<ResumableUpload, "address" | "onAddress"> & { address: Signal<string | null> };

/** Again and again while nothing answers; each time from where the server has it. @returns the upload's id. @throws ApiFault. */
async function sendAll({ address, ...sending }: Sending): Promise<string> {
  for (;;) {
    try {
      return await sendResumably({
        ...sending,
        purpose: "model_pack",
        address: address.value,
        onAddress: into(address),
      });
    } catch (error) {
      const fault = asFault(error);
      noticeFault(fault);
      // It waited for too long: the next try begins anew.
      if (fault.code === "upload_not_found") address.value = null;
      if (fault.code !== "unreachable" || sending.signal.aborted) throw fault;
      sending.onSilence();
      await pause(PAUSE_MS, sending.signal);
    }
  }
}
