import { beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { freshFolder } from "../../test/support/folders.ts";
import { refusalOf } from "../../test/support/refusal.ts";
import { limits } from "../config/limits.ts";
import { packModel } from "../recognition/model-of-pack.ts";
import { builtinPackFiles, builtinPackFolder, builtinPackIds, checkRecording } from "./builtin.ts";
import { choosePack, findPack, findPacks } from "./choose-pack.ts";
import { loadPack } from "./load-pack.ts";
import { manifestFiles } from "./manifest.ts";
import { verifyPack } from "./verify.ts";

const dataDir = freshFolder();
let copy = "";

beforeEach(() => {
  copy = join(dataDir, "models/other");
  cpSync(builtinPackFolder(dataDir), copy, { recursive: true });
  changeManifest((manifest) => Object.assign(manifest, { id: "other" }));
});

function changeManifest(change: (manifest: Record<string, never>) => void): void {
  const path = join(copy, "pack.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

describe("the built-in packs", () => {
  test("the starter loads, with its recording", () => {
    const pack = choosePack({ dataDir }, "starter-en");
    expect(pack.name).toBe("starter-en@1.0.0");
    const recording = checkRecording(pack, dataDir);
    expect(packModel(pack, recording).files).toEqual({
      model: join(pack.folder, "model.onnx"),
      tokens: join(pack.folder, "tokens.txt"),
      words: join(pack.folder, "words.bin"),
    });
    expect(recording.text).toBe("the meeting has been moved to thursday at half past two");
  });

  test.each(builtinPackIds)("%s has the checksums that its manifest names", async (id) => {
    expect(await verifyPack(findPack({ dataDir }, id))).toEqual([]);
  });

  test.each(builtinPackIds)("%s carries exactly the files that its manifest names", (id) => {
    const named = manifestFiles(findPack({ dataDir }, id).manifest).map(({ path }) => path);
    expect(
      builtinPackFiles(id)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...named, "pack.json"].sort());
  });
});

describe("manifest", () => {
  const TRAVERSALS = [
    "../model.onnx",
    "/etc/passwd",
    "a/../../x",
    "a\\b",
    "",
    ".hidden",
    "a//b",
    "a/",
    "x\u0000",
  ];
  test.each(TRAVERSALS)("refuses the path %j", (path) => {
    changeManifest((manifest: { files?: { model: { path: string } } }) => {
      if (manifest.files) manifest.files.model.path = path;
    });
    expect(refusalOf(() => loadPack(copy)).extras.hint).toContain("pack.json is not valid");
  });

  const FAULTS: [string, object][] = [
    ["an unknown key", { extra: 1 }],
    ["an unknown kind", { kind: "magic" }],
    ["a version that is not three numbers", { version: "1.0" }],
    ["another sample rate", { sample_rate: 8000 }],
    ["no language", { languages: [] }],
    ["longer input than decodes well", { decoding: { feature_dim: 80, longest_input_seconds: 31 } }],
  ];
  test.each(FAULTS)("refuses %s", (_, fault) => {
    changeManifest((manifest) => Object.assign(manifest, fault));
    expect(refusalOf(() => loadPack(copy)).code).toBe("no_model_installed");
  });

  test("is read up to its limit and no further", () => {
    const path = join(copy, "pack.json");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.padEnd(limits.packManifestBytes));
    expect(loadPack(copy).name).toBe("other@1.0.0");
    writeFileSync(path, text.padEnd(limits.packManifestBytes + 1));
    expect(refusalOf(() => loadPack(copy)).extras.hint).toContain("larger than");
  });

  test("refuses a link that leads out of the pack", () => {
    rmSync(join(copy, "tokens.txt"));
    symlinkSync(join(builtinPackFolder(dataDir), "tokens.txt"), join(copy, "tokens.txt"));
    expect(refusalOf(() => loadPack(copy)).extras.hint).toContain("leads out of the pack");
  });

  test("refuses a file of another size", () => {
    truncateSync(join(copy, "model.onnx"), 1000);
    expect(refusalOf(() => loadPack(copy)).extras.hint).toContain("1000 bytes instead of");
  });
});

test("verification finds changed content of the same size, with progress to the end", async () => {
  const path = join(copy, "tokens.txt");
  const bytes = readFileSync(path);
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  let last = { doneBytes: 0, totalBytes: 1 };
  expect(
    await verifyPack(loadPack(copy), (progress) => {
      last = progress;
    }),
  ).toEqual(["tokens.txt"]);
  expect(last.doneBytes).toBe(last.totalBytes);
});

test("whatever lies among the packs and is none says why, and hides no pack", () => {
  const models = join(dataDir, "models");
  for (const name of ["empty", "text", "nested", "lost+found", ".installing-x"])
    mkdirSync(join(models, name));
  writeFileSync(join(models, "text/pack.json"), "no JSON");
  mkdirSync(join(models, "nested/pack.json"));
  writeFileSync(join(models, "ggml-tiny.bin"), "no model");
  const installed = findPacks({ dataDir }).filter(({ builtin }) => !builtin);
  expect(installed.flatMap(({ pack }) => (pack ? [pack.name] : []))).toEqual(["other@1.0.0"]);
  const reasons = installed.flatMap(({ folder, problem }) =>
    problem ? [[basename(folder), problem.extras.hint]] : [],
  );
  const says = (name: string, reason: string) => [name, expect.stringContaining(`${name}: ${reason}`)];
  expect(reasons).toEqual([
    says("empty", "there is no pack.json in it"),
    says("ggml-tiny.bin", "it is a single file"),
    says("nested", "there is no pack.json in it"),
    says("text", "pack.json is not JSON"),
  ]);
});

describe("choosing", () => {
  test("takes a pack by id or name", () => {
    expect(choosePack({ dataDir }, "starter-en").manifest.id).toBe("starter-en");
    expect(choosePack({ dataDir }, "other").folder).toBe(copy);
    expect(choosePack({ dataDir }, "other@1.0.0").folder).toBe(copy);
  });

  test("takes the highest version of an id, by number and not by letter", () => {
    const newer = join(dataDir, "models/newer");
    cpSync(copy, newer, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(newer, "pack.json"), "utf8"));
    writeFileSync(join(newer, "pack.json"), JSON.stringify({ ...manifest, version: "1.10.0" }));
    changeManifest((older) => Object.assign(older, { version: "1.9.0" }));
    expect(choosePack({ dataDir }, "other").name).toBe("other@1.10.0");
  });

  test("a pack that is not there is refused with those that are", () => {
    truncateSync(join(copy, "model.onnx"), 5);
    const { code, extras } = refusalOf(() => choosePack({ dataDir }, "other"));
    expect(code).toBe("no_model_installed");
    expect(extras.hint).toContain("installed: moonshine-tiny-en@1.0.0, starter-en@1.0.0");
    expect(extras.hint).toContain(`unusable: ${copy}`);
  });

  test("an installed pack may replace the built-in one by its full name", () => {
    changeManifest((manifest) => Object.assign(manifest, { id: "starter-en", version: "2.0.0" }));
    expect(choosePack({ dataDir }, "starter-en@2.0.0").folder).toBe(copy);
    const installed = findPacks({ dataDir }).filter(({ builtin }) => !builtin);
    expect(installed.map(({ pack }) => pack?.name)).toEqual(["starter-en@2.0.0"]);
  });
});
