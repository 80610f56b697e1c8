import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normalize } from "../../formatting/normalize.ts";
import { hindi } from "./rules.ts";

const BELOW_HUNDRED =
  `शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस
पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस
चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ
चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी
तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(
    /\s+/,
  );

function say(value: number): string {
  if (value < 100) return BELOW_HUNDRED[value] ?? "";
  const [size, name] =
    value >= 1e7 ? [1e7, "करोड़"] : value >= 1e5 ? [1e5, "लाख"] : value >= 1000 ? [1000, "हज़ार"] : [100, "सौ"];
  const rest = value % size;
  return `${say(Math.floor(value / size))} ${name}${rest ? ` ${say(rest)}` : ""}`;
}

const read = (text: string) => normalize(text, hindi);
const digits = (text: string | number) =>
  String(text).replace(/\d/g, (digit) => "०१२३४५६७८९"[Number(digit)] ?? "");

describe("Hindi numbers", () => {
  test("the hundred words are all there", () => {
    expect(BELOW_HUNDRED.length).toBe(100);
  });

  test("whole numbers, money and percent", () => {
    const number = fc.oneof(fc.integer({ min: 4, max: 999 }), fc.integer({ min: 4, max: 999_999_999 }));
    fc.assert(
      fc.property(number, (value) => {
        expect(read(say(value))).toBe(digits(value));
        expect(read(`कुल ${say(value)} रुपये हैं`)).toBe(`कुल ₹${digits(value)} हैं`);
        expect(read(`${say(value)} प्रतिशत`)).toBe(`${digits(value)}%`);
      }),
    );
  });

  test("decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^\d{1,6}$/), (whole, decimals) => {
        const spoken = [...decimals].map((digit) => say(Number(digit))).join(" ");
        expect(read(`${say(whole)} दशमलव ${spoken}`)).toBe(digits(`${whole}.${decimals}`));
      }),
    );
  });

  test("dates and times", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1000, max: 2999 }), (day, year) => {
        expect(read(`${say(day)} जुलाई ${say(year)}`)).toBe(`${digits(day)} जुलाई, ${digits(year)}`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 59 }), (hour, minute) => {
        const clock = `${hour}:${String(minute).padStart(2, "0")}`;
        expect(read(`${say(hour)} बजकर ${say(minute)} मिनट`)).toBe(digits(clock));
      }),
    );
  });
});
