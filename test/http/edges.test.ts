/** Bounds of what is sent, each at its edge and one past it: a refusal names the field and how much it may hold. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { endlessEngine } from "../support/engines.ts";
import { BOUNDARY, CONTENT_TYPE } from "../support/multipart.ts";
import { csrfOf } from "../support/people.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import { Administrators } from "./administration/administrators.ts";

const people = await testPeople({
  environment: {
    TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000",
    TIRO_WEBHOOKS_ALLOW: "hooks.example.com",
  },
  overrides: { engine: endlessEngine },
});
const { url, context } = people.server;
const staff = new Administrators(people);
const owner = people.add("Owner");
const browser = people.browserOf(owner);
const acme = addOrganization(people.deps, { name: "Acme", owner });
const { key } = createKey({ ...people.deps, keyPrefixes: ["sk_"] }, owner, { name: "edges" });
const { token } = createScimToken(people.deps, { name: "edges" });
const recording = `/recordings/${addRecording(context.db, owner.id)}`;

interface Told {
  status: number;
  /** `param: message` of everything that is wrong, or a message alone. */
  faults: string[];
}

function told(status: number, answer: Json): Told {
  const { error, detail } = answer ?? {};
  const issues = error?.details?.issues as { param: string; message: string }[] | undefined;
  const faults = issues?.map(({ param, message }) => `${param}: ${message}`) ?? [];
  const whole = error?.message ?? detail;
  const param = error?.param ? `${error.param}: ` : "";
  return { status, faults: [...faults, ...(whole ? [`${param}${whole}`] : [])] };
}

async function sent(path: string, init: RequestInit, type: string, bearer = key): Promise<Told> {
  const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": type, ...init.headers };
  const answer = await fetch(url + path, { ...init, headers });
  const text = await answer.text();
  return told(answer.status, /^\s*\{/.test(text) ? JSON.parse(text) : {});
}

/** @param body text as it is, anything else as JSON. */
const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sent(`/v1${path}`, { method, headers, ...withBody(body) }, "application/json");
const table = (path: string, body: string) => sent(`/v1${path}`, { method: "POST", body }, "text/csv");
const scim = (method: string, path: string, body?: unknown) =>
  sent(`/scim/v2${path}`, { method, ...withBody(body) }, "application/scim+json", token);

function withBody(body: unknown) {
  return body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
}

async function asOwner(method: string, path: string, body: object): Promise<Told> {
  const { status, json } = await browser.call(method, `/organizations/${acme.id}${path}`, body);
  return told(status, json);
}

async function asStaff(method: string, path: string, body?: object): Promise<Told> {
  return told(...(await staff.administrator(method, path, body)));
}

const chars = (count: number) => "x".repeat(count);
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `n${number}`);
/** White space around the values of JSON. */
const padded = (value: object, bytes: number) => JSON.stringify(value).padEnd(bytes, " ");
/** An address as long as that, in labels of 63 characters at most. */
function address(length: number): string {
  const domain = Array.from({ length: Math.ceil((length - 65) / 64) }, (_, at) => {
    const left = length - 65 - at * 64;
    return "d".repeat(Math.min(63, left));
  });
  return `${"l".repeat(64)}@${domain.join(".")}`;
}

type Row = [limit: keyof typeof limits, param: string, ask: (size: number) => Promise<Told>];

