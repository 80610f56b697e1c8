/** Servers on which each error of the contract can be caused, and how it is asked for. */
import { readFileSync } from "node:fs";
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession, type LogInMethod } from "../../../src/accounts/credentials/browser-sessions.ts";
import { addMember } from "../../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../../src/accounts/people/server-roles.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import type { ServerRole } from "../../../src/accounts/policies/permissions.ts";
import { type RecordingState, recordingById } from "../../../src/store/recordings/recordings.ts";
import { putShare } from "../../../src/store/recordings/shares.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import { brokenEngine, endlessEngine } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../../support/multipart.ts";
import { addRecording } from "../../support/recordings.ts";
import { type Json, startServer, type TestServer } from "../../support/server.ts";
import { RECORDING } from "../../support/transcription.ts";

/** Asks for the code and returns the answer. */
export type Cause = () => Promise<Response>;
export interface Line {
  family: "transcription" | "product";
  cause: Cause;
  /** Other members of this answer. */
  param?: string;
  headers?: Record<string, string>;
}

export const recording = readFileSync(RECORDING);
export const TRANSCRIPTIONS = "/audio/transcriptions";
export const JOBS = "/audio/transcription-jobs";

export type Fields = Record<string, string>;
export const form = (fields: Fields, file: Uint8Array | null = recording, fileName = "talk.wav") =>
  multipart([
    ...Object.entries({ model: "speech-v1.5", ...fields }).map(([name, body]) => ({ name, body })),
    ...(file ? [{ name: "file", fileName, body: file }] : []),
  ]);
export const post = (body: NonNullable<RequestInit["body"]>, headers: Fields = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": CONTENT_TYPE, ...headers },
  body,
});
const servers: Record<string, TestServer> = {};
export const at = (name: string): TestServer => servers[name] as TestServer;

