/** The log-in by the company's directory: Debian's OpenLDAP, and servers that are none. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { generateSync } from "otplib";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { refusedCompanyLogIns } from "../../src/accounts/log-in/company-refusals.ts";
import { atDirectory } from "../../src/accounts/log-in/ldap/connection.ts";
import { directoryOf } from "../../src/accounts/log-in/ldap/directory.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { findUser } from "../../src/accounts/people/users.ts";
import { checkDirectory } from "../../src/cli/doctor/directory-check.ts";
import { limits } from "../../src/config/limits.ts";
import { loadConfig } from "../../src/config/load.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import { testAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";
import {
  BASE,
  type DirectoryServer,
  dnOf,
  groupDn,
  groupEntry,
  hasSlapd,
  personEntry,
  SERVICE,
  startSlapd,
} from "../support/directory-server.ts";
import { csrfOf, type People, startPeople } from "../support/people.ts";
import type { Page, Visitor } from "../support/visitor.ts";

if (!hasSlapd) console.warn("the directory is not tried: /usr/sbin/slapd is missing (Debian: slapd)");

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/** An entry of a year long ago, in Active Directory's way of writing a time. */
const EXPIRED = "accountExpires: 132223104000000000";

const ENTRIES = [
  personEntry({ uid: "ada" }),
  personEntry({ uid: "boss" }),
  personEntry({ uid: "odd", mail: "o(d)d*\\@example.com" }),
  personEntry({ uid: "many" }),
  personEntry({ uid: "off", more: "userAccountControl: 514" }),
  personEntry({ uid: "old", more: EXPIRED }),
  personEntry({ uid: "alien", mail: "alien@elsewhere.example" }),
  personEntry({ uid: "twin", mail: "both@example.com" }),
  personEntry({ uid: "other-twin", mail: "both@example.com" }),
  groupEntry("team", [dnOf("boss")]),
  groupEntry("unit", [groupDn("team")]),
  // Groups that hold each other end the search all the same.
  groupEntry("tiro-admins", [groupDn("unit"), groupDn("tiro-admins")]),
  ...Array.from({ length: 2 * limits.directoryPageEntries + 1 }, (_, n) =>
    groupEntry(`bulk-${n}`, [dnOf("many")]),
  ),
].join("");

function settings(server: string, ca: string): Record<string, string> {
  return {
    TIRO_LDAP_SERVER: server,
    TIRO_LDAP_CA_FILE: ca,
    TIRO_LDAP_BIND_DN: SERVICE.dn,
    TIRO_LDAP_BIND_PASSWORD: SERVICE.password,
    TIRO_LDAP_BASE_DN: BASE,
    TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com,acme.test",
    TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
    TIRO_COMPANY_LOG_IN_LABEL: "your Acme account",
    TIRO_COMPANY_LOG_IN_ORGANIZATION: "Acme",
    TIRO_COMPANY_LOG_IN_ADMIN_GROUPS: "tiro-admins",
  };
}

const logIn = (visitor: Visitor, name: string, password = "right"): Promise<Page> =>
  visitor.post("/login", { user_name: name, company_password: password });
/** The code with which it fails; null if it does not. */
const faultOf = (asked: Promise<unknown> | undefined): Promise<string | null> =>
  (asked ?? Promise.resolve()).then(
    () => null,
    (error) => error.code,
  );
const refusals = (reason: string) =>
  refusedCompanyLogIns.counts.find(({ labels }) => labels.reason === reason)?.value ?? 0;

