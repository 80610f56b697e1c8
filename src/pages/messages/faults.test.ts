import { expect, test } from "bun:test";
import { TiroError } from "../../lib/errors.ts";
import { type PersonFaultKey, personFault } from "../../lib/person-faults.ts";
import { FAULTS, faultIn } from "./faults.ts";

test("a fault is shown in the reader's language, with its values", () => {
  const fault = personFault("invitation_for_another", "ada@acme.test", "bea@acme.test");
  const error = new TiroError("invalid_request", fault);
  expect(faultIn("de", error)).toBe(
    "Diese Einladung ist für ada@acme.test, und Sie sind als bea@acme.test angemeldet.",
  );
  expect(faultIn("fr", new TiroError("invalid_request", personFault("password_length", 10, 200)))).toBe(
    "Le mot de passe doit avoir de 10 à 200 caractères.",
  );
  expect(faultIn("en", error)).toBe(
    "This invitation is for ada@acme.test, and you are logged in as bea@acme.test.",
  );
  expect(faultIn("es", new TiroError("invalid_request", "Never heard of."))).toBe("Never heard of.");
});

test("every translation fills in what the English one has, and no more", () => {
  const placesIn = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
  for (const [key, others] of Object.entries(FAULTS)) {
    const english = String(personFault(key as PersonFaultKey, "{0}", "{1}"));
    for (const text of Object.values(others))
      expect([key, placesIn(english)]).toEqual([key, expect.arrayContaining(placesIn(text))]);
  }
});
