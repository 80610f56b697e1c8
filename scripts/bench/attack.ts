/** One account that takes all it can get, until it is killed: `bun scripts/bench/attack.ts NAME URL KEY`. */

import { MIB } from "../../src/lib/units.ts";
import { emptyOgg } from "../../test/support/empty-ogg.ts";
import { CONTENT_TYPE, multipart, type Part } from "../../test/support/multipart.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const AT_ONCE = 32;
const CALL_SECONDS = 44;
/** 48 MiB. */
const OGG_PAGES = 1_800_000;

const [name = "", url = "", key = ""] = process.argv.slice(2);

/** A Matroska file that holds nothing but empty elements (Void, RFC 8794 §11.3.4). */
function emptyMatroska(bytes: number): Buffer {
  const head = Buffer.from("1a45dfa38b428681014282847765626d1853806701ffffffffffffff", "hex");
  return Buffer.concat([head, Buffer.alloc(bytes, Buffer.from("ec80", "hex"))]);
}

function send(path: string, body: NonNullable<RequestInit["body"]>): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return fetch(`${url}${path}`, { method: "POST", headers, body });
}

/** Refusals, and a server that closes the connection, are what an attacker expects. */
async function again(times: number, attempt: () => Promise<Response>): Promise<never> {
  const one = async () => {
    for (;;) {
      const answer = await attempt().catch(() => null);
      await answer?.text().catch(() => null);
      if (answer?.status !== 200) await Bun.sleep(50);
    }
  };
  await Promise.all(Array.from({ length: times }, one));
  throw new Error("an attack ended");
}

function upload(path: string, file: Part, times: number): Promise<never> {
  const body = multipart([{ name: "model", body: "speech-v1.5" }, file]);
  return again(times, () => send(path, new Uint8Array(body)));
}

const TRANSCRIPTIONS = "/audio/transcriptions";
const recording = (content: Uint8Array): Part => ({ name: "file", fileName: "a", body: content });

const ATTACKS: Record<string, () => Promise<never>> = {
  matroska: () => upload(TRANSCRIPTIONS, recording(emptyMatroska(40 * MIB)), 8),
  ogg: () => upload(TRANSCRIPTIONS, recording(emptyOgg(OGG_PAGES)), 8),
  calls: () => upload(TRANSCRIPTIONS, recording(wavFile(benchSpeech(CALL_SECONDS))), AT_ONCE),
  jobs: () => upload("/audio/transcription-jobs", recording(wavFile(benchSpeech(CALL_SECONDS))), AT_ONCE),
  "file-name": () => {
    const disposition = "form-data; name=\"file\"; filename*=utf-8''a%0d%0ab";
    return upload(TRANSCRIPTIONS, { disposition, body: Buffer.alloc(MIB) }, 8);
  },
  "half-sent": () => {
    const whole = multipart([{ name: "audio", fileName: "a.wav", body: Buffer.alloc(15 * MIB) }]);
    const body = async function* () {
      yield whole.subarray(0, -100);
      await new Promise(() => {});
    };
    return again(20, () => send("/dictations", body() as never));
  },
};

const attack = ATTACKS[name];
if (!attack) throw new Error(`attacks: ${Object.keys(ATTACKS).join(", ")}`);
await attack();
