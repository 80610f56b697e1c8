import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { configSchema } from "../../config/schema.ts";
import { runCheck } from "./check.ts";
import { checkSpeakers } from "./speakers-check.ts";

const MODELS = join(import.meta.dir, "../../../models");

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const check = (models: object) =>
  runCheck("speakers", () => checkSpeakers(configSchema.parse({ data: { dir: folder.path }, models })));

test("the starter networks hear the check recording", async () => {
  expect(await check({})).toMatchObject({
    status: "ok",
    detail: expect.stringMatching(/^starter-speaker-segmentation@\S+ starter-speaker-embedding@\S+ \(/),
  });
}, 300_000);

test("a network that is none fails", async () => {
  const dir = join(folder.path, "models");
  const pack = join(dir, "damaged");
  cpSync(join(MODELS, "starter-speaker-embedding"), pack, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(pack, "pack.json"), "utf8"));
  writeFileSync(join(pack, "pack.json"), JSON.stringify({ ...manifest, id: "damaged" }));
  writeFileSync(join(pack, "model.onnx"), Buffer.alloc(manifest.files.model.bytes, "no network"));
  const result = await check({ dir, speaker_embedding: "damaged" });
  expect(result).toMatchObject({ status: "fail", advice: expect.stringContaining("model.onnx failed") });
}, 300_000);
