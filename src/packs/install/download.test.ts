import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, honest, type RawServer, rawServer } from "../../../test/packs/raw-server.ts";
import { limits } from "../../config/limits.ts";
import { OperatorError } from "../../lib/errors.ts";
import { download } from "./download.ts";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 8)) & 255);
const OTHER = CONTENT.map((byte) => byte ^ 255);

let place = "";
let server: RawServer | null = null;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "tiro-download-"));
});
afterEach(() => {
  server?.close();
  rmSync(place, { recursive: true, force: true });
});

/** @param answers for one request after the other; the last one repeats. */
async function fetchWith(...answers: Answer[]) {
  let count = 0;
  server?.close();
  server = await rawServer((request, socket) =>
    answers[Math.min(count++, answers.length - 1)]?.(request, socket),
  );
  return fetchFrom(server.url);
}

async function fetchFrom(url: string, signal?: AbortSignal) {
  const progress: [number, number | null][] = [];
  const options = { url: `${url}/file`, path: join(place, "file.part"), pauseMs: 1, stallMs: 300, signal };
  await download({ ...options, onProgress: (done, total) => progress.push([done, total]) });
  return progress;
}

const came = () => readFileSync(join(place, "file"));
const refusal = async (...answers: Answer[]) => {
  const error = await fetchWith(...answers).catch((reason) => reason);
  expect(error).toBeInstanceOf(OperatorError);
  expect(existsSync(join(place, "file"))).toBe(false);
  return (error as OperatorError).extras.hint ?? "";
};
const whole: Answer = (request, socket) => honest(request, socket, { content: CONTENT });
const cut: Answer = (request, socket) => honest(request, socket, { content: CONTENT, cutAfter: 100_000 });
const head = (lines: string[]) => `HTTP/1.1 ${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`;

test("comes whole, with progress to its end, and leaves nothing beside it", async () => {
  const progress = await fetchWith(whole);
  expect(came().equals(CONTENT)).toBe(true);
  expect(progress.at(-1)).toEqual([300_000, 300_000]);
  expect(readdirSync(place)).toEqual(["file"]);
});

test("goes on where the connection broke, each time", async () => {
  await fetchWith(cut, cut, whole);
  expect(came().equals(CONTENT)).toBe(true);
  const froms = server?.requests.map(({ from }) => from) ?? [];
  expect(froms[0]).toBe(0);
  expect(froms.slice(1).every((from, i) => from > (froms[i] as number))).toBe(true);
});

test("a file that changed in between is fetched from its begin, and the two are not joined", async () => {
  await fetchWith(cut, (request, socket) => honest(request, socket, { content: OTHER, etag: '"two"' }));
  expect(came().equals(OTHER)).toBe(true);
});

test("a server without ranges gives it from the begin", async () => {
  await fetchWith(cut, (request, socket) => honest(request, socket, { content: CONTENT, ranges: false }));
  expect(came().equals(CONTENT)).toBe(true);
});

test("without an entity tag nothing is continued", async () => {
  const untagged: Answer = (request, socket) =>
    honest(request, socket, {
      content: CONTENT,
      etag: 'W/"weak"',
      cutAfter: request.headers["x-none"] ? 0 : 100_000,
    });
  await fetchWith(untagged, whole);
  expect(server?.requests.map(({ from }) => from)).toEqual([0, 0]);
  expect(came().equals(CONTENT)).toBe(true);
});

test("another part than was asked for is not taken", async () => {
  const wrong: Answer = (_, socket) => {
    socket.end(
      `${head(["206 Partial Content", "content-range: bytes 5-9/300000", "content-length: 5"])}wrong`,
    );
  };
  await fetchWith(cut, wrong, whole);
  expect(came().equals(CONTENT)).toBe(true);
});

test("more than was announced is not taken", async () => {
  const lying: Answer = ({ from }, socket) => {
    const range = `content-range: bytes ${from}-299999/300000`;
    const size = (300_001 - from).toString(16);
    const body = `${size}\r\n${"x".repeat(300_001 - from)}\r\n0\r\n\r\n`;
    socket.end(head(["206 Partial Content", range, "transfer-encoding: chunked"]) + body);
  };
  await fetchWith(cut, lying, whole);
  expect(came().equals(CONTENT)).toBe(true);
  rmSync(join(place, "file"));
  expect(await refusal(lying)).toContain("another part");
});

test("a server that sends nothing more is left, and asked again", async () => {
  const silent: Answer = (_, socket) =>
    void socket.write(`${head(["200 OK", "content-length: 300000", 'etag: "one"'])}abc`);
  const slow = await fetchWith(
    (request, socket) => (request.from > 0 ? whole(request, socket) : silent(request, socket)),
    cut,
    whole,
  ).catch((error) => error);
  expect(slow).not.toBeInstanceOf(Error);
  expect(came().length).toBe(300_000);
});

test("a server that is slow but gets on is waited for", async () => {
  const dripping: Answer = async (_, socket) => {
    socket.write(head(["200 OK", "content-length: 8"]));
    for (let i = 0; i < 8; i++) {
      await Bun.sleep(100);
      socket.write("x");
    }
    socket.end();
  };
  await fetchWith(dripping);
  expect(came().toString()).toBe("xxxxxxxx");
});

test("a server that dies each time is given up after so many tries without a byte more, and said so", async () => {
  const hint = await refusal((_, socket) => void socket.destroy());
  expect(server?.requests).toHaveLength(limits.downloadTries);
  expect(hint).toContain(`tried ${limits.downloadTries} times`);
});

test("what is not there is not asked for again, what may come back is", async () => {
  expect(
    await refusal((_, socket) => void socket.end(head(["404 Not Found", "content-length: 0"]))),
  ).toContain("404");
  expect(server?.requests).toHaveLength(1);
  await fetchWith((_, socket) => void socket.end(head(["503 Busy", "content-length: 0"])), whole);
  expect(came().equals(CONTENT)).toBe(true);
});

test("a file larger than a pack is not begun", async () => {
  expect(
    await refusal(
      (_, socket) => void socket.end(head(["200 OK", `content-length: ${limits.packBytes + 1}`])),
    ),
  ).toContain("larger than");
});

test("stopped and called again, also by another program, it goes on", async () => {
  const stop = new AbortController();
  server = await rawServer((request, socket) =>
    request.from === 0 ? cut(request, socket) : whole(request, socket),
  );
  const options = {
    url: `${server.url}/file`,
    path: join(place, "file.part"),
    pauseMs: 5_000,
    signal: stop.signal,
  };
  const first = download({
    ...options,
    onProgress: (done) => done >= 100_000 && stop.abort(new Error("stopped")),
  });
  expect(await first.catch((error) => error.message)).toBe("stopped");
  expect(readdirSync(place).sort()).toEqual(["file.part", "file.part.state"]);
  await fetchFrom(server.url);
  expect(server.requests.at(-1)?.from).toBeGreaterThan(0);
  expect(came().equals(CONTENT)).toBe(true);
});

test("a half-written note of what came is no obstacle", async () => {
  await Bun.write(join(place, "file.part"), "rubbish");
  await Bun.write(join(place, "file.part.state"), '{"url":');
  await fetchWith(whole);
  expect(came().equals(CONTENT)).toBe(true);
});
