/** A file on its way: how far, how fast, how long still; or what went wrong and what to do. */
import { faultText } from "../../../messages/faults.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { unsentMessages } from "../../../messages/unsent.ts";
import { Button, Link } from "../../../parts/button.tsx";
import { bytes, duration, percent } from "../../../state/format.ts";
import { TranscriptView } from "../jobs/transcript-view.tsx";
import { withoutEnding } from "./file-kinds.ts";
import { isKept, type Upload } from "./upload.ts";
import { cancelUpload, dismissUpload, retryUpload, tryNow } from "./uploads.ts";

export function UploadLine({ upload }: { upload: Upload }) {
  const { file, state } = upload;
  const { kind } = state.value;
  const isOver = !["waiting", "sending", "unanswered", "sent"].includes(kind);
  return (
    <li>
      <Name upload={upload} />
      <span class="side-note row">
        {kind === "failed" && <Button look="small" text={words.retry} onClick={() => retryUpload(upload)} />}
        {kind === "unanswered" && <Button look="small" text={words.tryNow} onClick={() => tryNow(upload)} />}
        <Button
          look="small"
          text={isOver ? words.dismiss : words.cancel}
          label={`${isOver ? words.dismiss : words.cancel}: ${file.name}`}
          onClick={() => (isOver ? dismissUpload(upload) : cancelUpload(upload))}
        />
      </span>
      <Progress upload={upload} />
    </li>
  );
}

function Name({ upload: { file, transcript, state } }: { upload: Upload }) {
  const names = transcript === null ? file.name : `${file.name} + ${transcript.name}`;
  if (state.value.kind !== "stored") return <span class="title">{names}</span>;
  return <Link look="title" text={names} href={`/app/recordings/${state.value.recordingId}`} />;
}

function Progress({ upload }: { upload: Upload }) {
  const { file, state } = upload;
  const now = state.value;
  switch (now.kind) {
    case "waiting":
      return <Facts texts={[bytes(file.size), words.waiting]} />;
    case "sending":
      return <Sending file={file} sent={now.sent} bytesPerSecond={now.bytesPerSecond} />;
    case "unanswered":
      return (
        <p class="whole attention">
          {words.unanswered} {isKept(upload) && unsentMessages.kept}
        </p>
      );
    case "sent":
      return <Facts texts={[bytes(file.size), words.sent]} busy />;
    case "stored":
      return <Facts texts={[bytes(file.size), words.stored]} />;
    case "cancelled":
      return <Facts texts={[words.cancelled]} />;
    case "failed":
      return (
        <p class="whole fault" role="alert">
          {faultText(now.fault)} {isKept(upload) && unsentMessages.kept}
        </p>
      );
    case "incomplete":
      return (
        <p class="whole fault" role="alert">
          {words.incomplete}
        </p>
      );
    case "kept":
      return null;
    case "done":
      return (
        <div class="whole stack">
          <p class="second">{words.lost}</p>
          <TranscriptView name={withoutEnding(file.name)} title={file.name} transcript={now.transcript} />
        </div>
      );
  }
}

function Sending({ file, sent, bytesPerSecond }: { file: File; sent: number; bytesPerSecond: number }) {
  const share = file.size === 0 ? 0 : sent / file.size;
  const secondsLeft = bytesPerSecond > 0 ? (file.size - sent) / bytesPerSecond : null;
  return (
    <>
      <div class="whole progress">
        <progress max={100} value={share * 100} aria-label={words.sending(file.name)} />
        <span class="num">{percent(share)}</span>
      </div>
      <div class="facts">
        <span>{bytes(file.size)}</span>
        {bytesPerSecond > 0 && <span>{words.perSecond(bytes(bytesPerSecond))}</span>}
        {secondsLeft !== null && <span>{words.timeLeft(duration(Math.max(1, secondsLeft)))}</span>}
      </div>
    </>
  );
}

function Facts({ texts, busy = false }: { texts: readonly string[]; busy?: boolean }) {
  return (
    <div class="facts" {...(busy && { "aria-busy": true })}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}
