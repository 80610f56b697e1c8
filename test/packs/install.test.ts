/** Packs on their way from an archive, a folder or a server to the folder of installed packs. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type ErrorCode,
  isKnownError,
  type OperatorCode,
  OperatorError,
  type TiroError,
} from "../../src/lib/errors.ts";
import { builtinPackIds } from "../../src/packs/builtin.ts";
import {
  type CatalogueEntry,
  catalogue,
  catalogueEntry,
  entryCapabilities,
  searchCatalogue,
  sketchManifest,
} from "../../src/packs/catalogue.ts";
import { findPacks } from "../../src/packs/choose-pack.ts";
import { installPack } from "../../src/packs/install/install.ts";
import { removePack } from "../../src/packs/install/remove.ts";
import { loadPack } from "../../src/packs/load-pack.ts";
import { memoryBytesOf } from "../../src/recognition/catalogue-memory.ts";
import { honest, type RawServer, rawServer } from "./raw-server.ts";
import { tar } from "./tar.ts";

// A shared machine can be slow; a hang still ends.
const REPOSITORY = join(import.meta.dir, "../..");
const STARTER = join(REPOSITORY, "models/starter-en");

/** The publisher's checksum is not that of the small archive here. */
const TDT: CatalogueEntry = { ...(catalogueEntry("parakeet-tdt-0.6b-v2") as CatalogueEntry), sha256: null };
const TDT_FILES = ["encoder.int8.onnx", "decoder.int8.onnx", "joiner.int8.onnx", "tokens.txt"];
const TDT_ARCHIVE = gzipSync(
  tar([
    ...TDT_FILES.map((name) => ({ name: `sherpa/${name}`, content: `${name} `.repeat(100) })),
    { name: "sherpa/test_wavs/0.wav", content: "not needed" },
    { name: "sherpa/README.md", content: "not needed" },
  ]),
);
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

let dataDir = "";
let models = "";
let server: RawServer | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tiro-install-"));
  models = join(dataDir, "models");
});
afterEach(() => {
  server?.close();
  server = null;
  rmSync(dataDir, { recursive: true, force: true });
});

interface Options {
  entry?: CatalogueEntry | null;
  from?: string | null;
  sha256?: string | null;
  signal?: AbortSignal;
}
const steps: string[] = [];
function install({ entry = TDT, from = null, sha256 = null, signal }: Options) {
  steps.length = 0;
  const onProgress = ({ step }: { step: string }) => void (steps.at(-1) !== step && steps.push(step));
  return installPack(models, {
    entry,
    from,
    sha256: sha256 === null ? [] : sha256.split(","),
    onProgress,
    ...(signal && { signal }),
  });
}
async function refusal(options: Options): Promise<TiroError | OperatorError> {
  const error = await install(options).catch((reason) => reason);
  expect(isKnownError(error)).toBe(true);
  expect(shown()).toEqual([]);
  return error;
}
const written = (name: string, content: Uint8Array | string) => {
  const path = join(dataDir, name);
  writeFileSync(path, content);
  return path;
};
/** The visible entries of the folder, and all of them. */
const shown = () => (existsSync(models) ? readdirSync(models).filter((name) => !name.startsWith(".")) : []);
const all = () => readdirSync(models);

