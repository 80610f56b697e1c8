/** Mail through Debian's Exim: what people get, and what they do not. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, disableUser, setInterfaceLanguage, setUserEmail } from "../../src/accounts/people/users.ts";
import { checkMail } from "../../src/cli/doctor/mail-check.ts";
import { loadConfig } from "../../src/config/load.ts";
import { mailInvitation, mailSetupLink } from "../../src/delivery/mail/links.ts";
import { Notices } from "../../src/delivery/notices.ts";
import { deliveryFigures, insertDelivery } from "../../src/store/delivery/deliveries.ts";
import { testAuthority } from "../support/certificates.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { hasExim, type MailBox, startExim } from "../support/mail-server.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const folder = temporaryFolder();
let box: MailBox;
let server: TestServer;
let environment: Record<string, string>;

const mailTest = test.skipIf(!hasExim);
if (!hasExim) console.warn("mail is not tried: /usr/sbin/exim4 is missing (Debian: exim4-daemon-light)");

beforeAll(async () => {
  if (!hasExim) return;
  const authority = await testAuthority();
  const ca = join(folder.path, "ca.pem");
  writeFileSync(ca, authority.certificate);
  box = await startExim(folder.path, await authority.issue());
  environment = {
    TIRO_MAIL_SERVER: `smtp://localhost:${box.port}`,
    TIRO_MAIL_CA_FILE: ca,
    TIRO_MAIL_FROM: "tiro@example.com",
    TIRO_MAIL_USER: "tiro",
    TIRO_MAIL_PASSWORD: "open sesame",
    TIRO_SERVER_PUBLIC_URL: "https://tiro.example.com",
  };
  server = await startServer({ environment });
});

afterAll(async () => {
  await server?.close();
  await box?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const deps = () => ({ db: server.context.db, clock: server.context.clock, actor: TEST_ACTOR });
const where = () => ({ publicUrl: server.url, validMs: 3_600_000 });
const person = (name: string) => addUser(deps(), { email: `${name}@example.com`, name });

/** The message to that address, with soft ends of lines taken back; empty while there is none. */
function mailTo(address: string): string {
  const messages = box.text().split(/^From tiro@example\.com .*$/m);
  const mine = messages.filter((message) => message.includes(`Envelope-to: ${address}`));
  return mine.join("\n").replace(/=\n/g, "").replace(/=3D/g, "=");
}

const arrived = (address: string) => eventually(() => mailTo(address) !== "", true);
const isQuiet = () => eventually(() => deliveryFigures(server.context.db), []);
const outcomesOf = (recipient: string) =>
  server.context.db.prepare("SELECT outcome FROM deliveries WHERE recipient = ?").pluck().all(recipient);

mailTest("brings links in the reader's language, once, and nothing begins a header of its own", async () => {
  const ada = person("ada");
  setInterfaceLanguage(deps(), ada.id, "de");
  const { url } = mailSetupLink(deps(), ada, where());
  const acme = addOrganization(deps(), { name: "Acme {{link}}", owner: ada });
  // Such a name is refused wherever it could come in; even so it stays in its line.
  const named = server.context.db.prepare("UPDATE organizations SET name = ? WHERE id = ?");
  named.run("Acme {{link}}\r\nBcc: eve@example.com", acme.id);
  mailInvitation(deps(), acme.id, { email: "bo@example.com", role: "member" }, where());
  await arrived("ada@example.com");
  await arrived("bo@example.com");
  const mail = mailTo("ada@example.com");
  expect(mail).toContain("Subject: Ihr Konto einrichten");
  expect(mail).toContain(url);
  expect(mail.match(/^Message-ID:/gm)).toHaveLength(1);
  expect((await fetch(`${server.url}${new URL(url).pathname}`)).status).toBe(200);
  // A value is text: what looks like a place for another stays as it is.
  expect(mailTo("bo@example.com")).toContain("Subject: Invitation to Acme {{link}} Bcc: eve@example.com\n");
  expect(mailTo("eve@example.com")).toBe("");
});

