/**
 * `bun run fuzz:read-back [CODE …]`: spells, formats and compares 10,000 numbers, 1,000 dates and 1,000 amounts a
 * language, and exits with 1 if one does not come back as it was.
 */
import {
  languageOf,
  READ_BACK,
  type ReadBack,
  readAmount,
  readDate,
  readNumber,
} from "../support/read-back.ts";

const NUMBERS = 10_000;
const OTHERS = 1_000;
const SHOWN = 3;
const MILLION = 1_000_000;
const LARGEST = [99, 999, 9_999, MILLION - 1, 1e9 - 1, 1e12 - 1];

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

function* numbers(): Generator<number> {
  for (let i = 0; i < NUMBERS; i++) {
    const value = between(10, LARGEST[i % LARGEST.length] as number);
    yield value % MILLION === 0 ? value + 1 : value;
  }
}

function run(code: string): boolean {
  const language = languageOf(code);
  const wrong: ReadBack[] = [];
  let count = 0;
  const check = (each: ReadBack) => {
    count++;
    if (each.written !== each.expected) wrong.push(each);
  };
  let turn = 0;
  // One of the genders and cases of each number, in turn.
  for (const value of numbers()) {
    const all = readNumber(language, value, turn++);
    for (const each of all) check(each);
  }
  for (let i = 0; i < OTHERS; i++) {
    check(readDate(language, between(1, 28), between(1, 12), between(1100, 2099)));
    check(readAmount(language, between(10, 9_999), between(10, 99)));
  }
  console.log(`${code.padEnd(4)} ${count - wrong.length} of ${count}`);
  for (const { spoken, written, expected } of wrong.slice(0, SHOWN))
    console.log(`     ${spoken} → ${written}, not ${expected}`);
  return wrong.length === 0;
}

const asked = process.argv.slice(2);
const others = asked.filter((code) => !READ_BACK.includes(code));
if (others.length > 0) {
  console.error(
    `${others.join(", ")}: has spellers and tests of its own in test/golden/formatting; here: ${READ_BACK.join(" ")}`,
  );
  process.exit(2);
}
const passed = (asked.length > 0 ? asked : READ_BACK).map(run);
process.exitCode = passed.every(Boolean) ? 0 : 1;
