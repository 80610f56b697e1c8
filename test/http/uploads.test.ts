/** Multipart bodies over a real connection: every oddity has its answer, and none leaves a file behind. */
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { limits } from "../../src/config/limits.ts";
import { temporaryFolder } from "../support/database.ts";
import { BOUNDARY, CONTENT_TYPE, multipart, type Part } from "../support/multipart.ts";
import type { TestServer } from "../support/server.ts";
import { startServerProcess } from "../support/server-process.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const PATH = "/audio/transcriptions";
const recording = readFileSync(RECORDING);
const model: Part = { name: "model", body: "speech-v1.5" };
const file: Part = { name: "file", fileName: "talk.wav", type: "audio/wav", body: recording };

const ENCODED_LINE_BREAK = "form-data; name=\"file\"; filename*=utf-8''a%0d%0ab.wav";

type Failure = [status: number, code: string, param: string | null];
/** Far below the silence that ends an upload. */
type UploadBody = NonNullable<RequestInit["body"]>;

const server = await testServer();
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();

afterEach(() => server.spoolEmpty());

function send(body: UploadBody | null, contentType: string | null = CONTENT_TYPE): Promise<Response> {
  const headers = contentType === null ? {} : { "Content-Type": contentType };
  return server.call(PATH, { method: "POST", headers, body });
}

/** The most memory that a process ever held. */
function peakMib(pid: number): number {
  const [, kib = "0"] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) / 1024;
}

async function errorOf(answer: Response): Promise<Failure> {
  const { error } = (await answer.json()) as {
    error: { code: string; param: string | null; message: string };
  };
  return [answer.status, error.code, error.param];
}

function many(count: number): Part[] {
  return Array.from({ length: count }, (_, index) => ({ name: `extra${index}`, body: "x" }));
}

const text = (parts: Part[]) => multipart(parts).toString("latin1");

describe("bodies that are taken", () => {
  test.each<[string, Part[]]>([
    ["model first", [model, file]],
    ["file first", [file, model]],
    [
      "a file without a name, told by its type",
      [model, { name: "file", type: "audio/wav", body: recording }],
    ],
    ["a file whose type says nothing", [model, { ...file, type: "application/octet-stream" }]],
    ["a path as file name", [model, { ...file, fileName: "..\\..\\etc/passwd" }]],
    ["a name in UTF-8", [model, { ...file, fileName: "Gespräch 会議.wav" }]],
    ["a very long file name", [model, { ...file, fileName: `${"n".repeat(8_000)}.wav` }]],
  ])("an upload is taken: %s", async (_, parts) => {
    const answer = await send(multipart(parts));
    expect(await answer.json()).toEqual({ text: RECORDING_TEXT, usage: { type: "duration", seconds: 4 } });
  });

  test("a quoted boundary, a preamble and an epilogue", async () => {
    const body = Buffer.concat([
      Buffer.from("preamble\r\n"),
      multipart([model, file]),
      Buffer.from("epilogue"),
    ]);
    const answer = await send(body, `Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`);
    expect(answer.status).toBe(200);
  });

  test("a body that arrives byte by byte around its boundaries", async () => {
    const body = multipart([model, { ...file, body: recording.subarray(0, 44 + 32_000) }]);
    const pieces = async function* () {
      for (const byte of body.subarray(0, 400)) yield Buffer.from([byte]);
      yield body.subarray(400, -60);
      for (const byte of body.subarray(-60)) yield Buffer.from([byte]);
    };
    const answer = await send(pieces() as unknown as UploadBody);
    // The recording's header says more than its data holds.
    expect(await errorOf(answer)).toEqual([400, "invalid_audio", "file"]);
  });
});

