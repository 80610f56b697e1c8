import { expect, test } from "bun:test";
import type { DirectoryEntry } from "./connection.ts";
import { escaped, userFilter } from "./filters.ts";
import { idOf, reasonOf, stateOf } from "./person.ts";

const NOW = Date.UTC(2026, 0, 1);
/** As Active Directory writes a time. */
const filetime = (ms: number) => `${(BigInt(ms) + 11_644_473_600_000n) * 10_000n}`;

const entryOf = (attributes: Record<string, string | Buffer>): DirectoryEntry => ({
  dn: "uid=ada",
  attributes: new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), [value]])),
});

test.each<[Record<string, string>, string | null]>([
  [{}, null],
  [{ userAccountControl: "512" }, null],
  [{ userAccountControl: "514" }, "disabled_there"],
  [{ userAccountControl: "66050" }, "disabled_there"],
  [{ nsAccountLock: "TRUE" }, "disabled_there"],
  [{ nsAccountLock: "false" }, null],
  [{ accountExpires: "0" }, null],
  [{ accountExpires: "9223372036854775807" }, null],
  [{ accountExpires: filetime(NOW + 1) }, null],
  [{ accountExpires: filetime(NOW) }, "expired_there"],
  [{ shadowExpire: "-1" }, null],
  [{ shadowExpire: `${NOW / 86_400_000 + 1}` }, null],
  [{ shadowExpire: `${NOW / 86_400_000}` }, "expired_there"],
  [{ shadowExpire: "1" }, "expired_there"],
])("an entry with %p may come in, or not: %p", (attributes, state) => {
  expect(stateOf(entryOf(attributes), NOW)).toBe(state as never);
});

test.each(["userAccountControl", "accountExpires", "shadowExpire"])(
  "%s that is no number lets nobody in",
  (name) => {
    expect(() => stateOf(entryOf({ [name]: "soon" }), NOW)).toThrow("is no number");
  },
);

test("an entry is known by its id, in text or in bytes", () => {
  expect(idOf(entryOf({ entryUUID: "DC98FE9A-7daf-1041-9c63-05de92bec115" }))).toBe(
    "dc98fe9a-7daf-1041-9c63-05de92bec115",
  );
  expect(idOf(entryOf({ objectGUID: Buffer.from([1, 2, 255]), entryUUID: "x" }))).toBe("0102ff");
  expect(idOf(entryOf({ uid: "ada" }))).toBeNull();
});

test.each([
  ["52e", "password_wrong"],
  ["533", "disabled_there"],
  ["701", "expired_there"],
  ["532", "password_expired"],
  ["773", "password_expired"],
  ["775", "locked_there"],
])("Active Directory's %s reads %s", (data, reason) => {
  const text = `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v2580 Code: 0x31`;
  expect(reasonOf({ code: 49, text })).toBe(reason as never);
});

test("a refusal that is no wrong password is read as a lock", () => {
  expect(reasonOf({ code: 49, text: "Invalid credentials" })).toBe("password_wrong");
  expect(reasonOf({ code: 19, text: "Exceed password retry limit" })).toBe("locked_there");
});

test("nothing of a name is read as a part of the filter", () => {
  expect(escaped("a*b(c)\\d\0é")).toBe("a\\2ab\\28c\\29\\5cd\\00é");
  expect(userFilter("(|(uid={name})(mail={name}))", "x)(uid=*$&{name}")).toBe(
    "(|(uid=x\\29\\28uid=\\2a$&{name})(mail=x\\29\\28uid=\\2a$&{name}))",
  );
});
