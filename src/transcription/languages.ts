/** ISO 639-1 codes, and which model packs would recognize each. Names of packs follow their release archives. */

/** Every two-letter code of ISO 639-1:2002 (183; `sh` is withdrawn). */
const ISO_639_1 = new Set(
  (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo " +
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka " +
    "kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng " +
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su " +
    "sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
  ).split(" "),
);

/** The packs made for some languages; what stands here comes before the multilingual ones. */
const DEDICATED: [pack: string, languages: string][] = [
  ["parakeet-tdt-0.6b-v2", "en"],
  ["parakeet-tdt-0.6b-v3", "bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk"],
  ["fast-conformer-be-de-en-es-fr-hr-it-pl-ru-uk", "be"],
  ["parakeet-tdt-ctc-0.6b-ja", "ja"],
  ["sense-voice-zh-en-ja-ko-yue", "zh"],
  ["zipformer-korean", "ko"],
  ["zipformer-thai", "th"],
  ["zipformer-vi-30m", "vi"],
];

/** The two-letter languages of OpenAI's multilingual Whisper models (whisper/tokenizer.py, LANGUAGES). */
const WHISPER = new Set(
  (
    "af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha he hi hr ht hu hy id is it " +
    "ja ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn " +
    "so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh"
  ).split(" "),
);

/** Dictation and policies tell the Chinese languages apart; ISO 639-1 has one code for both. */
const CHINESE = new Set(["cmn", "yue"]);

/** The ISO 639-1 code of a `LanguageCode`. */
export function isoCode(code: string): string {
  return CHINESE.has(code) ? "zh" : code;
}

export function isLanguageCode(code: string): boolean {
  return ISO_639_1.has(code);
}

/** Packs that recognize a language, best first. Omnilingual (over 1,600 languages) is the last resort for all. */
export function packsForLanguage(code: string): string[] {
  const packs = DEDICATED.filter(([, languages]) => languages.split(" ").includes(code)).map(
    ([pack]) => pack,
  );
  if (WHISPER.has(code)) packs.push("whisper-large-v3");
  return packs.length > 0 ? packs : ["omnilingual-asr-1600"];
}
