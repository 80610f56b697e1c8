/**
 * Streets that are named after people, `friedrich ebert straße` → Friedrich-Ebert-Straße; house number and postcode after a
 * street: `lindenweg sieben null vier eins null drei` → Lindenweg 7, 04103.
 */
import { isUsualName } from "../../words/frequent-words.ts";
import { capitalize, fold } from "../../words/letter-case.ts";
import { postcodeAt } from "../shared/places.ts";
import type { Reader } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";

export const STREET = /..(?:straße|gasse|allee|weg|platz|ring|damm|ufer)$/;

/** `die Seite der Straße` */
const JOINT = /^(?:de[rsmn]|die|das|einer|zur|zum|und|oder)$/;

/** First name, last name and the word for a street. */
const NAMED_STREET_WORDS = 3;

export const namedStreetReader: Reader = (words, at) => {
  const [first = "", last = "", street = ""] = words.slice(at, at + NAMED_STREET_WORDS);
  const isNamed = /^(?:straße|platz|allee|weg|ring|ufer)$/.test(street) && /^\p{L}{3,}$/u.test(last);
  if (!isNamed || JOINT.test(last) || !isUsualName(fold(first), "de")) return null;
  const text = [first, last, street].map((word) => capitalize(word, "de")).join("-");
  return { words: NAMED_STREET_WORDS, text, kind: "letters" };
};

export function placeReader(numbers: SpelledNumbers): Reader {
  return (words, at) => {
    const house = STREET.test(words[at - 1] ?? "") ? numbers.cardinal(words, at) : null;
    if (!house) return null;
    const letter = /^[a-h]$/.exec(words[at + house.words] ?? "")?.[0] ?? "";
    const start = at + house.words + letter.length;
    const joint = words[start] === "in" ? 1 : 0;
    const postcode = postcodeAt(numbers, words, start + joint);
    if (postcode) {
      const number = [house.value, letter].filter((part) => part !== "").join(" ");
      const text = number + (joint > 0 ? " in " : ", ") + postcode.code;
      return { words: start - at + joint + postcode.words, text, kind: "letters" };
    }
    const ends = letter !== "" || /^(?:|in|bei|und|komma)$/.test(words[start] ?? "");
    const text = [house.value, letter].filter((part) => part !== "").join(" ");
    return ends ? { words: start - at, text, kind: "cardinal" } : null;
  };
}
