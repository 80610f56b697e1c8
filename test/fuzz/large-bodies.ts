/** The largest, deepest and widest of everything that a server reads. */
import { limits } from "../../src/config/limits.ts";
import type { Customizations } from "../../src/store/dictation/customizations.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";

export interface Body {
  name: string;
  type: string;
  bytes: Uint8Array;
}

const JSON_TYPE = "application/json";
export const FORM = "application/x-www-form-urlencoded";

const filled = (bytes: number, piece: (index: number) => string, separator = ",") => {
  const pieces: string[] = [];
  for (let length = 0; length < bytes; ) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += Buffer.byteLength(next) + separator.length;
  }
  return pieces.slice(0, -1).join(separator);
};

const json = (name: string, text: string): Body => ({ name, type: JSON_TYPE, bytes: Buffer.from(text) });
export const list = <Member>(count: number, member: (index: number) => Member) =>
  Array.from({ length: count }, (_, index) => member(index));

export const MEMBERS = list(
  limits.scimGroupMembers,
  (index) => `usr_${index.toString(16).padStart(32, "0")}`,
);

export const FULL: Customizations = {
  revision: 1,
  updatedAt: 0,
  dictionary: list(limits.dictionaryWords, (index) => `${index}`.padEnd(limits.dictionaryWordChars, "字")),
  replacements: list(limits.replacements, (index) => ({
    from: `${index}`.padEnd(10, "é"),
    to: "é".repeat(230),
  })),
  customInstructions: "never write a. ".repeat(600),
  dismissed: [],
};

/** Of everything that some list understands. */
export const QUERIES = [
  { name: "the longest page", query: "?limit=100&count=200" },
  {
    name: "a search of many words",
    query: `?limit=100&query=${"a%20b%20".repeat(83)}&q=${"a%20b%20".repeat(83)}`,
  },
  { name: "a search of one long word", query: `?query=${"a".repeat(500)}&q=${"a".repeat(500)}` },
  ...["displayName", "members.display", "emails.value"].map((name) => ({
    name: `a filter by ${name}`,
    query: `?filter=${encodeURIComponent(list(limits.scimFilterComparisons, () => `${name} co "x"`).join(" or "))}`,
  })),
];

