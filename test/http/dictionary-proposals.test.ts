/** Members propose words for their organization's dictionary; owners and admins decide, and both hear of it. */
import { expect, test } from "bun:test";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { exportPerson } from "../../src/dictation/history/export.ts";
import type { User } from "../../src/store/people/users.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { EventReader, type ReceivedEvent } from "../support/event-source.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

let id: string;
let [ada, ben]: User[] = [];
let [owner, ofAda, ofBen]: Browser[] = [];

const people = await testPeople();
const chief = people.add("chief");
[ada, ben] = [people.add("ada"), people.add("ben")];
({ id } = addOrganization(people.deps, { name: "Acme", owner: chief }));
for (const each of [ada, ben]) addMember(people.deps, id, (each as User).id, "member");
[owner, ofAda, ofBen] = await Promise.all(
  [chief, ada, ben].map((each) => browserCalls(people, each as User)),
);

const propose = (browser: Browser | undefined, body: object) => call(browser, "POST", "", body);
const listed = async (browser: Browser | undefined) =>
  ((await call(browser, "GET", "")).json as Json).data.map(({ word }: Json) => word);

async function call(browser: Browser | undefined, method: string, suffix: string, body?: object) {
  if (!browser) throw new Error("nobody is logged in");
  return browser.call(
    method,
    `/organizations/${id}/dictionary${suffix === "/" ? "" : `/proposals${suffix}`}`,
    body,
  );
}

const words = async () => ((await call(owner, "GET", "/")).json as Json).words;
const is = (change: string) => (event: ReceivedEvent) =>
  event.type === "proposal" && event.data.change === change && event.data.organization_id === id;

test("a word is proposed, seen by its member and those who decide, and accepted into the dictionary", async () => {
  if (!owner || !ofAda || !ofBen) throw new Error("nobody is logged in");
  const [chiefs, adas, bens] = await Promise.all(
    [owner, ofAda, ofBen].map(({ headers }) => EventReader.open(people.server.url, headers)),
  );
  try {
    const made = await propose(ofAda, { word: " Quaggahorn ", heard: "quagga horn" });
    expect([made.status, made.json]).toEqual([
      201,
      {
        object: "dictionary_proposal",
        id: expect.stringMatching(/^prop_[0-9a-f]{32}$/),
        word: "Quaggahorn",
        heard: "quagga horn",
        proposed_by: { user_id: ada?.id, name: "ada" },
        created_at: expect.any(String),
      },
    ]);
    expect((await propose(ofAda, { word: "Quaggahorn" })).json).toEqual(made.json);
    await propose(ofBen, { word: "Quaggahorn" });
    await propose(ofBen, { word: "Kubernetes" });
    expect(await Promise.all([owner, ofAda, ofBen].map(listed))).toEqual([
      ["Quaggahorn", "Quaggahorn", "Kubernetes"],
      ["Quaggahorn"],
      ["Quaggahorn", "Kubernetes"],
    ]);
    await Promise.all([chiefs?.until(is("made")), adas?.until(is("made"))]);
    const exported = JSON.parse([...exportPerson(people.deps.db, ada as User)].join("")) as Json;
    expect(exported.dictionary_proposals).toMatchObject([{ organization_id: id, word: "Quaggahorn" }]);

    const accepted = await call(owner, "POST", `/${made.json.id}/accept`);
    expect([accepted.status, accepted.json]).toEqual([200, made.json]);
    expect(await words()).toEqual(["Quaggahorn"]);
    // Others who proposed it are answered, too.
    expect(await listed(owner)).toEqual(["Kubernetes"]);
    await Promise.all([adas?.until(is("accepted")), bens?.until(is("accepted"))]);
    expect((await call(owner, "POST", `/${made.json.id}/accept`)).status).toBe(404);
    expect((await propose(ofBen, { word: "Quaggahorn" })).status).toBe(400);
  } finally {
    for (const reader of [chiefs, adas, bens]) reader?.close();
  }
});

test("one is declined or withdrawn; nobody withdraws another's", async () => {
  const [kept] = ((await call(owner, "GET", "")).json as Json).data;
  expect((await call(ofAda, "DELETE", `/${kept.id}`)).status).toBe(404);
  expect((await call(owner, "POST", `/${kept.id}/decline`)).status).toBe(200);
  const { json } = await propose(ofBen, { word: "Kubernetes" });
  expect((await call(ofBen, "DELETE", `/${json.id}`)).status).toBe(204);
  expect(await listed(owner)).toEqual([]);
  expect(await words()).toEqual(["Quaggahorn"]);
  const { json: audit } = await (owner as Browser).call("GET", `/organizations/${id}/audit?limit=6`);
  expect(audit.data.map(({ action }: Json) => action.replace("organization.", ""))).toEqual([
    "proposal_withdrawn",
    "proposal_made",
    "proposal_declined",
    "proposal_accepted",
    "proposal_accepted",
    "dictionary_changed",
  ]);
});

test("a member has a bounded number of them, and they end with the membership", async () => {
  const most = limits.dictionaryProposalsOfMember;
  for (let at = 0; at < most; at++) expect((await propose(ofBen, { word: `Wort${at}` })).status).toBe(201);
  expect((await propose(ofBen, { word: "more" })).status).toBe(400);
  expect((await propose(ofAda, { word: "other" })).status).toBe(201);
  removeMember(people.deps, id, (ben as User).id);
  expect(await listed(owner)).toEqual(["other"]);
});
