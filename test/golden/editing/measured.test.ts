/** How many instructions are carried out, refused, and done wrongly, on utterances written before the grammar was. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { editText } from "../../../src/text/editing/edit-text.ts";

interface Row {
  selection: string;
  instruction: string;
  wanted: string;
}

function rowsOf(language: string, set = "measured"): Row[] {
  const lines = readFileSync(join(import.meta.dir, `${set}.${language}.tsv`), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [selection = "", instruction = "", wanted = ""] = line
        .split("\t")
        .map((cell) => cell.replaceAll("\\n", "\n"));
      return { selection, instruction, wanted };
    });
}

function outcomeOf({ selection, instruction }: Row, language: string): string {
  const { text, unclear, deleted } = editText(instruction, selection, { language, dictionary: [] });
  return unclear ? "?" : deleted ? "!" : text;
}

/** Which of the no-break spaces French sets before a mark is the formatter's matter. */
function plain(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

test.each([
  ["en", { rows: 112, right: 111 }],
  ["de", { rows: 47, right: 47 }],
  ["fr", { rows: 44, right: 44 }],
  ["es", { rows: 44, right: 44 }],
])("instructions in %s: none is done wrongly, and nearly all are carried out", (language, wanted) => {
  const rows = rowsOf(language);
  const missed = rows
    .map((row) => ({ ...row, got: outcomeOf(row, language) }))
    .filter((row) => plain(row.got) !== plain(row.wanted));
  expect(rows.length).toBeGreaterThanOrEqual(wanted.rows);
  expect(missed.filter(({ got }) => got !== "?")).toEqual([]);
  expect(rows.length - missed.length).toBeGreaterThanOrEqual(wanted.right);
});

test.each(["en", "de", "fr", "es"])(
  "in %s one place is changed, and several places are unclear",
  (language) => {
    const rows = rowsOf(language, "places");
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.map((row) => ({ ...row, wanted: outcomeOf(row, language) }))).toEqual(rows);
  },
);

test("where the language is not known, each grammar has its try", () => {
  for (const [language, instruction] of [
    ["de", "lösche den letzten satz"],
    ["fr", "supprime la dernière phrase"],
    ["es", "borra la última frase"],
  ] as const) {
    const row = { selection: "Eins. Zwei.", instruction, wanted: "Eins." };
    expect([outcomeOf(row, "auto"), outcomeOf(row, language), outcomeOf(row, "en")]).toEqual([
      "Eins.",
      "Eins.",
      "?",
    ]);
  }
});

const around = {
  language: "en",
  dictionary: [],
  textBefore: "I met Anna. We meet on ",
  textAfter: " at noon.",
};

test.each([
  ["monday", "change it to tuesday", "Tuesday", "words in the middle of a sentence"],
  ["big hall", "put the before big", "the big hall", "no capital within a sentence"],
  ["big hall", "put the at the beginning", "the big hall", "the same at its beginning"],
  ["her day", "replace her with anna", "Anna day", "a name as it stands around"],
  ["- milk\n- tea", "make it a sentence", "milk and tea.", "a sentence that began before"],
])("%j, %j becomes %j: %s", (selection, instruction, wanted) => {
  expect(editText(instruction, selection, around).text).toBe(wanted);
});

test("a name that the recognizer wrote with a capital keeps it", () => {
  const edit = (instruction: string) =>
    editText(instruction, "Ask the manager.", { language: "en", dictionary: [] }).text;
  expect(edit("Replace the manager with McKenzie.")).toBe("Ask McKenzie.");
  expect(edit("replace the manager with the owner")).toBe("Ask the owner.");
});
