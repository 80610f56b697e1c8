import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../../../test/support/folders.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { findInputs, spoolStandardInput } from "./inputs.ts";
import { planOutputs } from "./outputs.ts";

const folder = freshFolder();

test("one recording goes to the file that is named, or into the folder", () => {
  expect(planOutputs(["talk.wav"], "out.srt", "srt")).toEqual(["out.srt"]);
  expect(planOutputs(["talk.wav"], "out/", "srt")).toEqual(["out/talk.srt"]);
  expect(planOutputs(["talk.wav"], folder, "text")).toEqual([join(folder, "talk.txt")]);
});

test("several keep their folders, and their extension where the rest is the same", () => {
  expect(planOutputs(["a/talk.wav", "a/talk.mp3", "b.c/note"], "out", "vtt")).toEqual([
    "out/a/talk.wav.vtt",
    "out/a/talk.mp3.vtt",
    "out/b.c/note.vtt",
  ]);
});

test("two of one name are refused instead of one being lost", () => {
  expect(() => planOutputs(["talk.wav", "talk.wav"], "out", "json")).toThrow(TiroError);
});

test("a folder gives its recordings by name, whatever the case of their extension", () => {
  mkdirSync(join(folder, "b"));
  for (const name of ["z.WAV", "b/a.mp3", "notes.txt", "cover.jpg"]) writeFileSync(join(folder, name), "x");
  expect(findInputs([folder]).map(({ relativePath }) => relativePath)).toEqual(["b/a.mp3", "z.WAV"]);
  expect(findInputs([join(folder, "notes.txt"), "-"]).map(({ label }) => label)).toEqual([
    join(folder, "notes.txt"),
    "-",
  ]);
});

test.each([
  ["a file that is not there", ["none.wav"]],
  ["standard input twice", ["-", "-"]],
])("%s is refused", (_, names) => {
  expect(() => findInputs(names)).toThrow(TiroError);
});

test("a folder without recordings is refused", () => {
  expect(() => findInputs([folder])).toThrow("contains no recordings");
});

test("standard input is taken up to the limit of a file and no further", async () => {
  const block = new Uint8Array(16 * 1024 * 1024);
  const streamOf = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = block.subarray(0, Math.min(block.length, bytes));
        bytes -= next.length;
        if (next.length > 0) controller.enqueue(next);
        else controller.close();
      },
    });
  const spooled = await spoolStandardInput(streamOf(limits.transcriptionFileBytes));
  expect(spooled.bytes).toBe(limits.transcriptionFileBytes);
  expect(Bun.file(spooled.path).size).toBe(limits.transcriptionFileBytes);
  spooled.remove();
  expect(await Bun.file(spooled.path).exists()).toBe(false);
  const tooMuch = spoolStandardInput(streamOf(limits.transcriptionFileBytes + 1));
  expect(tooMuch).rejects.toMatchObject({ code: "file_too_large" });
});
