import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { FAULTS, faultIn } from "./faults.ts";

const SOURCES = new URL("../../", import.meta.url).pathname;

test("a fault is shown in the reader's language, with its values", () => {
  const english = "This invitation is for ada@acme.test, and you are logged in as bea@acme.test.";
  expect(faultIn("de", english)).toBe(
    "Diese Einladung ist für ada@acme.test, und Sie sind als bea@acme.test angemeldet.",
  );
  expect(faultIn("fr", "The password must have 10 to 200 characters.")).toBe(
    "Le mot de passe doit avoir de 10 à 200 caractères.",
  );
  expect(faultIn("en", english)).toBe(english);
  expect(faultIn("es", "Never heard of.")).toBe("Never heard of.");
});

/** With what is filled in as `{}`, as the catalogue has it. */
test("every sentence of the catalogue is one that the program says", () => {
  const files = ["accounts/**/*.ts", "web/**/*.ts", "pages/**/*.ts"]
    .flatMap((pattern) => [...new Glob(pattern).scanSync(SOURCES)])
    .filter((path) => !path.includes("/messages/"));
  const code = files.map((path) => readFileSync(SOURCES + path, "utf8")).join("\n");
  const said = code.replaceAll(/\$\{[^}]*\}/g, "{}");
  expect(Object.keys(FAULTS).filter((english) => !said.includes(english))).toEqual([]);
});

test("every translation fills in only what the English one has", () => {
  for (const [english, others] of Object.entries(FAULTS)) {
    const values = english.split("{}").length - 1;
    const filled = Object.values(others).flatMap((text) =>
      [...text.matchAll(/\{(\d)\}/g)].map(([, n]) => Number(n)),
    );
    expect(filled.filter((index) => index >= values)).toEqual([]);
  }
});
