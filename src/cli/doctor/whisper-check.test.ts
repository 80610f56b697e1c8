import { expect, test } from "bun:test";
import { join } from "node:path";
import { randomWeights, whisperSizes, writeGgmlModel } from "../../../scripts/ggml.ts";
import { RUNS_GGML } from "../../../test/engine/models/whisper-ggml.ts";
import { freshFolder } from "../../../test/support/folders.ts";
import { configSchema } from "../../config/schema.ts";
import { cpuFlags } from "../../lib/cpu-flags.ts";
import { installPack } from "../../packs/install/install.ts";
import { checkWhisper } from "./whisper-check.ts";

const dir = freshFolder();
const config = () => configSchema.parse({ data: { dir } });

async function installModel(): Promise<void> {
  const from = join(dir, "mine.bin");
  writeGgmlModel(
    from,
    whisperSizes({ width: 32, heads: 1, audioLayers: 1, textLayers: 1 }),
    randomWeights(1),
  );
  await installPack(join(dir, "models"), { entry: null, from, sha256: [], onProgress: () => {} });
}

test("nothing to say where no pack needs it", () => {
  expect(checkWhisper(config())).toMatchObject({ status: "ok", detail: "no installed pack needs it" });
});

test.if(RUNS_GGML)("a machine that can run them says for which packs", async () => {
  await installModel();
  expect(checkWhisper(config())).toMatchObject({ status: "ok", detail: "loads, for mine@1.0.0" });
});

test.each([
  ["arm64", cpuFlags("Features\t: fp asimd\n"), "run on x86-64 alone, and this is arm64"],
  ["x64", cpuFlags("flags\t\t: fpu avx\n"), "this one lacks avx2, fma, f16c, bmi2"],
])("%s without what it needs is told so", async (arch, flags, reason) => {
  await installModel();
  const result = checkWhisper(config(), { arch, flags });
  expect(result).toMatchObject({ status: "fail" });
  expect(result.detail).toContain("mine@1.0.0 cannot be used");
  if (process.arch === "x64") expect(result.detail).toContain(reason);
});
