/**
 * The one table of spoken languages: what callers, packs and recognizers may write for each, and tiro's own code
 * for it. That is ISO 639-1 where it has one; Mandarin and Cantonese, for which it has only `zh`, are `cmn` and
 * `yue`, as in the contract's LanguageCode.
 */
import { whenNeeded } from "./when-needed.ts";

/** Every two-letter code of ISO 639-1:2002 (183; `sh` is withdrawn), without those that are written otherwise here. */
const TWO_LETTER_CODES = new Set(
  (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo " +
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka " +
    "kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nd ne ng nl " +
    "no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw " +
    "ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zu"
  ).split(" "),
);

/**
 * Other codes for the same speech: withdrawn ones (iw, in, ji, jw, mo, sh), ISO 639-2's bibliographic ones, the
 * standard variety of a macrolanguage, and the written forms of Norwegian. ISO 639-3 codes of languages with two
 * letters are known to Intl.Locale.
 */
const OTHER_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "zh=cmn iw=he in=id ji=yi jw=jv mo=ro sh=sr hbs=sr nb=no nn=no fil=tl alb=sq arm=hy baq=eu bur=my chi=cmn cze=cs " +
    "dut=nl fre=fr geo=ka ger=de gre=el ice=is mac=mk mao=mi may=ms per=fa rum=ro slo=sk tib=bo wel=cy als=sq arb=ar " +
    "azj=az ekk=et khk=mn lvs=lv npi=ne ory=or pes=fa plt=mg prs=fa swh=sw uzn=uz ydd=yi zsm=ms"
  )
    .split(" ")
    .map((pair) => pair.split("=")),
);

/** English names beside those that Intl.DisplayNames has; OpenAI's clients get and send names too. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mandarin: "cmn",
  "mandarin chinese": "cmn",
  farsi: "fa",
  flemish: "nl",
  castilian: "es",
  valencian: "ca",
  moldavian: "ro",
  haitian: "ht",
  panjabi: "pa",
  pushto: "ps",
  sinhalese: "si",
};

/** Places in which people write Chinese and speak Cantonese. */
const CANTONESE_REGIONS = new Set(["HK", "MO"]);

/** ISO 639 codes for what is no one language. */
const NO_LANGUAGES = new Set(["mul", "mis", "zxx", "und"]);

const englishNames = whenNeeded(() => new Intl.DisplayNames("en", { type: "language", fallback: "none" }));

const codesByName = whenNeeded(
  () =>
    new Map<string, string>([
      ...[...TWO_LETTER_CODES, "yue"].map((code): [string, string] => [
        languageName(code).toLowerCase(),
        code,
      ]),
      ["chinese", "cmn"],
      ...Object.entries(OTHER_NAMES),
    ]),
);

/** A code with more letters than three, an extension, or 35 characters is none that people write for a language. */
const LANGUAGE_TAG = /^[a-z]{2,3}([-_][a-z0-9]{2,8}){0,3}$/i;

/**
 * tiro's code for what somebody wrote: ISO 639-1, 639-2 or 639-3 in any case, a BCP 47 tag (`pt-BR`, `zh-Hant-HK`), or
 * the English name. Null if no language is called so; `auto` is none.
 */
export function languageOf(written: string): string | null {
  const text = written.trim();
  // Nearly always, and a locale is costly to make.
  if (TWO_LETTER_CODES.has(text)) return text;
  const named = codesByName().get(text.toLowerCase());
  if (named !== undefined) return named;
  if (!LANGUAGE_TAG.test(text)) return null;
  const tag = localeOf(text.replaceAll("_", "-"));
  if (tag === null || NO_LANGUAGES.has(tag.language)) return null;
  const code = OTHER_CODES[tag.language] ?? tag.language;
  if (code === "cmn" && tag.region !== undefined && CANTONESE_REGIONS.has(tag.region)) return "yue";
  if (code === "cmn" || TWO_LETTER_CODES.has(code)) return code;
  // Languages without two letters, such as Hawaiian.
  return code.length === 3 && englishNames().of(code) !== undefined ? code : null;
}

/** Codes of languages that a pack's manifest lists, as `languageOf` writes them; one that is not known stays as it is. */
export function languagesOf(codes: readonly string[]): string[] {
  return [...new Set(codes.map((code) => languageOf(code) ?? code))];
}

/** For people, in English; the code itself if it has no name. */
export function languageName(code: string): string {
  return code === "cmn" ? "Mandarin" : (englishNames().of(code) ?? code);
}

/** ISO 639-1, as transcriptions report it, where that has a code; it has one for Chinese only. */
export function isoCode(code: string): string {
  return code === "cmn" ? "zh" : code;
}

/** Intl throws where a tag breaks the rules of BCP 47. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
