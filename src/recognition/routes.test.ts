import { expect, test } from "bun:test";
import shipped from "../../models/routes.json";
import { languageOf } from "../lib/languages.ts";
import { SPOKEN_LANGUAGES } from "../lib/spoken-languages.ts";
import { MOONSHINE_PACK_ID, STARTER_PACK_ID } from "../packs/builtin.ts";
import { catalogue } from "../packs/catalogue.ts";
import {
  type InstalledPack,
  languageNotAvailable,
  languagesOfPacks,
  packsFor,
  streamingFirst,
} from "./choose.ts";
import { packsOf, routeTable } from "./routes.ts";

const EUROPEAN = "bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk".split(" ");

function pack(
  name: string,
  languages: string[],
  place: Partial<Pick<InstalledPack, "builtin" | "spare">> = {},
): InstalledPack {
  const [id = "", version = "1.0.0"] = name.split("@");
  return {
    name: `${id}@${version}`,
    manifest: { id, version, languages },
    builtin: false,
    spare: false,
    ...place,
  };
}

const moonshine = pack("moonshine-tiny-en", ["en"], { builtin: true });
const starter = pack("starter-en", ["en"], { builtin: true, spare: true });
/** If a site prefers the starter. */
const OTHER_WAY_ROUND = [
  { ...moonshine, spare: true },
  { ...starter, spare: false },
];
const parakeetV3 = pack("parakeet-tdt-0.6b-v3", EUROPEAN);
const parakeetV2 = pack("parakeet-tdt-0.6b-v2", ["en"]);
const whisper = pack("whisper-turbo", ["en", "de", "zh", "yue", "nn", "no", "yi", "he", "ja"]);
const senseVoice = pack("sense-voice-zh-en-ja-ko-yue", ["zh", "en", "ja", "ko", "yue"]);