const ROWS: Row[] = [
  [
    "replacementFromChars",
    "operations.0.from",
    (n) => customize({ type: "replacement_set", from: chars(n), to: "" }),
  ],
  ["recordingNameChars", "name", (n) => api("PATCH", recording, { name: chars(n) })],
  ["recordingTagChars", "tags.0", (n) => api("PATCH", recording, { tags: [chars(n)] })],
  ["recordingTags", "tags", (n) => api("PATCH", recording, { tags: numbered(n) })],
  ["transcriptPageMax", "limit", (n) => api("GET", `${recording}/transcript?limit=${n}`)],
  ["subtitleLineCharsMax", "max_line_chars", (n) => subtitles("max_line_chars", n)],
  ["subtitleLinesMax", "max_lines", (n) => subtitles("max_lines", n)],
  ["subtitleCharsPerSecondMax", "max_chars_per_second", (n) => subtitles("max_chars_per_second", n)],
  ["subtitleSecondsMax", "min_seconds", (n) => subtitles("min_seconds", n)],
  ["subtitleLineCharsMin", "max_line_chars", (n) => subtitles("max_line_chars", n)],
  ["subtitleCharsPerSecondMin", "max_chars_per_second", (n) => subtitles("max_chars_per_second", n)],
  ["subtitleSecondsMin", "min_seconds", (n) => subtitles("min_seconds", n)],
  ["peaksTold", "count", (n) => api("GET", `${recording}/peaks?count=${n}`)],
  ["selectionSeconds", "end", (n) => api("POST", `${recording}/recognize`, { start: 0, end: n })],
  ["uploadMetadataBytes", "Upload-Metadata", begunUpload],
  ["captionsTitleChars", "title", (n) => api("POST", "/realtime/captions", { stream: "x", title: chars(n) })],
  ["emailChars", "emails.0", (n) => asOwner("POST", "/invitations", { emails: [address(n)] })],
  [
    "invitationsAtOnce",
    "emails",
    (n) => asOwner("POST", "/invitations", { emails: numbered(n).map((name) => `${name}@x.test`) }),
  ],
  ["networkChars", "key_networks.0", (n) => asOwner("PATCH", "/policy", { key_networks: [chars(n)] })],
  [
    "webhookUrlChars",
    "url",
    (n) =>
      asOwner("POST", "/webhooks", {
        url: "https://hooks.example.com/".padEnd(n, "x"),
        events: ["job.failed"],
      }),
  ],
  [
    "languageCodeChars",
    "policy.allowed_languages.0",
    (n) => asStaff("PATCH", `/organizations/${acme.id}`, { policy: { allowed_languages: [chars(n)] } }),
  ],
  [
    "reasonChars",
    "reason",
    (n) => asStaff("POST", `/people/${people.add().id}/disable`, { reason: chars(n) }),
  ],
  [
    "organizationNameChars",
    "name",
    (n) => asStaff("POST", "/organizations", { name: chars(n), owner_email: owner.email }),
  ],
  ["packSearchChars", "query", (n) => asStaff("GET", `/packs/catalogue?query=${chars(n)}`)],
  ["packIdChars", "pack", (n) => asStaff("POST", "/packs/install", { pack: chars(n) })],
  ["modelRoutePacks", "packs", (n) => asStaff("PUT", "/model-routes/de", { packs: numbered(n) })],
  [
    "scimNameChars",
    "userName",
    (n) => scim("POST", "/Users", { userName: chars(n), emails: [{ value: `n${n}@x.test` }] }),
  ],
  [
    "scimNameChars",
    "externalId",
    (n) => scim("POST", "/Groups", { displayName: `g${n}`, externalId: chars(n) }),
  ],
  [
    "scimFilterChars",
    "filter",
    (n) => scim("GET", `/Users?filter=userName+eq+"${chars(n - 'userName eq ""'.length)}"`),
  ],
  [
    "scimFilterDepth",
    "filter",
    (n) => scim("GET", `/Users?filter=${"(".repeat(n - 1)}userName+pr${")".repeat(n - 1)}`),
  ],
];

/** Refused as a whole, without a field. */
const BODIES: [limit: keyof typeof limits, ask: (size: number) => Promise<Told>][] = [
  ["jsonBodyBytes", (n) => api("PATCH", recording, padded({ name: "x" }, n))],
  ["transcriptBodyBytes", (n) => api("PATCH", `${recording}/transcript`, padded(NO_CHANGE, n))],
  ["importBodyBytes", (n) => api("POST", "/recordings/import", padded({ content: "Hello." }, n))],
  [
    "replacementsTableBytes",
    (n) => table("/customizations/table?table=replacements", "from,to\na,b\n".padEnd(n, "\n")),
  ],
  ["importBytes", (n) => importPeople("email,name\n".padEnd(n, "\n"))],
  ["scimBodyBytes", (n) => scim("POST", "/Groups", padded({ displayName: `bytes ${n}` }, n))],
  ["scimBodyValues", (n) => scim("POST", "/Groups", valuesOf(n))],
  ["transcriptBodyValues", (n) => api("PATCH", `${recording}/transcript`, valuesOf(n))],
  ["mcpMessageValues", (n) => sent("/mcp", { method: "POST", body: valuesOf(n) }, "application/json")],
];
const NO_CHANGE = { base_revision: 0, changes: [] };

