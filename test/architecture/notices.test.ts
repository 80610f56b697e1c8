import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { bundle } from "../../scripts/build/compile.ts";
import { carriedComponents, licenceText, textsOf } from "../../scripts/build/components.ts";
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { carriedPackages, thirdPartyNotices } from "../../scripts/build/third-party.ts";
import { ROOT } from "./source-files.ts";

const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;
const notices = readFileSync(join(ROOT, "THIRD_PARTY_NOTICES.md"), "utf8");

test("the notices are those of the installed packages (else: bun run notices)", () => {
  expect(notices).toBe(thirdPartyNotices());
});

test("every dependency and what it depends on is named with its version", () => {
  const names = carriedPackages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
  for (const { name, version } of carriedPackages()) {
    expect(notices).toContain(name);
    expect(notices).toContain(version);
  }
});

test("the notices are for the Bun that builds", () => {
  expect(notices).toContain(`**bun** ${packageJson.engines.bun} `);
  expect(Bun.version).toBe(packageJson.engines.bun);
});

test("every component has its copyright, licence, source and the licence's text", () => {
  for (const component of carriedComponents()) {
    const { name, licence, source, copyright } = component;
    for (const each of [name, licence, source, ...copyright]) expect([name, each]).not.toEqual([name, ""]);
    expect([name, copyright.length]).not.toEqual([name, 0]);
    for (const line of copyright) expect(notices).toContain(line);
    expect([name, textsOf(component)]).not.toEqual([name, []]);
    // The LGPL's own text is a file beside the notices.
    for (const text of textsOf(component).filter((each) => each !== "LGPL-2.1"))
      expect(notices).toContain(licenceText(text).split("{holder}").at(-1) as string);
  }
});

test("no component is under the GPL but what every program that GCC compiled holds", () => {
  for (const { name, licence } of [
    ...carriedComponents(),
    ...carriedPackages().map(({ name, license }) => ({ name, licence: license })),
  ])
    expect([name, /(^|[^L])GPL(?!-3\.0-or-later WITH GCC-exception-3\.1)/.test(licence)]).toEqual([
      name,
      false,
    ]);
});

/** Files that a build puts into the executable, by path from the repository's root. */
const inputs = Object.keys(
  (await Bun.build({ ...bundle(target), metafile: true, throw: false })).metafile?.inputs ?? {},
);

test("every package in the executable is named", () => {
  const packages = inputs.flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(path)?.[1] ?? [],
  );
  expect(new Set(packages).size).toBeGreaterThan(50);
  const named = new Set(carriedPackages().map(({ name }) => name));
  expect([...new Set(packages)].filter((name) => !named.has(name) && !isComponentOf(name))).toEqual([]);
});

/** Of which one file alone is taken, and is a component. */
function isComponentOf(name: string): boolean {
  return name === "@ricky0123/vad-web";
}

/** Files that are neither code nor text of tiro's own, and where the notices name its owner. */
const DATA: [path: RegExp, told: string][] = [
  [/\/sherpa-[0-9a-f]+\/(sherpa-onnx\.node|libsherpa-onnx-c-api\.so)$/, "### sherpa-onnx "],
  [/\/sherpa-[0-9a-f]+\/libonnxruntime\.so$/, "### onnxruntime "],
  [/\/ggml-\d+\/lib(whisper|ggml)/, "### whisper.cpp "],
  [/\/better-sqlite3\/prebuilds\/.*\.node$/, "### sqlite "],
  [/\/silero_vad_v6\.onnx$/, "### silero-vad "],
  [/\/moonshine-tiny-en-[0-9a-f]+\//, "### moonshine-tiny-en "],
  [/^models\/starter-en\//, "### starter-en "],
  [/^models\/starter-punctuation-en\//, "### starter-punctuation-en "],
  [/^models\/starter-speaker-segmentation\//, "### starter-speaker-segmentation "],
  [/^models\/starter-speaker-embedding\//, "### starter-speaker-embedding "],
  [/\/ffmpeg\.wasm$/, "### ffmpeg "],
  [/@fontsource-variable\/inter\//, "### @fontsource-variable/inter "],
  [/@fontsource-variable\/jetbrains-mono\//, "### @fontsource-variable/jetbrains-mono "],
  [/\/common-passwords\.txt$/, "### @zxcvbn-ts/language-common "],
  [/\/frequent-words\.\w+\.txt$/, "### Word counts"],
  [/\/word-case\.txt$/, "### SCOWL, "],
  [/\/cldr\.json$/, "### cldr-numbers-full "],
];
/** Written for tiro, or made from public-domain prose and recordings of its own. */
const OWN = [
  /^(LICENSE|THIRD_PARTY_NOTICES\.md|CHANGELOG\.md|package\.json)$/,
  /^(config|native\/licences)\//,
  /^models\/(catalogue\/packs|routes)\.json$/,
  /^native\/decoder-calls\/linux-\w+\.node$/,
  /^src\/dashboard\/installed\/icons\/[\w-]+\.png$/,
  /^src\/audio\/resampling\/kernel\.wasm$/,
  /^src\/http\/openapi\/description\.json$/,
  /^src\/pages\/connect\/snippets\/[\w-]+\.txt$/,
  /^src\/text\/editing\/(words|grammars\/\w+)\.json$/,
  /^src\/text\/(formatting\/(emoji-names|app-kinds)|dictionary\/sounds)\.json$/,
  /^src\/text\/languages\/(\w+\/table\.json|de\/nouns\.txt|de\/noun-weights\.txt|en\/mark-weights\.txt)$/,
  /^src\/text\/words\/common-words\.en\.txt$/,
];
const CODE = /\.(tsx?|m?js|cjs|jsx|sql|css|html|md|json)$/;

test("every file in the executable that is not code has an origin that the notices tell", () => {
  const isPackageCode = (path: string) => path.startsWith("node_modules/") && CODE.test(path);
  const isOwnCode = (path: string) =>
    /^(src|native)\//.test(path) && CODE.test(path) && !path.endsWith(".json");
  const others = inputs.filter((path) => !isOwnCode(path) && !OWN.some((own) => own.test(path)));
  for (const path of others) {
    const [, told] = DATA.find(([pattern]) => pattern.test(path)) ?? [];
    if (told === undefined && isPackageCode(path)) continue;
    expect([path, told]).toEqual([path, expect.any(String)]);
    expect(notices).toContain(told as string);
  }
  for (const [pattern] of DATA)
    expect([pattern, others.some((path) => pattern.test(path))]).toEqual([pattern, true]);
});