describe.skipIf(!hasSlapd)("OpenLDAP", () => {
  let slapd: DirectoryServer;
  let people: People;
  let acme: string;
  let ca: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    const authority = await testAuthority();
    ca = join(folder.path, "ca.pem");
    writeFileSync(ca, authority.certificate);
    slapd = await startSlapd(folder.path, await authority.issue(), ENTRIES);
    environment = settings(slapd.ldaps, ca);
    people = await startPeople({ environment });
    people.clock.nowMs = Date.now();
    acme = addOrganization(people.deps, { name: "Acme", owner: people.add("Owner") }).id;
  });
  afterAll(async () => {
    await people?.server.close();
    await slapd?.[Symbol.asyncDispose]();
  });
  beforeEach(() => people.forgive());

  const directory = (over: Record<string, string> = {}) => {
    const { config, secrets } = loadConfig({ environment: { ...environment, ...over } });
    return directoryOf(config, secrets, systemClock);
  };
  const roleOf = (email: string) =>
    membersOf(people.deps.db, acme).find((member) => member.email === email)?.role;
  const lastEvent = () => people.server.log.findLast(({ event }) => event === "security_event");

  test("people log in with their name or address, and join by groups of groups", async () => {
    const visitor = people.visitor();
    const page = (await visitor.get("/login?next=%2Flogout")).text;
    for (const text of ["User name", "Log in with your Acme account", "Log in another way"])
      expect(page).toContain(text);
    const sent = { user_name: "ada", company_password: "right" };
    expect((await visitor.submit("/login?next=%2Flogout", sent, "/login")).location).toBe("/logout");
    const profile = JSON.parse((await visitor.get("/v1/me/profile")).text);
    expect(profile).toMatchObject({
      email: "ada@example.com",
      name: "Name of ada",
      log_in: { company: { label: "your Acme account", linked: true } },
    });
    expect((await logIn(people.visitor(), "ada@example.com")).location).toBe("/app/");
    expect((await logIn(people.visitor(), "boss")).location).toBe("/app/");
    expect([roleOf("ada@example.com"), roleOf("boss@example.com")]).toEqual(["member", "admin"]);
    expect(JSON.stringify(people.server.log)).not.toContain(SERVICE.password);
  });

  test.each<[string, string, string, number, string]>([
    ["a wrong password", "ada", "wrong", 400, "password_wrong"],
    ["none", "ada", "", 400, "password_wrong"],
    ["a name that nobody has", "nobody", "right", 400, "name_unknown"],
    ["a pattern", "ad*", "right", 400, "name_unknown"],
    ["a part of a filter", "ada)(uid=*", "right", 400, "name_unknown"],
    ["a name that two have", "both@example.com", "right", 400, "name_ambiguous"],
    ["somebody who is disabled", "off", "right", 403, "disabled_there"],
    ["somebody who is disabled, and guesses", "off", "wrong", 400, "password_wrong"],
    ["somebody whose time is over", "old", "right", 403, "expired_there"],
    ["an address of elsewhere", "alien", "right", 400, "domain_foreign"],
  ])("lets nobody in with %s", async (_, name, password, status, reason) => {
    const visitor = people.visitor();
    const before = refusals(reason);
    const page = await logIn(visitor, name, password);
    const isWrong = status === 400 && reason !== "domain_foreign";
    expect([page.status, page.text.includes("The user name or the password is wrong.")]).toEqual([
      status,
      isWrong,
    ]);
    expect((await visitor.get("/logout")).status).toBe(303);
    expect(refusals(reason)).toBe(before + 1);
    expect(lastEvent()).toMatchObject({ action: "user.log_in_failed", method: "directory", reason });
    const [line] = listAudit(people.deps.db, { target: "unknown", limit: 1 });
    expect(line?.details).toMatchObject({ method: "directory", reason });
  });

  test("a name is compared as it is written, and groups come page by page", async () => {
    const odd = await directory()?.identify({ name: "o(d)d*\\@example.com", password: "right" });
    expect(odd?.name).toBe("Name of odd");
    const many = await directory()?.identify({ name: "many", password: "right" });
    expect(many?.groups).toHaveLength(2 * (2 * limits.directoryPageEntries + 1));
    const direct = directory({ TIRO_LDAP_GROUPS: "direct" });
    expect((await direct?.identify({ name: "boss", password: "right" }))?.groups).toEqual([
      "team",
      groupDn("team"),
    ]);
    const off = directory({ TIRO_LDAP_GROUPS: "off" });
    expect((await off?.identify({ name: "boss", password: "right" }))?.groups).toBeNull();
  });

  test("StartTLS serves as well, and another party's certificate does not", async () => {
    const ada = { name: "ada", password: "right" };
    for (const server of [slapd.ldap, slapd.ldaps]) {
      expect((await directory({ TIRO_LDAP_SERVER: server })?.identify(ada))?.email).toBe("ada@example.com");
      const other = { TIRO_LDAP_SERVER: server, TIRO_LDAP_CA_FILE: "" };
      expect(await faultOf(directory(other)?.identify(ada))).toBe("untrusted");
    }
  });

  test("wrong passwords wait as this server's own do", async () => {
    for (let tries = 0; tries <= limits.passwordFailuresPerAccount; tries++)
      await logIn(people.visitor(), "odd", "wrong");
    const delayed = people.server.log.filter(({ action }) => action === "user.log_in_delayed");
    expect(delayed.length).toBe(1);
  });

  test("a second step that is asked for stays, because the directory has none", async () => {
    const visitor = people.visitor();
    await logIn(visitor, "ada");
    setPolicy(people.deps, acme, { secondStepRequired: true });
    expect((await visitor.get("/app/")).location).toStartWith("/login/second-step");
    setPolicy(people.deps, acme, { secondStepRequired: false });
    const { json } = await visitor.call("POST", "/me/second-step/enrolment");
    const code = () => generateSync({ secret: json.secret, epoch: Math.floor(people.clock.nowMs / 1000) });
    await visitor.call("PUT", "/me/second-step", { enrolment: json.enrolment, code: code() });
    people.clock.nowMs += 30_000;
    const again = people.visitor();
    expect((await logIn(again, "ada")).location).toBe("/login/code");
    expect((await again.submit("/login/code", { code: code() })).location).toBe("/app/");
  });

  test("an account with a password is connected by its person alone", async () => {
    const user = people.add();
    people.deps.db.prepare("UPDATE users SET email = 'many@example.com' WHERE id = ?").run(user.id);
    expect((await logIn(people.visitor(), "many")).status).toBe(400);
    expect(lastEvent()).toMatchObject({ reason: "account_exists" });
    const own = people.browserOf(user);
    const sent = async (name: string, company_password: string) =>
      own.post("/account/company/connect", {
        csrf: await csrfOf(own),
        for: user.id,
        user_name: name,
        company_password,
      });
    expect((await own.get("/account/company")).text).toContain("Connect your Acme account");
    expect((await sent("many", "wrong")).text).toContain("The user name or the password is wrong.");
    expect((await sent("odd", "right")).status).toBe(400);
    expect(lastEvent()).toMatchObject({ reason: "address_differs" });
    expect((await sent("many", "right")).location).toBe("/account/company");
    expect((await logIn(people.visitor(), "many")).location).toBe("/app/");
    expect(findUser(people.deps.db, user.id).email).toBe("many@example.com");
  });

  test("the doctor asks it as a log-in does", async () => {
    const check = (over: Record<string, string> = {}) => {
      const { config, secrets } = loadConfig({ environment: { ...environment, ...over } });
      return checkDirectory(config, secrets);
    };
    expect(await check()).toEqual({
      status: "ok",
      detail: `${slapd.ldaps} answers over TLS and admits tiro`,
    });
    for (const [over, advice] of [
      [{ TIRO_LDAP_BIND_PASSWORD: "wrong" }, "ldap.bind_password"],
      [{ TIRO_LDAP_BASE_DN: "dc=nowhere" }, "ldap.base_dn"],
      [{ TIRO_LDAP_CA_FILE: "" }, "ldap.ca_file"],
      [{ TIRO_LDAP_SERVER: "ldaps://localhost:9" }, "ldap.server"],
    ] as const)
      expect(await check(over)).toMatchObject({ status: "warn", advice: expect.stringContaining(advice) });
  });

  test("only the company's log-in counts where it is required", async () => {
    const strict = await startPeople({
      environment: { ...environment, TIRO_COMPANY_LOG_IN_REQUIRED: "true" },
    });
    addOrganization(strict.deps, { name: "Acme", owner: strict.add("Owner") });
    const visitor = strict.visitor();
    expect((await visitor.get("/login")).text).toContain("Administrator of this server");
    expect((await strict.logIn(strict.add(), strict.visitor())).status).toBe(403);
    expect((await logIn(visitor, "boss")).location).toBe("/app/");
    expect((await visitor.get("/logout")).status).toBe(200);
    await strict.server.close();
  });
});