/** JSON of so many values: the object, its list, and zeros. */
function valuesOf(count: number): string {
  return JSON.stringify({ displayName: Array(count - 2).fill(0) });
}

async function importPeople(body: string): Promise<Told> {
  const { administrator } = staff.browsers;
  const headers = { "Content-Type": "text/csv", "x-csrf-token": await csrfOf(administrator), Origin: url };
  const path = "/v1/administration/people/import/check";
  const { status, text } = await administrator.send(path, { method: "POST", headers, body });
  return told(status, JSON.parse(text));
}

function customize(operation: object): Promise<Told> {
  return api("PATCH", "/customizations", { dry_run: true, operations: [operation] });
}

function subtitles(rule: string, value: number): Promise<Told> {
  return api("GET", `${recording}/export?format=srt&${rule}=${value}`);
}

function begunUpload(headerChars: number): Promise<Told> {
  const name = "filename ";
  return api("POST", "/uploads", undefined, {
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "1",
    "Upload-Metadata": name.padEnd(headerChars, "A"),
  });
}

const refuses = (limit: keyof typeof limits, param = "") => {
  const most = limits[limit];
  return ({ faults }: Told) =>
    faults.some((fault) => fault.startsWith(param) && new RegExp(`\\b${most}\\b`).test(fault));
};

test.each(ROWS)("%s of %s", async (limit, param, ask) => {
  const isRefused = refuses(limit, limit.startsWith("scim") ? "" : `${param}:`);
  const step = limit.endsWith("Min") ? -1 : 1;
  const [at, past] = [await ask(limits[limit]), await ask(limits[limit] + step)];
  expect(isRefused(at) ? at : null).toBeNull();
  expect(isRefused(past) ? past.status : past).toBe(400);
});

test.each(BODIES)("%s", async (limit, ask) => {
  const [at, past] = [await ask(limits[limit]), await ask(limits[limit] + 1)];
  expect(refuses(limit)(at) ? at : null).toBeNull();
  expect(refuses(limit)(past) ? past.status : past).toBe(413);
});

test("a page has so many by default", async () => {
  const { pageSizeDefault, transcriptPageDefault } = limits;
  for (let count = 0; count < pageSizeDefault; count += 1) addRecording(context.db, owner.id);
  const segments = Array.from({ length: transcriptPageDefault + 1 }, (_, at) => spoken("word", at));
  const long = addRecording(context.db, owner.id, { segments });
  const lengths = ["/recordings", `/recordings/${long}/transcript`].map(async (path) => {
    const answer = await fetch(`${url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const { data, segments } = (await answer.json()) as Json;
    return (data ?? segments).length;
  });
  expect(await Promise.all(lengths)).toEqual([pageSizeDefault, transcriptPageDefault]);
});

test("the header of a part", async () => {
  const name = '\r\nContent-Disposition: form-data; name="name"';
  const sentWith = (bytes: number) => {
    const head = "X-Padding: ".padEnd(bytes - name.length, "x") + name;
    const part = `--${BOUNDARY}\r\n${head}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`;
    return sent("/v1/recordings", { method: "POST", body: part }, CONTENT_TYPE);
  };
  const { faults } = await sentWith(limits.partHeaderBytes);
  expect(faults).toContainEqual(expect.stringContaining("`file` is missing"));
  // Of a longer one, what fits names another field.
  expect(refuses("partHeaderBytes")(await sentWith(limits.partHeaderBytes + 1))).toBe(true);
});
