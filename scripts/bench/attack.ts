/**
 * One account that takes all it can get, until it is killed: `bun scripts/bench/attack.ts NAME URL KEY SESSION`, the last
 * of a browser in which its person is logged in.
 */
import { MIB } from "../../src/lib/units.ts";
import { BODIES, type Body, TABLES } from "../../test/fuzz/large-bodies.ts";
import { emptyOgg } from "../../test/support/empty-ogg.ts";
import { CONTENT_TYPE, multipart, type Part } from "../../test/support/multipart.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const AT_ONCE = 32;
const CALL_SECONDS = 44;
/** 48 MiB. */
const OGG_PAGES = 1_800_000;

const [name = "", url = "", key = "", session = ""] = process.argv.slice(2);

/** A Matroska file that holds nothing but empty elements (Void, RFC 8794 §11.3.4). */
function emptyMatroska(bytes: number): Buffer {
  const head = Buffer.from("1a45dfa38b428681014282847765626d1853806701ffffffffffffff", "hex");
  return Buffer.concat([head, Buffer.alloc(bytes, Buffer.from("ec80", "hex"))]);
}

type Headers = Record<string, string>;

const KEY: Headers = { authorization: `Bearer ${key}` };

function send(path: string, body: NonNullable<RequestInit["body"]>): Promise<Response> {
  return fetch(`${url}${path}`, { method: "POST", headers: { ...KEY, "Content-Type": CONTENT_TYPE }, body });
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

/** With which the person's own browser calls. */
async function browser(): Promise<Headers> {
  const headers = { Cookie: `tiro_session=${session}`, Origin: new URL(url).origin };
  const profile = (await (await fetch(`${url}/me/profile`, { headers })).json()) as {
    browser_session: { csrf_token: string };
  };
  return { ...headers, "x-csrf-token": profile.browser_session.csrf_token };
}

/** Streams are opened and left open until the server ends them; there are more who want one than may have one. */
function streams(): Promise<never> {
  return again(AT_ONCE, () => fetch(`${url}/events`, { headers: KEY }));
}

/** Routes for people alone: lists, searches, and changes that are written and audited. */
async function ownRoutes(): Promise<never> {
  const headers = { ...(await browser()), "Content-Type": "application/json" };
  const json = (method: string, path: string, body: object) => () =>
    fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const reads = [
    "/me/profile",
    "/usage",
    "/keys",
    "/grants",
    "/browser-sessions",
    "/invoices",
    "/sessions?limit=100",
  ];
  const works = [
    ...reads.map((path) => () => fetch(`${url}${path}`, { headers })),
    json("POST", "/keys", { name: "attack" }),
    json("PATCH", "/settings", { language: "de" }),
    json("POST", "/sessions/search", { query: "a b ".repeat(100) }),
  ];
  let count = 0;
  return again(AT_ONCE, () => (works[count++ % works.length] as () => Promise<Response>)());
}

/** The largest, deepest and widest bodies, to routes that read them in different ways. */
function largeBodies(): Promise<never> {
  const patch = (path: string, body: Body) => ({ method: "PATCH", path, body });
  const bodies = [
    ...BODIES.flatMap((body) => ["/customizations", "/settings"].map((path) => patch(path, body))),
    ...TABLES.flatMap((body) =>
      ["dictionary", "replacements"].map((table) => {
        const path = `/customizations/table?table=${table}&mode=replace`;
        return { method: "POST", path, body };
      }),
    ),
  ];
  let count = 0;
  return again(AT_ONCE, () => {
    const { method, path, body } = bodies[count++ % bodies.length] as (typeof bodies)[number];
    const headers = { ...KEY, "Content-Type": body.type };
    return fetch(`${url}${path}`, { method, headers, body: new Uint8Array(body.bytes) });
  });
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
  events: streams,
  "own-routes": ownRoutes,
  bodies: largeBodies,
};

const attack = ATTACKS[name];
if (!attack) throw new Error(`attacks: ${Object.keys(ATTACKS).join(", ")}`);
await attack();
