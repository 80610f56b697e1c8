import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { editText } from "../../../src/text/editing/edit-text.ts";
import { processorMs } from "../../support/processor-time.ts";

const english = { language: "en", dictionary: [] };
const rows = readFileSync(join(import.meta.dir, "en.tsv"), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"));

test.each(rows.map((row) => row.split("\t").map((cell) => cell.replaceAll("\\n", "\n"))))(
  "%s: %j, %j",
  (_rule, selection = "", instruction = "", wanted = "") => {
    const { text, unclear, deleted } = editText(instruction, selection, english);
    const unchanged = { text: selection, unclear: true, deleted: false };
    if (wanted === "?") expect({ text, unclear, deleted }).toEqual(unchanged);
    else if (wanted === "!")
      expect({ text, unclear, deleted }).toEqual({ text: "", unclear: false, deleted: true });
    else expect({ text, unclear, deleted }).toEqual({ text: wanted, unclear: false, deleted: false });
  },
);

test("the dictionary's spelling is written", () => {
  const options = { language: "en", dictionary: ["PostgreSQL"] };
  expect(editText("replace the database with postgresql", "Use the database.", options).text).toBe(
    "Use PostgreSQL.",
  );
});

test("in a language without commands every instruction is unclear", () => {
  const italian = { language: "it", dictionary: [] };
  expect(editText("delete that", "Ciao.", italian)).toEqual({
    text: "Ciao.",
    unclear: true,
    deleted: false,
  });
});

const words = fc.array(
  fc.constantFrom(
    ..."replace delete the last first word sentence with and before after tuesday make it uppercase add comma swap in quotes all lines to 25 please ersetze durch lösche den letzten satz und nicht sondern liste remplace par et la dernière phrase supprime à cambia por borra y última frase 3 pm".split(
      " ",
    ),
    ",",
    ".",
    "\n",
    "é",
    "日本",
  ),
  { maxLength: 12 },
);

test("whatever is said: an unclear instruction changes nothing, and only an empty result is a deletion", () => {
  fc.assert(
    fc.property(
      words,
      words,
      fc.constantFrom("en", "de", "fr", "es", "auto"),
      (instruction, selection, language) => {
        const selected = selection.join(" ");
        const { text, unclear, deleted } = editText(instruction.join(" "), selected, {
          ...english,
          language,
        });
        if (unclear) expect(text).toBe(selected);
        expect(deleted).toBe(!unclear && text === "" && selected !== "");
      },
    ),
    { numRuns: 2_000 },
  );
});

test("the longest selection and a hostile instruction end at once", () => {
  const selection = "word ".repeat(1_200);
  for (const instruction of [
    "replace a ".repeat(300),
    "and then ".repeat(300),
    `delete ${"x".repeat(5_000)}`,
    "with to by ".repeat(400),
    "replace wurt with b and ".repeat(60),
    "ersetze wurt durch b und ".repeat(60),
    "lösche den letzten ".repeat(80),
    "remplace a par b et ".repeat(80),
    "cambia a a b y ".repeat(100),
    "make it a a a 3 pm ".repeat(80),
    "replace , with 25",
    "after , add 25",
  ]) {
    const tookMs = processorMs(() => editText(instruction, selection, { ...english, language: "auto" }));
    expect(tookMs).toBeLessThan(2_000);
  }
});
