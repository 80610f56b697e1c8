/** An organization's dictionary: changed in the browser, used for what is done with its keys, and for nothing else. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { recognizerWords, rulesOf } from "../../src/dictation/personal/dictionaries.ts";
import { finishText } from "../../src/text/finish.ts";
import { csrfOf } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

let owner: Visitor;
let member: Visitor;

const people = await testPeople();
const { deps } = people;
const keys = { ...deps, keyPrefixes: ["tiro_"] };
const chief = people.add("chief");
const ada = people.add("ada");
const acme = addOrganization(deps, { name: "Acme", owner: chief });
const beta = addOrganization(deps, { name: "Beta", owner: chief });
for (const { id } of [acme, beta]) addMember(deps, id, ada.id, "member");
const acmeKey = createKey(keys, acme, { name: "k" }).key;
const ownKey = createKey(keys, ada, { name: "k" }).key;
[owner, member] = [people.browserOf(chief), people.browserOf(ada)];

async function send(browser: Visitor, body: object, organization = acme): Promise<[number, Json]> {
  const { status, text } = await browser.send(`/v1/organizations/${organization.id}/dictionary`, {
    method: "PATCH",
    headers: {
      "Content-Type": "application/json",
      "x-csrf-token": await csrfOf(browser),
      Origin: people.server.url,
    },
    body: JSON.stringify(body),
  });
  return [status, JSON.parse(text)];
}

async function read(browser: Visitor, organization = acme): Promise<Json> {
  return JSON.parse((await browser.get(`/v1/organizations/${organization.id}/dictionary`)).text);
}

const add = (word: string) => ({ type: "dictionary_add", word });
const remove = (word: string) => ({ type: "dictionary_remove", word });

test("words are added and removed, all of a list or none, and members read them", async () => {
  const none = {
    object: "organization_dictionary",
    organization_id: acme.id,
    revision: 0,
    updated_at: null,
    words: [],
  };
  expect(await read(member)).toEqual(none);
  const [status, added] = await send(owner, {
    operations: [add("Quaggahorn"), add("Kubernetes"), add("Quaggahorn")],
  });
  expect([status, added]).toEqual([
    200,
    {
      ...none,
      revision: 1,
      updated_at: expect.any(String),
      words: ["Quaggahorn", "Kubernetes"],
      results: [
        { index: 0, type: "dictionary_add", status: "applied" },
        { index: 1, type: "dictionary_add", status: "applied" },
        { index: 2, type: "dictionary_add", status: "unchanged" },
      ],
    },
  ]);
  const { results: _, ...shown } = added;
  expect(await read(member)).toEqual(shown);
  expect((await send(owner, { dry_run: true, operations: [remove("Kubernetes")] }))[1].words).toEqual([
    "Quaggahorn",
  ]);
  expect((await send(owner, { operations: [remove("x"), add("y"), remove("y")] }))[1].revision).toBe(1);
  expect((await send(owner, { expected_revision: 0, operations: [add("Late")] }))[0]).toBe(409);
  expect((await send(owner, { operations: [add("Late"), add(" ")] }))[0]).toBe(400);
  expect(await read(member)).toEqual(shown);
});

test("a change is in the audit log, without the words", async () => {
  const { text } = await owner.get(`/v1/organizations/${acme.id}/audit?limit=1`);
  expect(JSON.parse(text).data).toMatchObject([
    { action: "organization.dictionary_changed", details: { added: 2, removed: 0, words: 2 } },
  ]);
});

test("it holds a bounded number of words", async () => {
  const words = Array.from({ length: limits.dictionaryWords + 1 }, (_, index) => add(`Wort${index}`));
  const statuses: number[] = [];
  for (let at = 0; at < words.length; at += limits.customizationOperations)
    statuses.push(
      (await send(owner, { operations: words.slice(at, at + limits.customizationOperations) }, beta))[0],
    );
  expect(statuses.pop()).toBe(400);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await read(owner, beta)).words).toHaveLength(limits.dictionaryWords);
});

test("it is no part of anybody's customizations", async () => {
  for (const headers of [
    { Authorization: `Bearer ${ownKey}` },
    { Authorization: `Bearer ${acmeKey}`, "Service-User": ada.id },
  ]) {
    const answer = (await (await people.server.call("/customizations", { headers })).json()) as Json;
    expect([answer.dictionary, answer.revision]).toEqual([[], 0]);
  }
});

test("it is used for what is done through the organization, and the person's own term wins", async () => {
  const { db } = people.server.context;
  const format = (accountId: string, rawText: string) => {
    const rules = rulesOf(db, { accountId, userId: ada.id }).read();
    return finishText(
      { operation: "dictate", rawText, pauses: [], certainties: [], language: "en", place: {} },
      rules,
    ).text;
  };
  const keyOf = (accountId: string) => rulesOf(db, { accountId, userId: ada.id }).key;
  expect(format(acme.id, "ask quaggahorn about cubernetes")).toBe("Ask Quaggahorn about Kubernetes.");
  expect(format(ada.id, "ask quaggahorn")).toBe("Ask quaggahorn.");
  expect(recognizerWords(db, { accountId: acme.id, userId: ada.id }, 10)).toEqual([
    "Kubernetes",
    "Quaggahorn",
  ]);
  expect(recognizerWords(db, { accountId: ada.id, userId: ada.id }, 10)).toEqual([]);

  const before = keyOf(acme.id);
  const headers = { Authorization: `Bearer ${ownKey}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ operations: [add("QuaggaHorn"), add("Cubernetix")] });
  expect((await people.server.call("/customizations", { method: "PATCH", headers, body })).status).toBe(200);
  expect(format(acme.id, "ask quaggahorn about cubernetis")).toBe("Ask QuaggaHorn about Cubernetix.");
  expect(recognizerWords(db, { accountId: acme.id, userId: ada.id }, 3)).toEqual([
    "Cubernetix",
    "QuaggaHorn",
    "Kubernetes",
  ]);
  expect(keyOf(acme.id)).not.toBe(before);
  expect(keyOf(ada.id)).not.toBe(keyOf(acme.id));
});