describe("the catalogue", () => {
  test("says size and memory of every pack, more for larger ones", () => {
    const memory = (id: string) => memoryBytesOf(catalogueEntry(id) as CatalogueEntry);
    for (const entry of catalogue())
      expect([entry.id, entry.megabytes, memoryBytesOf(entry)]).not.toContain(null);
    const ggml = ["tiny", "base", "small", "medium", "large-v2"].map((size) =>
      memory(`ggml-${size}-${size === "medium" || size === "large-v2" ? "q5_0" : "q5_1"}`),
    );
    expect(ggml).toEqual(ggml.toSorted((a, b) => Number(a) - Number(b)));
    expect(memory("whisper-turbo-fp32")).toBeGreaterThan(Number(memory("whisper-turbo")));
  });

  test("every entry makes a valid pack.json, and comes from its library's own releases", () => {
    for (const entry of catalogue()) {
      expect(sketchManifest(entry).id).toBe(entry.id);
      const { id, kind, sources } = entry;
      if (kind === "whisper_ggml")
        expect(sources).toEqual([`https://huggingface.co/ggerganov/whisper.cpp/resolve/main/${id}.bin`]);
      else
        for (const source of sources)
          expect(source).toStartWith("https://github.com/k2-fsa/sherpa-onnx/releases/download/");
      // A licence that nobody confirmed says so.
      if (entry.licence === "not confirmed") expect(entry.licence_note).toContain("read it at the source");
    }
    expect(new Set(catalogue().map(({ id }) => id)).size).toBe(catalogue().length);
  });

  test("tells what a pack will be able to do", () => {
    expect(entryCapabilities(TDT)).toEqual({
      tokenTimes: true,
      hotwords: false,
      punctuation: true,
      detectsLanguage: false,
      languageChoice: "none",
      longestInputSeconds: 30,
    });
    const cohere = catalogueEntry("cohere-transcribe@1.0.0") as CatalogueEntry;
    expect(entryCapabilities(cohere)).toMatchObject({ tokenTimes: false, languageChoice: "required" });
    expect(entryCapabilities(catalogueEntry("silero-vad") as CatalogueEntry)).toBeNull();
  });

  test("knows every pack that the routes name", () => {
    const routes = readFileSync(join(REPOSITORY, "models/routes.json"), "utf8");
    const { unknown, routes: rows } = JSON.parse(routes) as {
      unknown: string[];
      routes: { detected: string[]; forced?: string[] }[];
    };
    const named = new Set([
      ...unknown,
      ...rows.flatMap(({ detected, forced = [] }) => [...detected, ...forced]),
    ]);
    for (const id of builtinPackIds) named.delete(id);
    expect([...named].filter((id) => !catalogueEntry(id))).toEqual([]);
  });

  test("is searched by words and languages", () => {
    expect(searchCatalogue(["cantonese", "apache"]).map(({ id }) => id)).toEqual([
      "qwen3-asr-0.6b",
      "omnilingual-asr-1600",
      "wenetspeech-yue",
    ]);
    expect(searchCatalogue(["yue", "wenet"]).map(({ id }) => id)).toEqual(["wenetspeech-yue"]);
    expect(searchCatalogue(["Punctuation", "zh"]).map(({ id }) => id)).toEqual([
      "punct-ct-transformer-zh-en",
    ]);
    expect(searchCatalogue([])).toHaveLength(catalogue().length);
    const ids = (...words: string[]) => searchCatalogue(words).map(({ id }) => id);
    expect(ids("ru")).toContain("giga-am-v3-russian");
    for (const russian of ["Russian", "russisch", "RUSSE", "ruso"])
      expect([russian, ids(russian)]).toEqual([russian, ids("ru")]);
    expect(ids("francés")).toEqual(ids("fr"));
    expect(ids("kantonesisch", "wenet")).toEqual(["wenetspeech-yue"]);
    expect(ids("Klingonisch")).toEqual([]);
  });
});

