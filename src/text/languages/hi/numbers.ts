/**
 * Hindi numbers. Each number below a hundred is a word of its own; above it lakh and crore group by two digits. साढ़े,
 * सवा, पौने, डेढ़ and ढाई are halves and quarters of what follows. Digits are Devanagari, as NeMo's are.
 */
import type { Words } from "../shared/readers.ts";

const BELOW_HUNDRED = `
शून्य|जीरो एक दो तीन चार पांच छह|छः|छे|छ|छै सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह|पन्द्रह सोलह सत्रह|सतरह अठारह|अट्ठारह उन्नीस बीस
इक्कीस बाईस|बाइस तेईस|तेइस चौबीस पच्चीस|पचीस छब्बीस सत्ताईस|सत्ताइस अट्ठाईस|अठाईस|अट्ठाइस|अठाइस उनतीस|उन्तीस तीस
इकतीस|इकत्तीस बत्तीस तैंतीस|तेतीस|तैतीस चौंतीस|चौतीस पैंतीस|पैतीस छत्तीस सैंतीस|सैतीस अड़तीस उनतालीस|उन्तालीस|उनचालीस चालीस
इकतालीस बयालीस|ब्यालीस तैंतालीस|तेतालीस|तैतालीस चौवालीस|चवालीस|चौंवालीस|चौआलीस पैंतालीस|पैतालीस छियालीस सैंतालीस|सैतालीस अड़तालीस उनचास|उन्चास पचास
इक्यावन बावन तिरपन|तिरेपन चौवन|चव्वन पचपन छप्पन सत्तावन अट्ठावन|अठावन उनसठ साठ
इकसठ बासठ तिरसठ|तिरेसठ चौंसठ|चौसठ पैंसठ|पैसठ छियासठ सड़सठ|सरसठ अड़सठ उनहत्तर|उनहतर सत्तर
इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी|उनासी|उन्नासी अस्सी
इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी|सतासी अट्ठासी|अठासी नवासी नब्बे
इक्यानवे|इक्यानबे बानवे|बानबे तिरानवे|तिरानबे चौरानवे|चौरानबे पचानवे|पंचानवे|पंचानबे|पचानबे छियानवे|छियानबे सत्तानवे|सत्तानबे
अट्ठानवे|अठानवे|अट्ठानबे|अठानबे निन्यानवे|निन्यानबे`;

/** Nukta and chandrabindu are often left out: पाँच and पांच, साढ़े and साढे are the same. */
export function plain(word: string | undefined): string {
  return (word ?? "").normalize("NFD").replaceAll("\u093c", "").replaceAll("ँ", "ं");
}

const SMALL = new Map(
  BELOW_HUNDRED.trim()
    .split(/\s+/u)
    .flatMap((names, value) => names.split("|").map((name) => [plain(name), value] as const)),
);
const SCALES = new Map(
  "हजार लाख करोड़ अरब खरब नील पद्म शंख"
    .split(" ")
    .map((name, i) => [plain(name), 10n ** BigInt(3 + 2 * i)] as const),
);
/** Quarters that are added to the number behind them. */
const QUARTERS: Readonly<Record<string, number>> = { [plain("साढ़े")]: 2, सवा: 1, पौने: -1 };
const ALONE: Readonly<Record<string, number>> = { [plain("डेढ़")]: 6, [plain("ढाई")]: 10, [plain("अढ़ाई")]: 10 };
const MOST_DECIMALS = 15;

export interface Amount {
  words: number;
  text: string;
  /** Null where it is negative, or has decimals. */
  whole: bigint | null;
}

export function smallValue(word: string | undefined): number | undefined {
  return SMALL.get(plain(word));
}

export function devanagari(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
}

/** `दो हज़ार बारह`, `उन्नीस सौ सैंतालीस`, `सौ`. */
export function readWhole(words: Words, at: number): { words: number; value: bigint; text?: string } | null {
  if (smallValue(words[at]) === 0) return { words: 1, value: 0n };
  let [total, group, next] = [0n, 0n, at];
  let lowest = 10n ** 30n;
  let open = true;
  for (;;) {
    const word = plain(words[next]);
    const small = SMALL.get(word);
    const scale = SCALES.get(word);
    if (small && open) {
      group += BigInt(small);
      open = false;
    } else if (word === "सौ" && group < 100n && (group > 0n || next === at)) {
      group = (group === 0n ? 1n : group) * 100n;
      open = true;
    } else if (scale && scale < lowest && (group > 0n || (next === at && scale === 1000n))) {
      total += (group === 0n ? 1n : group) * scale;
      lowest = scale;
      group = 0n;
      open = true;
    } else break;
    next++;
  }
  return next === at ? null : { words: next - at, value: total + group };
}

/** With sign, decimals, halves and quarters: `ऋण तीन दशमलव पाँच`, `साढ़े तीन`, `ढाई लाख`. */
export function readAmount(words: Words, at: number): Amount | null {
  const sign = /^(?:ऋण|माइनस|मइनस)$/.test(words[at] ?? "") ? 1 : 0;
  const start = at + sign;
  const quarter = readQuarters(words, start);
  const whole = quarter ?? readWhole(words, start);
  if (!whole) return null;
  const decimals = quarter ? null : readDecimals(words, start + whole.words);
  const text = whole.text ?? String(whole.value);
  return {
    words: sign + whole.words + (decimals?.words ?? 0),
    text: devanagari(`${sign ? "-" : ""}${text}${decimals?.text ?? ""}`),
    whole: sign || decimals || text.includes(".") ? null : whole.value,
  };
}

function readQuarters(words: Words, at: number): { words: number; value: bigint; text: string } | null {
  const alone = ALONE[plain(words[at])];
  const added = QUARTERS[plain(words[at])];
  const scaleAt = (index: number) => (plain(words[index]) === "सौ" ? 100n : SCALES.get(plain(words[index])));
  // `सवा सौ` is a hundred and a quarter of it.
  const bare = added !== undefined && scaleAt(at + 1) !== undefined ? 1 : undefined;
  const count = added === undefined ? undefined : (bare ?? SMALL.get(plain(words[at + 1])));
  if (alone === undefined && !count) return null;
  const quarters = BigInt(alone ?? 4 * (count ?? 0) + (added ?? 0));
  const length = alone === undefined && bare === undefined ? 2 : 1;
  const scale = scaleAt(at + length);
  const value = (quarters * (scale ?? 1n)) / 4n;
  const rest = ["", ".25", ".5", ".75"][scale ? 0 : Number(quarters % 4n)] ?? "";
  return { words: length + (scale ? 1 : 0), value, text: `${value}${rest}` };
}

function readDecimals(words: Words, at: number) {
  if (!/^(?:दशमलव|पॉइंट|प्वाइंट)$/.test(words[at] ?? "")) return null;
  let text = "";
  while (text.length < MOST_DECIMALS) {
    const digit = smallValue(words[at + 1 + text.length]);
    if (digit === undefined || digit > 9) break;
    text += digit;
  }
  return text === "" ? null : { words: 1 + text.length, text: `.${text}` };
}
