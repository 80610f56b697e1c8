import { expect, test } from "bun:test";
import { isCommonPassword } from "./common-passwords.ts";
import { faultOfPassword } from "./passwords.ts";

test.each([
  "1qaz2wsx3edc",
  "123456789012",
  "finalfantasy",
  "Administrator",
  "password1234",
  "Password2026!",
  "!!Summer2026!",
  "P@ssw0rd1234",
  "P@$$w0rd!!!!!",
  "passwordpassword",
  "dragondragondragon",
  "QWERTYqwerty",
  "123456123456",
])("%s is common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "correct horse battery",
  "another good password",
  "Pässwort with five words",
  "dragon summer welcome",
  "kX9#vPq2!mZ7",
  "8475 1029 3847 56",
])("%s is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test("a common one is refused as a new password, and said to be so", () => {
  const person = { email: "ada@example.com", name: "Ada" };
  expect(faultOfPassword("Password2026!", person)?.key).toBe("password_common");
  expect(faultOfPassword("correct horse battery", person)).toBeNull();
});

test.each([
  "Lovelace2026!",
  "ada.lovelace.1815",
  "@da-L0vel@ce-2026",
  "acme-135790-acme",
  "AcmeAcmeAcme1",
  "tirotirotiro1",
  "ada@acme.example",
  "Lovelace, Ada!",
])("%s holds little more than its person, company and product", (password) => {
  expect(faultOfPassword(password, { email: "ada@acme.example", name: "Ada Lovelace" })?.key).toBe(
    "password_guessable",
  );
});

test.each(["lovelace horse battery", "acme 8475 1029 3847 56", "an adamant retirement", "kX9#adaPq2!mZ7"])(
  "%s holds more",
  (password) => {
    expect(faultOfPassword(password, { email: "ada@acme.example", name: "Ada Lovelace" })).toBeNull();
  },
);
