/** An organization's templates change in the pages of its members, and nobody else hears of it. */
import { expect, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { browserCalls } from "../support/browser.ts";
import { EventReader, type ReceivedEvent } from "../support/event-source.ts";
import { startPeople } from "../support/people.ts";

const is =
  (type: string, data: object = {}) =>
  (event: ReceivedEvent) =>
    event.type === type && Object.entries(data).every(([name, value]) => event.data[name] === value);

test("an organization's template is told to its members, and to nobody else", async () => {
  const people = await startPeople();
  const [owner, member, stranger] = [people.add(), people.add(), people.add()];
  const { id } = addOrganization(people.deps, { name: "Templates", owner });
  addMember(people.deps, id, member.id, "member");
  const [ofOwner, ofMember, ofStranger] = await Promise.all(
    [owner, member, stranger].map((user) => browserCalls(people, user)),
  );
  if (!ofOwner || !ofMember || !ofStranger) throw new Error("nobody");
  const reader = await EventReader.open(people.server.url, ofMember.headers);
  const other = await EventReader.open(people.server.url, ofStranger.headers);
  try {
    await Promise.all([reader.until(is("ready")), other.until(is("ready"))]);
    const template = { name: "Reminder", text: "Dear [[recipient]]" };
    const { json } = await ofOwner.call("POST", `/organizations/${id}/templates`, template);
    await reader.until(is("template", { id: json.id, change: "added" }));
    await ofOwner.call("DELETE", `/organizations/${id}/templates/${json.id}`);
    await reader.until(is("template", { id: json.id, change: "removed" }));
    // Of what comes later for the stranger, nothing of it came before.
    await ofStranger.call("PATCH", "/customizations", {
      operations: [{ type: "dictionary_add", word: "Quagga" }],
    });
    await other.until(is("customizations"));
    expect(other.events.some(is("template"))).toBe(false);
  } finally {
    reader.close();
    other.close();
    await people.server.close();
  }
});
