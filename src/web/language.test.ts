import { expect, test } from "bun:test";
import { interfaceLanguage } from "./language.ts";

test.each([
  [null, null, "en"],
  [null, "", "en"],
  [null, "de", "de"],
  [null, "de-CH, en;q=0.5", "de"],
  [null, "en;q=0.5, FR-ca;q=0.9", "fr"],
  [null, "pt, es;q=0.4, *;q=0.1", "es"],
  [null, "de;q=0, fr;q=x", "en"],
  [null, "ja, *", "en"],
  ["fr", "de", "fr"],
  ["pt", "de", "de"],
  ["es", null, "es"],
] as const)("chosen %p and Accept-Language %p make %s", (chosen, accepted, language) => {
  expect(interfaceLanguage(chosen, accepted)).toBe(language);
});