describe("from this machine", () => {
  test("an archive gets its pack.json from the catalogue; what it does not need is left out", async () => {
    const from = written("sherpa.tar.gz", TDT_ARCHIVE);
    const { pack, already, sums } = await install({ from, sha256: sha256(TDT_ARCHIVE) });
    expect(pack.name).toBe("parakeet-tdt-0.6b-v2@1.0.0");
    expect(already).toBe(false);
    expect(sums).toEqual({ "sherpa.tar.gz": sha256(TDT_ARCHIVE) });
    expect(readdirSync(pack.folder).sort()).toEqual([...TDT_FILES, "pack.json"].sort());
    expect(pack.manifest).toMatchObject({
      kind: "nemo_transducer",
      licence: "CC-BY-4.0",
      best_on: "cpu",
      decoding: { punctuated: true },
    });
    expect(all()).toEqual(["parakeet-tdt-0.6b-v2-1.0.0"]);
    expect(steps).toEqual(["checking", "unpacking", "verifying"]);
    expect(findPacks({ dataDir }).map(({ pack }) => pack?.name)).toContain(pack.name);
    expect((await install({ from })).already).toBe(true);
  });

  test("a folder and an archive that bring their own pack.json need no catalogue", async () => {
    const folder = join(dataDir, "mine");
    cpSync(STARTER, folder, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(folder, "pack.json"), "utf8"));
    writeFileSync(join(folder, "pack.json"), JSON.stringify({ ...manifest, id: "mine", version: "1.0.0" }));
    writeFileSync(join(folder, "notes.txt"), "left out");
    expect((await install({ entry: null, from: folder })).pack.name).toBe("mine@1.0.0");
    expect(readdirSync(join(models, "mine-1.0.0"))).not.toContain("notes.txt");
    rmSync(models, { recursive: true });
    const files = ["pack.json", "model.onnx", "tokens.txt", "words.bin", "MODEL_CARD.md", "check.wav"];
    const archive = tar(
      files.map((name) => ({ name: `mine/${name}`, content: readFileSync(join(folder, name)) })),
    );
    expect((await install({ entry: null, from: written("mine.tar", archive) })).pack.name).toBe("mine@1.0.0");
    rmSync(models, { recursive: true });
    const damaged = tar(
      files.map((name) => ({
        name: `mine/${name}`,
        content: name === "tokens.txt" ? Buffer.alloc(32_019) : readFileSync(join(folder, name)),
      })),
    );
    expect((await refusal({ entry: null, from: written("mine.tar", damaged) })).extras.hint).toContain(
      "tokens.txt",
    );
    const other = catalogueEntry("parakeet-tdt-ctc-0.6b-ja") as CatalogueEntry;
    expect((await refusal({ entry: other, from: written("mine.tar", archive) })).extras.hint).toContain(
      "says mine@1.0.0",
    );
  });

  test("a link in a folder is not followed", async () => {
    const folder = join(dataDir, "linked");
    cpSync(STARTER, folder, { recursive: true });
    rmSync(join(folder, "tokens.txt"));
    symlinkSync(join(STARTER, "tokens.txt"), join(folder, "tokens.txt"));
    expect((await refusal({ entry: null, from: folder })).code).toBe("no_model_installed");
  });

  const UNFIT: [string, Options, ErrorCode | OperatorCode, string][] = [
    ["nothing there", { from: "/nowhere/x.tar" }, "pack_not_found", "does not exist"],
    ["no archive", { from: "README.md.tar.gz" }, "pack_damaged", "cannot be unpacked"],
    [
      "another archive than was asked for",
      { sha256: "0".repeat(64), from: "good.tar.gz" },
      "pack_mismatch",
      "instead of 000",
    ],
    [
      "an archive of something else",
      { from: "other.tar" },
      "pack_mismatch",
      "needs one file encoder.int8.onnx",
    ],
    ["no pack.json and no catalogue", { entry: null, from: "good.tar.gz" }, "not_a_pack", "with a pack.json"],
    ["a device", { entry: null, from: "/dev/null" }, "not_a_pack", "neither a folder nor an archive"],
    ["a cut archive", { entry: null, from: "cut.tar.gz" }, "pack_damaged", "compression is damaged"],
    ["an archive under another name", { entry: null, from: "good" }, "not_a_pack", ".tar.gz"],
    ["a folder with other files", { entry: null, from: "folder" }, "not_a_pack", "Nothing was installed"],
    [
      "a folder whose pack.json is no JSON",
      { entry: null, from: "described" },
      "no_model_installed",
      "described: pack.json is not JSON",
    ],
  ];
  test.each(UNFIT)("%s is refused, and nothing is left", async (_, options, wanted, reason) => {
    written("README.md.tar.gz", "# Read me\n".repeat(100));
    written("good.tar.gz", TDT_ARCHIVE);
    written("other.tar", tar([{ name: "a/b.txt", content: "c" }]));
    written("cut.tar.gz", TDT_ARCHIVE.subarray(0, -40));
    written("good", TDT_ARCHIVE);
    for (const name of ["folder/model.onnx", "described/pack.json"]) {
      mkdirSync(dirname(join(dataDir, name)));
      written(name, "not a model");
    }
    const from = options.from?.startsWith("/") ? options.from : join(dataDir, options.from ?? "");
    const { code, extras, message } = await refusal({ ...options, from });
    expect(code).toBe(wanted);
    expect(`${message} ${extras.hint}`).toContain(reason);
    expect(all()).toEqual([]);
  });

  test("two at once: one installs, the other is told by whom", async () => {
    const from = written("sherpa.tar.gz", TDT_ARCHIVE);
    const both = await Promise.allSettled([install({ from }), install({ from })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason.code).toBe("pack_busy");
    expect(reason.extras.hint).toContain(`Process ${process.pid}`);
    expect(shown()).toEqual(["parakeet-tdt-0.6b-v2-1.0.0"]);
  });

  test.each([
    ["a lock", (path: string) => symlinkSync("4194304", path)],
    ["a file where the lock goes", (path: string) => writeFileSync(path, "4194304")],
  ])("what a killed install left is no obstacle, and goes: %s", async (_, leave) => {
    mkdirSync(join(models, ".installing-parakeet-tdt-0.6b-v2-1.0.0-4"), { recursive: true });
    leave(join(models, ".lock-parakeet-tdt-0.6b-v2-1.0.0"));
    await install({ from: written("sherpa.tar.gz", TDT_ARCHIVE) });
    expect(all()).toEqual(["parakeet-tdt-0.6b-v2-1.0.0"]);
  });

  test("removing takes all of a pack, and never one that tiro carries", async () => {
    const { pack } = await install({ from: written("sherpa.tar.gz", TDT_ARCHIVE) });
    removePack(models, pack);
    expect(all()).toEqual([]);
    expect(() => removePack(models, loadPack(STARTER))).toThrow(OperatorError);
    expect(existsSync(join(STARTER, "pack.json"))).toBe(true);
  });
});