describe("a directory that is none", () => {
  const WORDS = { name: "ada", password: "right" };

  async function withServer<T>(
    answer: (socket: Socket, asked: Buffer) => void,
    use: (port: number) => Promise<T>,
  ): Promise<T> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("data", (asked: Buffer) => answer(socket, asked));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      return await use((server.address() as { port: number }).port);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  }

  function directoryAt(port: number, over: Record<string, string> = {}) {
    const environment = { ...settings(`ldap://127.0.0.1:${port}`, ""), TIRO_LDAP_TLS: "off", ...over };
    const { config, secrets } = loadConfig({ environment });
    return directoryOf(config, secrets, systemClock);
  }

  /** References without end, in answer to the first question. */
  const SMALL = Buffer.concat(Array(9_000).fill(Buffer.from([0x30, 5, 2, 1, 1, 0x73, 0])));
  /** The beginning of one answer of two gigabytes. */
  const LARGE = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]);

  test.each<[string, (socket: Socket) => void, string]>([
    ["many answers", (socket) => fill(socket, SMALL, SMALL), "too_large"],
    ["one long answer", (socket) => fill(socket, LARGE, Buffer.alloc(1 << 20)), "too_large"],
    ["a page of the web", (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), "unreachable"],
    ["nothing at all", (socket) => void socket.end(), "unreachable"],
  ])("%s costs a log-in and no more", (_, answer, code) =>
    withServer(answer, async (port) => {
      expect(await faultOf(directoryAt(port)?.identify(WORDS))).toBe(code);
    }),
  );

  function fill(socket: Socket, first: Buffer, more: Buffer): void {
    socket.write(first);
    const write = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on("drain", write);
    write();
  }

  test("silence ends at a deadline", () =>
    withServer(
      () => {},
      async (port) => {
        const server = { server: `ldap://127.0.0.1:${port}`, tls: "off", bindPassword: null } as const;
        expect(await faultOf(atDirectory(server, async () => {}, 50))).toBe("late");
      },
    ));

  test("a certificate for another name is not enough, and StartTLS that is refused is the end", async () => {
    const other = await testAuthority(["other.example"]);
    const ca = join(folder.path, "other.pem");
    writeFileSync(ca, other.certificate);
    const { certificate, key } = await other.issue();
    const server = createTlsServer({ cert: certificate, key });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const over = { TIRO_LDAP_SERVER: `ldaps://localhost:${port}`, TIRO_LDAP_TLS: "required" };
    const asked = directoryAt(port, { ...over, TIRO_LDAP_CA_FILE: ca })?.identify(WORDS);
    expect(await faultOf(asked)).toBe("untrusted");
    server.close();
    // An answer to the question for TLS, by its number: result 2, protocolError.
    const refusal = (asked: Buffer) =>
      Buffer.from([0x30, 12, 2, 1, asked[4] ?? 0, 0x78, 7, 10, 1, 2, 4, 0, 4, 0]);
    await withServer(
      (socket, asked) => void socket.write(refusal(asked)),
      async (port) => {
        expect(await faultOf(directoryAt(port, { TIRO_LDAP_TLS: "required" })?.identify(WORDS))).toBe(
          "refused",
        );
      },
    );
  });

  test("people read that it does not answer; the log, the audit log and a metric say so, once", async () => {
    const people = await startPeople({
      environment: settings("ldaps://localhost:9", ""),
    });
    const before = refusals("provider_silent");
    const page = await logIn(people.visitor(), "ada");
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("does not respond")]);
    expect(people.server.log.filter(({ event }) => event === "company_log_in_failed")).toMatchObject([
      { code: "unreachable" },
    ]);
    expect(refusals("provider_silent")).toBe(before + 1);
    // It is nobody's wrong password: another attempt does not wait.
    for (let tries = 0; tries <= limits.passwordFailuresPerAccount; tries++)
      await logIn(people.visitor(), "ada");
    expect(people.server.log.some(({ action }) => action === "user.log_in_delayed")).toBe(false);
    expect((await people.logIn(people.add(), people.visitor())).location).toBe("/app/");
    await people.server.close();
  });
});
