/** Labels of mail addresses and hosts, which are Latin nearly always: known names, others letter by letter. */
import { table } from "../shared/tables.ts";

const NAMES: Readonly<Record<string, string>> = {
  ру: "ru",
  ком: "com",
  орг: "org",
  нет: "net",
  инфо: "info",
  гмейл: "gmail",
  джимейл: "gmail",
  мейл: "mail",
  мэйл: "mail",
  майл: "mail",
  яндекс: "yandex",
  рамблер: "rambler",
  гугл: "google",
  // The Cyrillic top-level domain of Russia stays.
  рф: "рф",
};

/** English names of letters, as addresses are spelled. */
export const LATIN_LETTERS = table(`
  эй a, би b, си c, ди d, эф f, джи g, эйч h, ай i, джей j, кей k, эл/эль l, эм m, эн n, оу o, пи p, кью q, ар/эр r, эс s,
  ти t, ви v, экс/икс x, уай y, зед/зет z
`);

/** As in Russian passports (ICAO Doc 9303, part 3, section 6), with `y` for й, as mail addresses have it. */
const LETTERS: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ё: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

export function inLatin(label: string): string {
  return NAMES[label] ?? [...label].map((letter) => LETTERS[letter] ?? letter).join("");
}