/** Each for what the others cannot show. */
export async function openServers(): Promise<void> {
  servers.plain = await startServer();
  servers.slow = await startServer({
    environment: { TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000" },
    overrides: { engine: endlessEngine },
  });
  servers.broken = await startServer({ overrides: { engine: brokenEngine } });
  servers.tight = await startServer({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1" } });
  servers.enforcing = await startServer({
    environment: {
      TIRO_BILLING_MODE: "enforce",
      TIRO_BILLING_FREE_USD: "0",
      TIRO_BILLING_PLANS_WITHOUT_API: "team",
    },
  });
  servers.failing = await startServer({
    environment: { TIRO_LIMITS_CONCURRENT_AUDIO: "1" },
    overrides: { engine: endlessEngine },
  });
  servers.full = await startServer({ overrides: { engine: endlessEngine } });
  servers.stopping = await startServer({ overrides: { engine: endlessEngine } });
  await at("plain").context.engine.ready();
}

export async function closeServers(): Promise<void> {
  for (const server of Object.values(servers)) await server.close();
}

export const deps = ({ context: { db, clock } }: TestServer) => ({
  db,
  clock,
  actor: TEST_ACTOR,
  keyPrefixes: ["tiro_"],
});
let people = 0;
export const person = (server: TestServer) =>
  addUser(deps(server), { email: `e${++people}@errors.test`, name: "E" });
export const organization = (server: TestServer) =>
  addOrganization(deps(server), { name: `Errors ${++people}`, owner: person(server) });
export const keyOf = (server: TestServer, account: { id: string }) => ({
  Authorization: `Bearer ${createKey(deps(server), account, { name: "k" }).key}`,
});

/** A job of the server's own account in a state that would take hours to come about. */
async function jobThat(server: TestServer, change: string): Promise<string> {
  const answer = await server.call(JOBS, post(form({})));
  const { id } = (await answer.json()) as Json;
  const job = async () => (await (await server.call(`${JOBS}/${id}`)).json()) as Json;
  await eventually(async () => (await job()).status, "succeeded");
  server.context.db.prepare(`UPDATE transcription_jobs SET ${change} WHERE id = ?`).run(id);
  return `${JOBS}/${id}/result`;
}

export const plain =
  (path: string, init?: RequestInit): Cause =>
  () =>
    at("plain").call(path, init);
export const transcribe = (fields: Fields, file: Uint8Array = recording, fileName = "talk.wav"): Cause =>
  plain(TRANSCRIPTIONS, post(form(fields, file, fileName)));
export const toMcp = (headers: Record<string, string>) => () =>
  fetch(`${at("plain").url}/mcp`, { method: "POST", headers });
export const result =
  (change: string): Cause =>
  async () =>
    at("plain").call(await jobThat(at("plain"), change));
const TUS = { "Tus-Resumable": "1.0.0" };
/** Of ten bytes, none of which has arrived. */
export async function newUpload(): Promise<string> {
  const headers = { ...TUS, "Upload-Length": "10" };
  const { headers: told } = await at("plain").call("/uploads", { method: "POST", headers });
  return told.get("location")?.split("/").at(-1) ?? "";
}
export const toUpload =
  (headers: Fields): Cause =>
  async () =>
    at("plain").call(`/uploads/${await newUpload()}`, {
      method: "PATCH",
      headers: { ...TUS, "Content-Type": "application/offset+octet-stream", ...headers },
      body: "hello",
    });
/** A recording that is the caller's, or that a colleague shares with them. */
export const ofRecording =
  (
    access: "owner" | "viewer",
    asked: (id: string) => [path: string, init?: RequestInit],
    state: RecordingState = "ready",
  ): Cause =>
  async () => {
    const server = at("plain");
    const [user, colleague, joined] = [person(server), person(server), organization(server)];
    for (const { id } of [user, colleague]) addMember(deps(server), joined.id, id, "member");
    const { db } = server.context;
    const id = addRecording(db, (access === "owner" ? user : colleague).id, { state });
    const number = recordingById(db, { accountId: colleague.id }, id)?.number;
    if (number !== undefined) putShare(db, { recording: number }, { userId: user.id, role: "viewer", at: 0 });
    const [path, init] = asked(id);
    const headers = { ...keyOf(server, user), ...(init?.headers as Fields) };
    return fetch(`${server.url}/v1${path}`, { ...init, headers });
  };
export const transcription = (cause: Cause, more: Partial<Line> = {}): Line => ({
  family: "transcription",
  cause,
  ...more,
});
export const product = (cause: Cause, more: Partial<Line> = {}): Line => ({
  family: "product",
  cause,
  ...more,
});
/** A member of an organization, in their browser. */
export const inBrowser = (
  path: string | ((joined: { id: string }) => string),
  init: RequestInit = {},
  {
    hoursAgo = 0,
    role = "member",
    serverRole,
    methods = [],
  }: { hoursAgo?: number; role?: string; serverRole?: ServerRole; methods?: LogInMethod[] } = {},
) =>
  product(async () => {
    const { url, context } = at("plain");
    const [user, joined] = [person(at("plain")), organization(at("plain"))];
    addMember(deps(at("plain")), joined.id, user.id, role);
    if (serverRole !== undefined) setServerRole(deps(at("plain")), user.id, serverRole);
    const authenticatedAt = context.clock.now() - hoursAgo * 3600_000;
    const entry = { methods, address: "::1", userAgent: null, authenticatedAt };
    const Cookie = `tiro_session=${beginBrowserSession(context, user, entry)}`;
    const profile = await fetch(`${url}/v1/me/profile`, { headers: { Cookie } });
    const { browser_session } = (await profile.json()) as Json;
    const own = { Cookie, Origin: url, "x-csrf-token": browser_session.csrf_token };
    const headers = { ...own, ...(init.headers as Fields) };
    return fetch(`${url}/v1${typeof path === "string" ? path : path(joined)}`, { ...init, headers });
  });
export const json = (method: string, body: string): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json" },
  body,
});

export const ownAccount = async (server: TestServer): Promise<string> =>
  ((await (await server.call("/me")).json()) as Json).id;