const most = limits.jsonBodyBytes;
export const BODIES: Body[] = [
  json("JSON of many unknown keys", `{${filled(most - 2, (index) => `"k${index}":1`)}}`),
  json("JSON of as many keys as there may be", `{${filled(8_000, (index) => `"k${index}":1`)}}`),
  json("deep JSON", "[".repeat(most / 2) + "]".repeat(most / 2)),
  json("JSON of many numbers", `{"operations":[${filled(most - 20, () => "1")}]}`),
  json("JSON of many objects", `{"operations":[${filled(most - 20, () => "{}")}]}`),
  json("JSON of one text", JSON.stringify({ text: "a".repeat(most - 20) })),
  json("JSON of escaped text", `{"text":"${"\\u0041".repeat(most / 6 - 10)}"}`),
  json("JSON of one key", `{"${"a".repeat(most - 20)}":1}`),
  json("JSON that never ends", `{"text":"${"a".repeat(most - 20)}`),
  json(
    "as many words as there may be",
    JSON.stringify({
      operations: list(100, (index) => ({ type: "dictionary_add", word: `${index}`.padEnd(100, "字") })),
    }),
  ),
  json(
    "as many long replacements as there may be",
    JSON.stringify({
      operations: list(100, (index) => ({
        type: "replacement_set",
        from: `${index}`.padEnd(200, "é"),
        to: "é".repeat(2_000),
      })),
    }),
  ),
  json(
    "the longest instructions",
    JSON.stringify({
      operations: list(100, () => ({ type: "custom_instructions_set", text: "never write a. ".repeat(33) })),
    }),
  ),
  json(
    "many operations that are none",
    JSON.stringify({ operations: list(600, (index) => ({ type: `x${index}` })) }),
  ),
  json("the longest text to try", JSON.stringify({ text: "twenty one point five ".repeat(272) })),
  json(
    "a message of many elements",
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add_dictionary_terms", arguments: { terms: list(990, (index) => `t${index}`) } },
    }),
  ),
  json(
    "a batch of messages",
    JSON.stringify(
      list(20, (id) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name: "add_dictionary_terms",
          arguments: { terms: list(90, (index) => `t${id}-${index}`) },
        },
      })),
    ),
  ),
  json(
    "a group of many members",
    JSON.stringify({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
      displayName: "All",
      members: MEMBERS.map((value) => ({ value, display: "Ada", type: "User" })),
    }),
  ),
  json(
    "operations on all members",
    JSON.stringify({
      Operations: [
        { op: "remove", path: "members" },
        { op: "add", path: "members", value: MEMBERS.map((value) => ({ value })) },
      ],
    }),
  ),
  json(
    "the longest text of a session",
    JSON.stringify({ text: "a b ".repeat(limits.sessionTextChars / 4), revision: 0 }),
  ),
  json(
    "the longest feedback",
    JSON.stringify({
      feedback_type: "negative",
      message: "a".repeat(limits.feedbackMessageChars),
      corrected_text: "a b ".repeat(limits.correctedTextChars / 4),
    }),
  ),
  json(
    "many networks",
    JSON.stringify({
      key_networks: list(limits.keyNetworks, (index) => `2001:db8::${(index + 1).toString(16)}/128`),
    }),
  ),
  json(
    "many redirect addresses",
    JSON.stringify({
      redirect_uris: list(limits.oauthRedirectUris, (index) => `https://a${index}.test/${"a".repeat(1_400)}`),
      client_name: "字".repeat(200),
    }),
  ),
  json(
    "a person of many addresses",
    JSON.stringify({
      userName: "a@b.test",
      emails: list(10_000, (index) => ({ value: `a${index}@b.test`, type: "work", primary: true })),
    }),
  ),
  json(
    "many operations on a person",
    JSON.stringify({
      Operations: list(1_000, () => ({
        op: "add",
        path: 'emails[type eq "work" and (value co "a" or value co "b")].value',
        value: "a@b.test",
      })),
    }),
  ),
  { name: "a form of many fields", type: FORM, bytes: Buffer.from("a=%41&".repeat(limits.formBytes / 6)) },
  {
    name: "a form of one field",
    type: FORM,
    bytes: Buffer.from(`password=${"%41".repeat(limits.formBytes / 3 - 10)}`),
  },
  { name: "a form that is too long", type: FORM, bytes: Buffer.from("a=%41&".repeat(200_000)) },
  ...[
    { name: "many fields", parts: list(10_000, (index) => ({ name: `f${index}`, body: "x" })) },
    {
      name: "large fields",
      parts: list(16, (index) => ({ name: `f${index}`, body: "x".repeat(limits.fieldBytes) })),
    },
    { name: "a long header", parts: [{ disposition: `form-data; name="f"; ${"x=y; ".repeat(200_000)}` }] },
    { name: "empty parts", parts: list(20_000, () => ({ disposition: null })) },
    {
      name: "a file of line breaks",
      parts: [{ name: "file", fileName: "a.wav", body: "\r\n--".repeat(250_000) }],
    },
  ].map(({ name, parts }) => ({ name: `multipart of ${name}`, type: CONTENT_TYPE, bytes: multipart(parts) })),
];

const csv = (name: string, text: string): Body => ({ name, type: "text/csv", bytes: Buffer.from(text) });
const mostCsv = limits.dictionaryTableBytes - 10;
export const TABLES: Body[] = [
  csv("many lines", `word\n${"a\n".repeat(mostCsv / 2)}`),
  csv("many lines that are wrong", `word\n${"a,b\n".repeat(mostCsv / 4)}`),
  csv("many empty lines", `word\n${"\n".repeat(mostCsv)}`),
  csv("many columns", "a,".repeat(mostCsv / 2)),
  csv("many columns below", `word\n${",".repeat(mostCsv)}`),
  csv("one cell", `word\n${"a".repeat(mostCsv)}`),
  csv("many quotes", `word\n"${'""'.repeat(mostCsv / 2 - 5)}"`),
  csv("a quote that never ends", `word\n"${"a\n".repeat(mostCsv / 2 - 5)}`),
  csv(
    "as many words as there may be",
    `word\n${list(limits.dictionaryWords, (index) => `${index}`.padEnd(100, "字")).join("\n")}`,
  ),
  csv(
    "as many replacements as there may be",
    `from,to\n${list(limits.replacements, (index) => `${index},${"é".repeat(240)}`).join("\n")}`,
  ),
];
