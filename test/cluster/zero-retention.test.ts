/**
 * Under zero retention nothing of what was said, nor of its sound, reaches a disk of the server or of a worker, nor what the
 * broker's operator can read: its trace of every message is searched too.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { confinement } from "../sandbox/support.ts";
import { hasNatsServer } from "../support/broker.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import type { Json } from "../support/json.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { ClusterSite } from "./site.ts";

const SAID = "conference room on the second floor";
/** Not the starter's own, which the checks of server and workers recognize. */
const recording = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
/** Names that the caller expects are content too. */
const PROMPT = "Zwingenbergerstrasse";

describe.skipIf(!hasNatsServer)("zero retention, with a worker", () => {
  let site: ClusterSite;
  let headers: Record<string, string>;

  beforeAll(async () => {
    if (!hasNatsServer) return;
    site = await ClusterSite.open({
      workers: 1,
      isTraced: true,
      settings: { TIRO_CLUSTER_LOCAL: "false", TIRO_LOG_LEVEL: "debug" },
      workerSettings: { TIRO_LOG_LEVEL: "debug" },
    });
    const deps = { db: site.db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
    const person = (name: string) => addUser(deps, { email: `${name}@zero.test`, name });
    const member = person("member");
    const organization = addOrganization(deps, { name: "Zero", owner: person("owner") });
    addMember(deps, organization.id, member.id, "member");
    setPolicy(deps, organization.id, { zeroRetention: true });
    const authorization = `Bearer ${createKey(deps, organization, { name: "k" }).key}`;
    headers = { authorization, "Service-User": member.id };
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  test("no word and no sound is on a disk or in the broker's trace", async () => {
    const { url } = site.server;
    const said = await fetch(`${url}/dictations`, dictation(recording, {}, headers));
    expect(((await said.json()) as Json).text.toLowerCase()).toContain(SAID);
    const body = multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "prompt", body: PROMPT },
      { name: "file", fileName: "talk.wav", body: recording },
    ]);
    const init = { method: "POST", headers: { ...headers, "Content-Type": CONTENT_TYPE }, body };
    const answer = await fetch(`${url}/audio/transcriptions`, init);
    expect(((await answer.json()) as Json).text.toLowerCase()).toContain(SAID);
    for (const { pid } of [site.server, ...site.workers]) expect(confinement(pid).coreFile).toBe("0");
    await Promise.all(site.workers.map((worker) => worker.end()));
    await site.server.kill();
    const { path } = site.folder;
    expect(existsSync(site.traceFile)).toBe(true);
    expect(readFileSync(site.traceFile, "latin1")).toContain("tiro.w.worker-1.in");
    const sound = recording.subarray(20_000, 20_064);
    for (const content of [SAID, PROMPT, sound, sound.toString("base64").slice(4, 60)])
      expect(filesHolding(path, content)).toEqual([]);
  });
});
