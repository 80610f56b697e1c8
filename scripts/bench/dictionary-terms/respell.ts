/**
 * How a recognizer that does not know a term may spell it: espeak-ng says its phonemes, and these are written as the
 * language mostly writes them. Its rules of pronunciation are not ours.
 */

import { fold } from "../../../src/text/words/letter-case.ts";

/** The most usual spelling first. */
const SPELLINGS: Readonly<Record<string, string>> = {
  en: `p:p pp b:b bb t:t tt d:d dd k:c k ck ɡ:g gg f:f ff ph v:v θ:th ð:th s:s ss z:s z ʃ:sh ʒ:s h:h tʃ:ch tch dʒ:j g m:m mm n:n nn
    ŋ:ng n l:l ll ɹ:r rr w:w wh j:y ɾ:t d tt iː:ee e i i:y ie i ɪ:i e y ɛ:e ea æ:a ɑː:a o ah ɑ:o a ɔː:au o aw ɔ:o au ʌ:u o ʊ:oo u
    uː:oo u ew ə:a e o u ɐ:a u ɚ:er or ar ɜː:er ur ir eɪ:a ay ai aɪ:i y ie oʊ:o oa ow aʊ:ow ou ɔɪ:oy oi əl:al el le iə:ia ea
    oːɹ:or ore ɔːɹ:or ar ɑːɹ:ar ɛɹ:air er ɪɹ:eer ear ʊɹ:oor ur aɪɚ:ire ier n̩:en on`,
  de: `p:p pp b:b t:t tt th d:d k:k ck c ɡ:g f:f v ff v:w v s:s ss z:s ʃ:sch sh ç:ch x:ch h:h m:m mm n:n nn ŋ:ng l:l ll ɾ:r rr r:r rr
    ʁ:r j:j y ts:z tz tʃ:tsch dʒ:dsch j pf:pf aː:a ah aa a:a ɑ:a eː:e eh ee e:e ɛ:e ä ɛː:ä eh iː:i ie y i:i ɪ:i y oː:o oh o:o ɔ:o
    uː:u uh u:u ʊ:u øː:ö œ:ö yː:ü y y:ü y ʏ:ü y aɪ:ei ai ey aʊ:au ɔø:eu äu ɔɪ:eu oi ɔy:eu äu ə:e ɜ:er a ɐ:er`,
  fr: `p:p pp b:b t:t tt d:d k:c qu k ɡ:g gu f:f ff ph v:v s:s ss z:s z ʃ:ch ʒ:j g m:m mm n:n nn ɲ:gn l:l ll ʁ:r rr w:ou w j:i y
    ɥ:u i:i y e:é er ɛ:è ai e a:a o:o au eau ɔ:o u:ou y:u ø:eu œ:eu ə:e ɑ̃:an en ɔ̃:on ɛ̃:in ain œ̃:un ɑ:a tʃ:tch dʒ:dj`,
  es: `p:p b:b v β:b v t:t d:d ð:d k:c k qu ɡ:g gu ɣ:g f:f s:s z x:j g tʃ:ch θ:z s m:m n:n ɲ:ñ l:l ʎ:ll y ʝ:y ll ɾ:r r:r rr w:u hu
    j:i y i:i y e:e a:a o:o u:u ʃ:sh ŋ:n z:s ɟ:y`,
};
const VOICES: Readonly<Record<string, string>> = { en: "en-us", de: "de", fr: "fr", es: "es" };
const VARIANTS = 3;
const TRIES = 40;
/** How often the most usual spelling is taken, of ten. */
const USUAL_OF_TEN = 8;

function spellingsOf(language: string): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  let phoneme = "";
  for (const word of (SPELLINGS[language] ?? "").split(/\s+/)) {
    const [before = "", first] = word.split(":");
    if (first !== undefined) phoneme = before;
    spellings.set(phoneme, first === undefined ? [...(spellings.get(phoneme) ?? []), before] : [first]);
  }
  return spellings;
}

/** Of each term up to three spellings, none of them its own, the same on every run; null if espeak-ng is not installed. */
export function respell(terms: readonly string[], language: string): string[][] | null {
  if (Bun.which("espeak-ng") === null) return null;
  const spellings = spellingsOf(language);
  const random = lcg(terms.length);
  return terms.map((term) => {
    const said = Bun.spawnSync(["espeak-ng", "-q", "--ipa", "--sep=_", "-v", VOICES[language] ?? "en", term]);
    const phonemes = said.stdout
      .toString()
      .trim()
      .replace(/[ˈˌ]/g, "")
      .split(/[_\s]+/);
    const found = new Set<string>();
    for (let tries = 0; found.size < VARIANTS && tries < TRIES; tries += 1) {
      const spelled = phonemes.map((phoneme) => {
        const [usual = "", ...others] =
          spellings.get(phoneme) ?? [...phoneme].flatMap((sound) => spellings.get(sound)?.[0] ?? []);
        const isUsual = others.length === 0 || random(10) < USUAL_OF_TEN;
        return isUsual ? usual : (others[random(others.length)] as string);
      });
      const word = usually(spelled.join(""));
      if (word !== "" && fold(word) !== fold(term)) found.add(word);
    }
    return [...found];
  });
}

/** A consonant is doubled between vowels only, and a c before e and i is no k. */
function usually(word: string): string {
  return word
    .replace(/c(?=[eiyéè])/g, "k")
    .replace(/([^aeiouyäöüéèà])\1(?![aeiouyäöüéèà])|(?<![aeiouyäöüéèà])([^aeiouyäöüéèà])\2/g, "$1$2");
}

/** A generator of small numbers that says the same on every run. */
export function lcg(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
