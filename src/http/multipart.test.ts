/** Cases that a real connection cannot show quickly: silence, slowness, a full disk. The rest is in test/http/uploads. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { uploadToFullDisk } from "../../test/support/full-disk.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { MIB } from "../lib/units.ts";
import { Spool } from "../store/uploads/spool.ts";
import { readMultipart, type UploadRules } from "./multipart.ts";

const rules: UploadRules = {
  fileParam: "file",
  maxFileBytes: 4 * MIB,
  stallMs: 60_000,
  totalMs: 60_000,
  party: "usr_a",
  pace: null,
};

let folder: ReturnType<typeof temporaryFolder>;
let spool: Spool;

beforeEach(async () => {
  folder = temporaryFolder();
  spool = await Spool.at(join(folder.path, "spool"));
});

afterEach(async () => {
  expect(await spool.names()).toEqual([]);
  folder[Symbol.dispose]();
});

function upload(fileBytes: number): Buffer {
  return multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "a.wav", body: Buffer.alloc(fileBytes, 7) },
  ]);
}

/** A body whose blocks come `pauseMs` apart; `silentAfter` of them it says nothing more. */
function requestOf(
  body: Buffer,
  blockBytes: number,
  pauseMs = 0,
  silentAfter = Number.POSITIVE_INFINITY,
): Request {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at / blockBytes >= silentAfter) return new Promise(() => {});
      if (pauseMs > 0) await Bun.sleep(pauseMs);
      controller.enqueue(body.subarray(at, at + blockBytes));
      at += blockBytes;
      if (at >= body.length) controller.close();
    },
  });
  return new Request("http://host/", {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE },
    body: stream,
  });
}

async function failureOf(upload: Promise<unknown>): Promise<{ code: string; message: string }> {
  return upload.then(
    () => ({ code: "none", message: "" }),
    (error) => error,
  );
}

test("a file of exactly the limit is taken, hashed and counted; one byte more is not", async () => {
  const { fields, file } = await readMultipart(requestOf(upload(4 * MIB), 100_000), spool, rules);
  expect(fields).toEqual([["model", "speech-v1.5"]]);
  expect(file?.bytes).toBe(4 * MIB);
  expect(file?.sha256).toBe(new Bun.CryptoHasher("sha256").update(Buffer.alloc(4 * MIB, 7)).digest("hex"));
  await file?.remove();
  const failure = await failureOf(readMultipart(requestOf(upload(4 * MIB + 1), 100_000), spool, rules));
  expect(failure).toMatchObject({ code: "file_too_large", extras: { param: "file" } });
  expect(failure.message).toBe("`file` may hold at most 4194304 bytes (4 MiB).");
});

test("a block that ends beyond file and fields together still tells that the file is too large", async () => {
  const { multipartOverheadBytes } = limits;
  const large = upload(4 * MIB + multipartOverheadBytes + MIB);
  const failure = await failureOf(readMultipart(requestOf(large, large.length), spool, rules));
  expect(failure).toMatchObject({ code: "file_too_large", extras: { param: "file" } });
});

test("a body that falls silent is given up", async () => {
  const silent = requestOf(upload(MIB), 100_000, 0, 5);
  const failure = await failureOf(readMultipart(silent, spool, { ...rules, stallMs: 50 }));
  expect(failure).toMatchObject({ code: "invalid_request", message: "The upload stalled; send it again." });
});

test("pauses shorter than that are no stall, but all of it has its time too", async () => {
  const slow = () => requestOf(upload(MIB), 200_000, 20);
  const { file } = await readMultipart(slow(), spool, rules);
  await file?.remove();
  const failure = await failureOf(readMultipart(slow(), spool, { ...rules, totalMs: 50 }));
  expect(failure.code).toBe("upload_too_slow");
});

test("an upload that holds memory is given up when it lags behind its rate for too long, however often it speaks", async () => {
  const pace = { bytesPerSecond: 10 * MIB, slackMs: 100 };
  const drip = requestOf(upload(MIB), 10_000, 20);
  const failure = await failureOf(readMultipart(drip, spool, { ...rules, pace }));
  expect(failure).toMatchObject({
    code: "upload_too_slow",
    message: "The upload is slower than 10240 KiB/s over 0.1 s; send it again over a faster connection.",
  });
  const pausing = requestOf(upload(MIB), 500_000, 50);
  const { file } = await readMultipart(pausing, spool, { ...rules, pace: { ...pace, slackMs: 60_000 } });
  await file?.remove();
});

test("an upload that must make room for others ends at once, also while it says nothing", async () => {
  const reason = new TiroError("upload_too_slow", "given up");
  const target = {
    create: (giveUp: (reason: TiroError) => void) => {
      setTimeout(() => giveUp(reason), 20);
      return spool.create();
    },
  };
  const silent = requestOf(upload(MIB), 100_000, 0, 5);
  expect(await failureOf(readMultipart(silent, target, rules))).toBe(reason);
});

test("a full disk", async () => {
  spool.create = () => uploadToFullDisk();
  const failure = await failureOf(readMultipart(requestOf(upload(MIB), 100_000), spool, rules));
  expect(failure.code).toBe("storage_full");
});

test("a disk that fills with the last bytes", async () => {
  spool.create = () => uploadToFullDisk();
  const failure = await failureOf(readMultipart(requestOf(upload(1_000), 100_000), spool, rules));
  expect(failure.code).toBe("storage_full");
});
