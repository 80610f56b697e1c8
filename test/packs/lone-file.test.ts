/** A model that is one file becomes a pack. */
import { beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomWeights, whisperSizes, writeGgmlModel } from "../../scripts/ggml.ts";
import type { OperatorError } from "../../src/lib/errors.ts";
import { capabilitiesOf } from "../../src/packs/capabilities.ts";
import { catalogueEntry } from "../../src/packs/catalogue.ts";
import { installPack } from "../../src/packs/install/install.ts";
import type { RecognizerManifest } from "../../src/packs/manifest.ts";
import { verifyPack } from "../../src/packs/verify.ts";
import { freshFolder } from "../support/folders.ts";

const ENGLISH = whisperSizes({ width: 32, heads: 1, audioLayers: 1, textLayers: 2, vocabulary: 51_864 });
const MANY = { ...ENGLISH, vocabulary: 51_866, melBands: 128 };

const folder = freshFolder();
let models = "";
beforeEach(() => {
  models = join(folder, "models");
});

function model(name: string, sizes = ENGLISH, seed = 1): string {
  writeGgmlModel(join(folder, name), sizes, randomWeights(seed));
  return join(folder, name);
}
const install = (from: string, { entry = null as string | null, sha256 = [] as string[] } = {}) =>
  installPack(models, {
    entry: entry === null ? null : (catalogueEntry(entry) ?? null),
    from,
    sha256,
    onProgress: () => {},
  });
const refusal = async (installing: Promise<unknown>): Promise<OperatorError> =>
  installing.then(
    () => Promise.reject(new Error("it was installed")),
    (error) => error,
  );
const shown = () => (existsSync(models) ? readdirSync(models).filter((name) => !name.startsWith(".")) : []);

const sumOf = (path: string) => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

test("its name becomes the pack's, its header tells the languages, its checksum is kept", async () => {
  const { pack, sums } = await install(model("Our Model (May).bin"));
  expect(pack.name).toBe("our-model-may@1.0.0");
  expect(shown()).toEqual(["our-model-may-1.0.0"]);
  expect(readdirSync(pack.folder).sort()).toEqual(["our-model-may.bin", "pack.json"]);
  expect(pack.manifest).toMatchObject({
    kind: "whisper_ggml",
    languages: ["en"],
    licence: "The licence was not confirmed: read it where the file came from.",
    description: "Whisper model in whisper.cpp's format: 1 and 2 layers of 32, f16 weights.",
    decoding: { longest_input_seconds: 30, beam_size: 1, no_speech_threshold: 0.6 },
  });
  expect(Object.keys(sums)).toEqual(["Our Model (May).bin"]);
  expect(await verifyPack(pack)).toEqual([]);
  expect(capabilitiesOf(pack.manifest as RecognizerManifest)).toEqual({
    hotwords: true,
    tokenTimes: true,
    punctuation: true,
    detectsLanguage: false,
    languageChoice: "none",
    longestInputSeconds: 30,
  });
});

test("a usual name gets what the catalogue says, if the languages and the checksum are those", async () => {
  const path = model("ggml-large-v3-turbo-q5_0.bin", MANY);
  const { code, extras } = await refusal(install(path));
  expect(code).toBe("pack_mismatch");
  expect(extras.hint).toContain("instead of 394221709cd5ad1f");
  const { pack } = await install(path, { sha256: [sumOf(path)] });
  expect(pack.name).toBe("ggml-large-v3-turbo-q5_0@1.0.0");
  expect(pack.manifest).toMatchObject({ licence: "MIT", source: expect.stringContaining("huggingface.co") });
  expect(pack.manifest.languages).toHaveLength(100);
  rmSync(models, { recursive: true });
  const { pack: other } = await install(model("ggml-large-v3-turbo-q5_0.bin"));
  expect(other.manifest.languages).toEqual(["en"]);
});

test("a file is the catalogue's whatever it is called, where that is said", async () => {
  const path = model("downloaded", MANY);
  const { pack } = await install(path, { entry: "ggml-large-v3-q5_0", sha256: [sumOf(path)] });
  expect(pack.name).toBe("ggml-large-v3-q5_0@1.0.0");
  expect(readdirSync(pack.folder)).toContain("ggml-large-v3-q5_0.bin");
});

test("the same file again is there already; another one of its name is refused", async () => {
  const path = model("mine.bin");
  await install(path);
  expect((await install(path)).already).toBe(true);
  const { code, extras } = await refusal(install(model("mine.bin", ENGLISH, 2)));
  expect(code).toBe("pack_mismatch");
  expect(extras.hint).toContain('remove mine first with "tiro models remove"');
});

test("a checksum that is demanded must be right", async () => {
  const path = model("mine.bin");
  expect((await refusal(install(path, { sha256: ["0".repeat(64)] }))).code).toBe("pack_mismatch");
  expect((await install(path, { sha256: [sumOf(path)] })).already).toBe(false);
});

test("a damaged one is refused with its reason, and nothing is left", async () => {
  const whole = readFileSync(model("whole.bin"));
  const cut = join(folder, "cut.bin");
  writeFileSync(cut, whole.subarray(0, -100));
  const header = join(folder, "header.bin");
  writeFileSync(header, Buffer.from(whole).fill(0x7f, 4, 48));
  for (const [path, reason] of [
    [cut, "too early"],
    [header, "no Whisper model has these sizes"],
  ] as const) {
    const { code, extras } = await refusal(install(path));
    expect(code).toBe("pack_damaged");
    expect(extras.hint).toContain(reason);
  }
  expect(shown()).toEqual([]);
});

test.each([
  ["text", Buffer.from("no model\n".repeat(500))],
  ["noise", randomBytes(5_000)],
  ["nothing", Buffer.alloc(0)],
])("any other file is refused in a sentence, whatever its name: %s", async (_, content) => {
  writeFileSync(join(folder, "ggml-tiny.bin"), content);
  const { code, extras } = await refusal(install(join(folder, "ggml-tiny.bin")));
  expect(code).toBe("not_a_pack");
  expect(extras.hint).toStartWith(`${join(folder, "ggml-tiny.bin")} is neither a folder nor an archive`);
  expect(shown()).toEqual([]);
});
