/** Recordings that come in parts: no part that was acknowledged is lost, and each becomes one recording with one bill. */
import { readFileSync } from "node:fs";
import { RECORDING, RECORDING_TEXT } from "../../support/transcription.ts";
import { ask, expectStatus, jsonOf, linger, type Site, sendJson, type Work } from "./work.ts";

const PART_BYTES = 16_384;
const LONGEST_PAUSE_MS = 80;
const POLL_MS = 100;

export function uploading(site: Site): Work {
  const { db, violations } = site;
  const made: string[] = [];
  return {
    left: () => 0,
    run: async (stop) => {
      while (!stop.aborted) {
        const content = another(made.length);
        const upload = await uploaded(site, content);
        const id = upload && (await recordingOf(site, upload));
        if (id === null) continue;
        made.push(id);
        await compare(site, id, content);
      }
    },
    check: () => {
      const strings = (sql: string) => db.prepare<[], string>(sql).pluck().all();
      const stored = strings("SELECT 'rec_' || lower(hex(id)) FROM recordings WHERE source = 'upload'");
      if (!Bun.deepEquals(stored.toSorted(), made.toSorted()))
        violations.push(`${made.length} recordings were made of uploads, ${stored.length} are stored`);
      const failed = strings("SELECT id FROM recordings WHERE state = 'failed'").length;
      const billed = strings("SELECT request_id FROM usage WHERE key_id <> 'watch'");
      if (billed.length !== made.length - failed || new Set(billed).size !== billed.length)
        violations.push(
          `${made.length - failed} recordings of uploads, ${billed.length} lines of the ledger`,
        );
      return { uploaded: made.length, uploadedFailed: failed };
    },
  };
}

/** The same words, and other bytes. */
function another(number: number): Buffer<ArrayBuffer> {
  const mark = Buffer.from(`LIST\u0008\0\0\0${String(number).padEnd(8)}`);
  return Buffer.concat([readFileSync(RECORDING), mark]);
}

/** Sends it in parts, after a kill from where the server says. @returns its address; null if it failed. */
async function uploaded(site: Site, content: Buffer<ArrayBuffer>): Promise<string | null> {
  const tus = { "Tus-Resumable": "1.0.0" };
  const begun = await ask(site, "/uploads", {
    method: "POST",
    headers: { ...tus, "Upload-Length": String(content.length), "Upload-Metadata": "filename dGFsay53YXY=" },
  });
  if (!expectStatus(site, "an upload is begun", begun, 201)) return null;
  const path = new URL(begun.headers.get("location") ?? "", site.url()).pathname.replace("/v1", "");
  for (let acknowledged = 0; acknowledged < content.length; ) {
    await linger(site, LONGEST_PAUSE_MS);
    const head = await ask(site, path, { method: "HEAD", headers: tus });
    if (!expectStatus(site, "an upload is asked for", head, 200)) return null;
    const offset = Number(head.headers.get("upload-offset"));
    if (offset < acknowledged)
      site.violations.push(`${acknowledged} bytes were acknowledged, ${offset} are there`);
    acknowledged = offset;
    if (offset === content.length) break;
    const sent = await ask(site, path, {
      method: "PATCH",
      headers: {
        ...tus,
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
      body: content.subarray(offset, offset + PART_BYTES),
    });
    // 409, if a part that was cut off had arrived; 423, if the server still holds it.
    if (sent.status === 409 || sent.status === 423) continue;
    if (!expectStatus(site, "a part is sent", sent, 204)) return null;
    acknowledged = Number(sent.headers.get("upload-offset"));
  }
  return path;
}

async function recordingOf(site: Site, path: string): Promise<string | null> {
  const upload_id = path.split("/").at(-1);
  const key = { "Idempotency-Key": `made of ${upload_id}` };
  const made = await ask(site, "/recordings", sendJson("POST", { upload_id }, key));
  return expectStatus(site, "an upload becomes a recording", made, 201) ? jsonOf(made).id : null;
}

/** Waits until its words are there; its sound must be that which was sent. */
async function compare(site: Site, id: string, content: Buffer): Promise<void> {
  let state = "";
  while (!["ready", "failed"].includes(state)) {
    await Bun.sleep(POLL_MS);
    const recording = await ask(site, `/recordings/${id}`);
    if (!expectStatus(site, "a recording that was made", recording, 200)) return;
    const { error } = jsonOf(recording);
    state = jsonOf(recording).state;
    if (state === "failed" && error.code !== "engine_unavailable")
      site.violations.push(`recording ${id} failed: ${JSON.stringify(error)}`);
  }
  const sound = await ask(site, `/recordings/${id}/audio`);
  if (!sound.body.equals(content)) site.violations.push(`recording ${id} has another sound: ${sound.status}`);
  if (state === "failed") return;
  const { data } = jsonOf(await ask(site, `/recordings/${id}/transcript`)) as {
    data: { words: { word: string }[] }[];
  };
  const text = data.flatMap(({ words }) => words.map(({ word }) => word)).join(" ");
  if (text !== RECORDING_TEXT) site.violations.push(`recording ${id} says ${text}`);
}