describe("bodies that are refused", () => {
  test.each<[string, UploadBody | null, string | null, Failure]>([
    ["no body at all", null, CONTENT_TYPE, [400, "invalid_request", null]],
    [
      "a line break in an encoded file name",
      multipart([model, { ...file, disposition: ENCODED_LINE_BREAK }]),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    [
      "a part that is not form-data",
      multipart([model, file, { disposition: "attachment; name=x", body: recording }]),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    ["no content type", multipart([model, file]), null, [415, "unsupported_media_type", null]],
    ["JSON", '{"model":"speech-v1.5"}', "application/json", [415, "unsupported_media_type", null]],
    [
      "a form of another kind",
      "model=x",
      "application/x-www-form-urlencoded",
      [415, "unsupported_media_type", null],
    ],
    [
      "multipart/mixed",
      multipart([model, file]),
      `multipart/mixed; boundary=${BOUNDARY}`,
      [415, "unsupported_media_type", null],
    ],
    [
      "no boundary named",
      multipart([model, file]),
      "multipart/form-data",
      [415, "unsupported_media_type", null],
    ],
    [
      "an empty boundary",
      multipart([model, file]),
      'multipart/form-data; boundary=""',
      [415, "unsupported_media_type", null],
    ],
    [
      "another boundary than named",
      multipart([model, file]),
      "multipart/form-data; boundary=other",
      [400, "invalid_request", null],
    ],
    ["no parts", multipart([]), CONTENT_TYPE, [400, "invalid_request", "model"]],
    ["no file", multipart([model]), CONTENT_TYPE, [400, "invalid_request", "file"]],
    ["no model", multipart([file]), CONTENT_TYPE, [400, "invalid_request", "model"]],
    [
      "cut off in the file",
      multipart([model, file]).subarray(0, 40_000),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    [
      "cut off in the last boundary",
      multipart([model, file]).subarray(0, -5),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    [
      "cut off in a part's headers",
      text([model, file]).slice(0, 150),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    ["two files", multipart([model, file, file]), CONTENT_TYPE, [400, "invalid_request", "file"]],
    [
      "a file under another name",
      multipart([model, { ...file, name: "audio" }]),
      CONTENT_TYPE,
      [400, "invalid_request", "audio"],
    ],
    [
      "file as text field",
      multipart([model, { name: "file", body: "talk.wav" }]),
      CONTENT_TYPE,
      [400, "invalid_request", "file"],
    ],
    [
      "an empty file",
      multipart([model, { ...file, body: "" }]),
      CONTENT_TYPE,
      [400, "invalid_audio", "file"],
    ],
    [
      "a part without a name",
      multipart([model, { disposition: "form-data", body: "x" }, file]),
      CONTENT_TYPE,
      [400, "invalid_request", null],
    ],
    [
      "an unknown field",
      multipart([model, { name: "colour", body: "red" }, file]),
      CONTENT_TYPE,
      [400, "invalid_request", "colour"],
    ],
    [
      "the same field twice",
      multipart([model, model, file]),
      CONTENT_TYPE,
      [400, "invalid_request", "model"],
    ],
    [
      "a field called __proto__",
      multipart([model, { name: "__proto__", body: "x" }, file]),
      CONTENT_TYPE,
      [400, "invalid_request", "__proto__"],
    ],
  ])("an upload is refused: %s", async (_, body, contentType, expected) => {
    expect(await errorOf(await send(body, contentType))).toEqual(expected);
  });
});

describe("limits, at and past the edge", () => {
  const unknown = (name: string): Failure => [400, "invalid_request", name];

  test("field count", async () => {
    expect(await errorOf(await send(multipart([file, ...many(limits.fields)])))).toEqual(unknown("extra0"));
    const answer = await send(multipart([file, ...many(limits.fields + 1)]));
    expect(await errorOf(answer)).toEqual([413, "payload_too_large", null]);
  });

  test("field size", async () => {
    const sized = (bytes: number): Part => ({ name: "colour", body: "x".repeat(bytes) });
    expect(await errorOf(await send(multipart([sized(limits.fieldBytes)])))).toEqual(unknown("colour"));
    const answer = await send(multipart([file, sized(limits.fieldBytes + 1)]));
    expect(await errorOf(answer)).toEqual([413, "payload_too_large", "colour"]);
  });

  test("name length", async () => {
    const named = (bytes: number): Part => ({ name: "n".repeat(bytes), body: "x" });
    const longest = "n".repeat(limits.fieldNameBytes);
    expect(await errorOf(await send(multipart([named(limits.fieldNameBytes)])))).toEqual(unknown(longest));
    const answer = await send(multipart([file, named(limits.fieldNameBytes + 1)]));
    expect(await errorOf(answer)).toEqual([400, "invalid_request", null]);
  });

  /** Zeros in a stream, so that neither side holds them. */
  function streamed(fileBytes: number, end = `\r\n--${BOUNDARY}--\r\n`): UploadBody {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
    const zeros = new Uint8Array(1024 * 1024);
    const blocks = async function* () {
      yield Buffer.from(head);
      for (let left = fileBytes; left > 0; left -= zeros.length)
        yield zeros.subarray(0, Math.min(left, zeros.length));
      yield Buffer.from(end);
    };
    return blocks() as unknown as UploadBody;
  }

  test("file size: 256 MiB pass through without lying in memory, one byte more is cut off", async () => {
    const folder = temporaryFolder();
    // A process of its own: the client's blocks and other tests' garbage are not the server's memory.
    const alone = await startServerProcess({ dataDir: folder.path });
    const post = (body: UploadBody) =>
      fetch(`${alone.url}${PATH}`, {
        method: "POST",
        headers: { authorization: `Bearer ${alone.key}`, "Content-Type": CONTENT_TYPE },
        body,
      });
    try {
      await post(streamed(1024 * 1024));
      const before = peakMib(alone.pid);
      expect(await errorOf(await post(streamed(limits.transcriptionFileBytes)))).toEqual([
        400,
        "invalid_request",
        "model",
      ]);
      const past = await post(streamed(limits.transcriptionFileBytes + 1));
      expect(await errorOf(past)).toEqual([413, "file_too_large", "file"]);
      expect(peakMib(alone.pid) - before).toBeLessThan(150);
    } finally {
      await alone.kill();
      folder[Symbol.dispose]();
    }
  });

  test("what is not the file has room for 1 MiB more", async () => {
    const past = await send(
      streamed(limits.transcriptionFileBytes, `\r\n--${BOUNDARY}--\r\n${" ".repeat(1024 * 1024)}`),
    );
    expect(await errorOf(past)).toEqual([413, "payload_too_large", null]);
  });

  test("a stated length that cannot fit is refused before the body comes", async () => {
    const bytes = limits.transcriptionFileBytes + limits.multipartOverheadBytes + 1;
    const answer = await rawRequest(`Content-Type: ${CONTENT_TYPE}\r\nContent-Length: ${bytes}\r\n`, "");
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(answer).toContain('"code":"file_too_large"');
  });
});

/** Sends head and body and resolves with what came back when the server has answered or `hangUpMs` passed. */
function rawRequest(headers: string, body: string | Uint8Array, hangUpMs?: number): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n${headers}\r\n`,
      );
      socket.write(body);
      if (hangUpMs !== undefined) setTimeout(() => socket.destroy(), hangUpMs);
    });
    socket.on("data", (data) => {
      answer += data;
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** The line of the first request that ended after so many lines of the log. */
async function requestAfter(lines: number): Promise<TestServer["log"][number]> {
  for (;;) {
    const line = server.log.slice(lines).find(({ event }) => event === "request");
    if (line) return line;
    await Bun.sleep(5);
  }
}

describe("callers that go away", () => {
  test("in mid-upload: the file goes, and the log says who left", async () => {
    const body = multipart([model, { ...file, body: Buffer.alloc(2_000_000, 7) }]).subarray(0, 1_000_000);
    const logged = server.log.length;
    await rawRequest(`Content-Type: ${CONTENT_TYPE}\r\nContent-Length: 2000500\r\n`, body, 50);
    expect(await requestAfter(logged)).toMatchObject({ status: 499, requestBytes: 2_000_500 });
    await server.spoolEmpty();
  });

  test("while the recording is recognized: the place is free again", async () => {
    const whole = multipart([model, file]);
    const logged = server.log.length;
    await rawRequest(`Content-Type: ${CONTENT_TYPE}\r\nContent-Length: ${whole.length}\r\n`, whole, 5);
    const { accountId } = await requestAfter(logged);
    expect(server.context.audioPlaces.underWay(String(accountId))).toBe(0);
  });

  test("neither audio, text nor file names are logged", async () => {
    await send(
      multipart([model, { name: "prompt", body: "Zanzibar" }, { ...file, fileName: "merger-plans.wav" }]),
    );
    const log = JSON.stringify(server.log);
    for (const secret of ["merger", "Zanzibar", "thursday", "RIFF", server.key])
      expect(log).not.toContain(secret);
  });
});
