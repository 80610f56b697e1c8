/** An upload under zero retention, or of the app where nothing of its person may be kept: its size, its share, its time. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder, testClock } from "../../test/support/database.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { limits } from "../config/limits.ts";
import { configSchema } from "../config/schema.ts";
import { sharedMemory } from "../context/shared-memory.ts";
import { GIB, MIB } from "../lib/units.ts";
import { MemoryFiles } from "../store/uploads/memory-files.ts";
import { Spool } from "../store/uploads/spool.ts";
import { rulesOf } from "./create-request.ts";
import { readMultipart } from "./multipart.ts";

const MINUTE_MS = 60_000;
const BLOCKS = 10;
const config = configSchema.parse({});

/** Its last block comes `lastMs` after its first byte was awaited. */
function slowRequest(clock: ReturnType<typeof testClock>, lastMs: number): Request {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "a.wav", body: Buffer.alloc(MIB, 7) },
  ]);
  const blockBytes = Math.ceil(body.length / BLOCKS);
  const beganMs = clock.nowMs;
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const block = body.subarray(sent * blockBytes, (sent + 1) * blockBytes);
        sent++;
        clock.nowMs = beganMs + (lastMs * sent) / BLOCKS;
        controller.enqueue(block);
        if (sent === BLOCKS) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Request("http://host/", {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE },
    body: stream,
  });
}

test("in memory it may take fifteen minutes and no more, however fast it comes; on the disk an hour", async () => {
  const clock = testClock();
  using folder = temporaryFolder();
  const memory = new MemoryFiles({
    dir: "/dev/shm",
    memory: sharedMemory("transcription.memory_upload_mib", config, clock),
  });
  const spool = await Spool.at(join(folder.path, "spool"));
  for (const [uploads, minutes] of [
    [memory.forParty("usr_a"), 15],
    [spool, 60],
  ] as const) {
    const rules = rulesOf("usr_a", uploads, config);
    expect([rules.maxFileBytes, rules.pace === null]).toEqual([256 * MIB, !uploads.inMemory]);
    const { file } = await readMultipart(slowRequest(clock, minutes * MINUTE_MS), uploads, rules, clock);
    expect(file?.bytes).toBe(MIB);
    await file?.remove();
    const late = readMultipart(slowRequest(clock, minutes * MINUTE_MS + BLOCKS), uploads, rules, clock);
    await expect(late).rejects.toMatchObject({
      code: "upload_too_slow",
      message: `The upload took longer than ${minutes} minutes; send it again over a faster connection.`,
    });
    expect(memory.bytes).toBe(0);
    expect(await spool.names()).toEqual([]);
  }
});

test("an account has room for one of the largest, also if others take all that they can get", () => {
  const memory = sharedMemory("transcription.memory_upload_mib", config, testClock());
  expect(memory.maxBytes).toBe(GIB);
  const share = limits.transcriptionFileBytes;
  const greedy = memory.hold("usr_a", () => {});
  greedy.grow(GIB - share);
  expect(() => greedy.grow(1)).toThrow("as much memory as one account may have");
  const other = memory.hold("usr_b", () => {});
  other.grow(share);
  expect(() => other.grow(1)).toThrow("as much memory as one account may have");
  other.release();
  greedy.release();
  expect(memory.bytes).toBe(0);
});