test("every language of the shipped table is written as tiro writes it, and stands there once", () => {
  const codes = shipped.routes.flatMap(({ languages }) => languages.split(" "));
  expect(codes.filter((code) => code !== "*" && languageOf(code) !== code)).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test("every pack of the shipped table is in the catalogue, or ships with the program", () => {
  const known = new Set([...catalogue().map(({ id }) => id), MOONSHINE_PACK_ID, STARTER_PACK_ID]);
  const ids = shipped.routes.flatMap(({ detected, forced = [] }) => [...detected, ...forced]);
  expect([...ids, ...shipped.unknown].filter((id) => !known.has(id))).toEqual([]);
});

test("every language of the contract is in the catalogue under the packs of its route", () => {
  for (const code of SPOKEN_LANGUAGES.filter((code) => code !== "auto")) {
    const message = languageNotAvailable(code, code).message;
    const [first] = packsOf(routeTable().routeOf(code));
    expect(message).toContain(`These packs would: ${first}`);
  }
});

test("every language of the contract has a pack; Irish only the one for all languages", () => {
  const table = routeTable();
  for (const code of SPOKEN_LANGUAGES) expect(packsOf(table.routeOf(code)).length).toBeGreaterThan(0);
  expect(SPOKEN_LANGUAGES.filter((code) => code !== "auto" && !table.languages.includes(code))).toEqual([
    "ga",
  ]);
  expect(table.routeOf("ga").detected).toEqual(["omnilingual-asr-1600"]);
});

const ALL = [starter, moonshine, parakeetV3, parakeetV2, whisper, senseVoice];
const CHOICES: [
  what: string,
  language: string | null,
  forced: boolean,
  installed: InstalledPack[],
  ids: string,
][] = [
  ["heard German", "de", false, ALL, "parakeet-tdt-0.6b-v3 whisper-turbo"],
  [
    "German that the caller names goes to a pack that can be told",
    "de",
    true,
    ALL,
    "whisper-turbo parakeet-tdt-0.6b-v3",
  ],
  [
    "English, neither of those in the box where there is another",
    "en",
    true,
    ALL,
    "parakeet-tdt-0.6b-v2 parakeet-tdt-0.6b-v3 whisper-turbo sense-voice-zh-en-ja-ko-yue",
  ],
  ["English with what is in the box alone", "en", true, [starter, moonshine], "moonshine-tiny-en"],
  ["English where the site prefers the starter", "en", true, OTHER_WAY_ROUND, "starter-en"],
  ["Mandarin, which packs call zh", "cmn", true, ALL, "sense-voice-zh-en-ja-ko-yue whisper-turbo"],
  ["Cantonese, with none of its own", "yue", false, ALL, "sense-voice-zh-en-ja-ko-yue whisper-turbo"],
  ["Norwegian, which packs call nn and no", "no", true, ALL, "whisper-turbo"],
  ["a language that nobody knows", "ga", true, ALL, ""],
  [
    "speech of which nothing is known",
    null,
    false,
    ALL,
    "parakeet-tdt-0.6b-v3 whisper-turbo parakeet-tdt-0.6b-v2 sense-voice-zh-en-ja-ko-yue",
  ],
  [
    "nothing known, with the starter and a pack of no table",
    null,
    false,
    [starter, moonshine, pack("own-sw", ["sw"])],
    "own-sw",
  ],
  ["nothing known and nothing installed", null, false, [starter, moonshine], "moonshine-tiny-en"],
];
test.each(CHOICES)(
  "the packs that fit best are tried first: %s",
  (_what, language, forced, installed, ids) => {
    const chosen = packsFor({ language, forced }, installed, routeTable());
    expect(chosen.map(({ manifest }) => manifest.id).join(" ")).toBe(ids);
  },
);

test("the highest version of a pack comes first", () => {
  const versions = ["1.2.0", "1.10.0", "1.9.0"].map((version) => pack(`whisper-turbo@${version}`, ["de"]));
  const names = packsFor({ language: "de", forced: true }, versions, routeTable()).map(({ name }) => name);
  expect(names).toEqual(["whisper-turbo@1.10.0", "whisper-turbo@1.9.0", "whisper-turbo@1.2.0"]);
});

test("the site's own lines come first, and it may name the starter and a version", () => {
  const table = routeTable({
    German: ["whisper-turbo"],
    en: { forced: ["starter-en"] },
    ga: ["own-ga@2.0.0"],
  });
  const ids = (language: string, forced: boolean, installed = ALL) =>
    packsFor({ language, forced }, installed, table).map(({ name }) => name);
  expect(ids("de", false)[0]).toBe("whisper-turbo@1.0.0");
  expect(ids("en", true)[0]).toBe("starter-en@1.0.0");
  expect(ids("en", false)[0]).toBe("parakeet-tdt-0.6b-v2@1.0.0");
  expect(ids("ga", true, [pack("own-ga@1.0.0", ["ga"]), pack("own-ga@2.0.0", ["ga"])])[0]).toBe(
    "own-ga@2.0.0",
  );
});

test("models.pack goes first for speech of which nothing is known, those in the box too", () => {
  for (const preferred of [
    "sense-voice-zh-en-ja-ko-yue",
    "starter-en",
    "moonshine-tiny-en",
    "whisper-turbo@1.0.0",
  ]) {
    const [first] = packsFor({ language: null, forced: false }, ALL, routeTable(), preferred);
    expect(first?.name).toStartWith(preferred);
  }
});

test("the languages of packs are told in tiro's codes", () => {
  expect(languagesOfPacks([senseVoice, pack("own-nb", ["nb"])])).toEqual([
    "cmn",
    "en",
    "ja",
    "ko",
    "no",
    "yue",
  ]);
});

test("what is not available names the packs that would recognize it", () => {
  expect(languageNotAvailable("zh-HK", "yue")).toMatchObject({
    code: "language_not_available",
    message: expect.stringContaining(
      "`zh-HK`. These packs would: wenetspeech-yue, sense-voice-zh-en-ja-ko-yue",
    ),
  });
});

test("a language that no known pack recognizes is told so", () => {
  expect(languageNotAvailable("Zulu", "zu").message).toContain("No pack in the catalogue does either");
});

test("live speech goes to a pack that hears it as it comes, where that hears all that another would", () => {
  const of = (name: string, kind: string, languages: string[]) => {
    const { manifest, ...rest } = pack(name, languages);
    return { ...rest, manifest: { ...manifest, kind } };
  };
  const whole = of("whole", "nemo_transducer", ["en", "de"]);
  const english = of("english", "streaming_transducer", ["en"]);
  const both = of("both", "streaming_paraformer", ["de", "en", "cmn"]);
  expect(streamingFirst([whole, english], "en")).toEqual([english, whole]);
  expect(streamingFirst([whole, english], null)).toEqual([whole, english]);
  expect(streamingFirst([whole, english, both], null)).toEqual([both, whole, english]);
  expect(streamingFirst([], null)).toEqual([]);
});