mailTest("administrators hear of backups and certificates once a day, in their language", async () => {
  const [carla, dora] = [person("carla"), person("dora")];
  server.context.db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(carla.id);
  setInterfaceLanguage(deps(), carla.id, "fr");
  const site = { failure: "disk_full" as string | null, isOverdue: false };
  const { db, clock, logger } = server.context;
  const notices = new Notices({
    ...{ db, clock, logger, sends: { mail: true, webhooks: false } },
    backupHealth: () => site,
    certificateDaysLeft: () => 5.5,
  });
  for (let look = 0; look < 2; look += 1) await notices.lookAtSite();
  Object.assign(site, { failure: null, isOverdue: true });
  for (let look = 0; look < 2; look += 1) await notices.lookAtSite();
  await isQuiet();
  expect(outcomesOf(carla.id)).toEqual(["sent", "sent", "sent"]);
  await eventually(() => mailTo("carla@example.com").match(/^Envelope-to:/gm)?.length, 3);
  const mail = mailTo("carla@example.com");
  expect(mail).toContain("disk_full");
  expect(mail).toContain("sauvegarde");
  expect(mail).toContain("5 jours");
  expect(mailTo("dora@example.com")).toBe("");
  expect(outcomesOf(dora.id)).toEqual([]);
});

mailTest(
  "a lost password answers alike for everybody, and brings a link to those alone who have one",
  async () => {
    const people = ["known", "gone", "never"].map(person);
    const [known, gone] = people as [(typeof people)[0], (typeof people)[0]];
    for (const { id } of [known, gone])
      server.context.db.prepare("INSERT INTO passwords VALUES (?, '$argon2id$x', 0)").run(id);
    disableUser(deps(), gone.id);
    const addresses = ["known", "gone", "never", "unknown"].map((name) => `${name}@example.com`);
    const answers = await Promise.all(
      addresses.map(async (email) => {
        const answer = await new Visitor(server.url).post("/login/lost-password", { email });
        return [answer.status, answer.text.replaceAll(email, "X")];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(200);
    await arrived("known@example.com");
    await isQuiet();
    for (const address of addresses.slice(1)) expect(mailTo(address)).toBe("");
    expect(outcomesOf("unknown@example.com")).toEqual(["dropped"]);
    const [link = ""] = mailTo("known@example.com").match(/http:\S+\/setup\/\S+/) ?? [];
    expect((await fetch(`${server.url}${new URL(link).pathname}`)).status).toBe(200);
  },
);

mailTest(
  "people hear of new passwords and devices, and nobody of an address that the server refuses",
  async () => {
    const eve = person("eve");
    const { url } = mailSetupLink(deps(), eve, where());
    const form = {
      email: eve.email,
      name: "Eve",
      password: "correct horse battery",
      password_again: "correct horse battery",
    };
    const visitor = new Visitor(server.url);
    expect((await visitor.post(new URL(url).pathname, form)).status).toBe(200);
    const other = new Visitor(server.url);
    expect((await other.post("/login", { email: eve.email, password: form.password })).status).toBe(303);
    await eventually(() => mailTo(eve.email).includes("Your account was set up with a one-time link"), true);
    await eventually(() => mailTo(eve.email).includes("New log-in to your account"), true);
    expect(mailTo(eve.email).match(/^Subject: New log-in/gm)).toHaveLength(1);
    setUserEmail(deps(), eve.id, "eve.new@example.com");
    for (const address of [eve.email, "eve.new@example.com"])
      await eventually(() => mailTo(address).includes("Your e-mail address was changed"), true);

    const test = {
      lane: "mail",
      kind: "test",
      recipient: "nobody@example.com",
      details: { at: 0 },
      nowMs: 0,
    };
    insertDelivery(server.context.db, { ...test, nowMs: server.context.clock.now() });
    await eventually(() => outcomesOf("nobody@example.com"), ["given_up"]);
  },
);

mailTest("the doctor connects and logs in", async () => {
  const { config, secrets } = loadConfig({ environment });
  expect(await checkMail(config, secrets)).toMatchObject({ status: "ok" });
  expect(await checkMail(config, { mailPassword: "wrong" })).toMatchObject({ status: "fail" });
  const { config: bare } = loadConfig({ environment: {} });
  expect(await checkMail(bare, secrets)).toMatchObject({
    status: "ok",
    detail: expect.stringContaining("none"),
  });
});