describe("from a server", () => {
  const several: CatalogueEntry = {
    ...TDT,
    id: "several",
    sources: TDT_FILES.map((name) => `https://github.com/k2-fsa/sherpa-onnx/releases/download/x/${name}`),
  };
  const files = () =>
    Object.fromEntries(TDT_FILES.map((name) => [`/m/${name}`, Buffer.from(`${name} `.repeat(5_000))]));

  const severalSums = () => TDT_FILES.map((name) => sha256(files()[`/m/${name}`] as Buffer)).join(",");

  test("over http:// nothing is fetched without its checksum", async () => {
    server = await rawServer((request, socket) => honest(request, socket, { content: TDT_ARCHIVE }));
    const from = `${server.url}/mirror/`;
    const few = sha256(TDT_ARCHIVE);
    for (const options of [
      { from },
      { from: from.replace("http", "HTTP") },
      { entry: several, from, sha256: few },
    ])
      expect((await refusal(options)).code).toBe("checksum_required");
    expect(server.requests).toEqual([]);
    expect((await install({ entry: { ...TDT, sha256: few }, from })).already).toBe(false);
  });

  test("an archive from a mirror, found by its own name", async () => {
    server = await rawServer((request, socket) => honest(request, socket, { content: TDT_ARCHIVE }));
    const { sums } = await install({ from: `${server.url}/mirror/`, sha256: sha256(TDT_ARCHIVE) });
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/mirror/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2",
    ]);
    expect(Object.values(sums)).toEqual([sha256(TDT_ARCHIVE)]);
    expect(all()).toEqual(["parakeet-tdt-0.6b-v2-1.0.0"]);
  });

  test("another archive than was asked for is not kept", async () => {
    server = await rawServer((request, socket) => honest(request, socket, { content: TDT_ARCHIVE }));
    const from = `${server.url}/pack.tar.gz`;
    expect((await refusal({ from, sha256: "1".repeat(64) })).extras.hint).toContain(sha256(TDT_ARCHIVE));
    await install({ from, sha256: sha256(TDT_ARCHIVE) });
    expect(server.requests).toHaveLength(2);
  });

  test("several files side by side; stopped half-way, only what is missing is fetched", async () => {
    const waiting: string[] = [];
    server = await rawServer((request, socket) => {
      waiting.push(request.path);
      const content = files()[request.path] as Buffer;
      // The first three are under way at once; the last begins when one has ended.
      honest(request, socket, {
        content,
        ...(request.path.endsWith("tokens.txt") && server?.requests.length === 4 && { cutAfter: 100 }),
      });
    });
    const stop = new AbortController();
    const first = installPack(models, {
      entry: several,
      from: `${server.url}/m/`,
      sha256: severalSums().split(","),
      onProgress: () => waiting.length === 4 && stop.abort(new Error("stopped")),
      signal: stop.signal,
    });
    expect(await first.catch((error) => error.message)).toBe("stopped");
    expect(shown()).toEqual([]);
    const before = server.requests.length;
    const { pack } = await install({
      entry: several,
      from: `${server.url}/m/`,
      sha256: severalSums(),
    });
    expect(server.requests.length - before).toBeLessThanOrEqual(2);
    for (const name of TDT_FILES)
      expect(readFileSync(join(pack.folder, name)).equals(files()[`/m/${name}`] as Buffer)).toBe(true);
    expect(all()).toEqual(["several-1.0.0"]);
  });

  test("too little room is told before anything is fetched", async () => {
    server = await rawServer((_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${60 * 1024 ** 3}\r\n\r\n`);
      socket.write("x".repeat(1000));
    });
    const error = await refusal({ from: `${server.url}/x.tar`, sha256: "0".repeat(64) });
    expect(error.code).toBe("disk_full");
    expect(error.extras.hint).toContain("MB more");
  });
});
