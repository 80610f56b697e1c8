/** Debian's OpenLDAP as a directory of its own: TLS, people and groups, attributes of Active Directory beside its own. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeyPair } from "../../src/certificates/authority.ts";
import { writePair } from "./certificates.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";

const SLAPD = "/usr/sbin/slapd";
const SLAPADD = "/usr/sbin/slapadd";

export const hasSlapd = existsSync(SLAPD);

export const BASE = "dc=example,dc=com";
export const SERVICE = { dn: `cn=tiro,${BASE}`, password: "open sesame" };

export interface DirectoryServer {
  /** TLS from the beginning. */
  ldaps: string;
  /** StartTLS, or in clear. */
  ldap: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Without a log-in it answers nothing.
 * @param entries LDIF below the base.
 */
export async function startSlapd(folder: string, pair: KeyPair, entries: string): Promise<DirectoryServer> {
  const { certificate, key } = writePair(folder, pair);
  const data = join(folder, "ldap");
  mkdirSync(data, { recursive: true });
  const config = join(folder, "slapd.conf");
  const schemas = ["core", "cosine", "inetorgperson", "nis", "msuser"];
  writeFileSync(
    config,
    `${schemas.map((name) => `include /etc/ldap/schema/${name}.schema`).join("\n")}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
database mdb
suffix "${BASE}"
directory ${data}
maxsize 33554432
rootdn "cn=root,${BASE}"
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${SERVICE.dn}" read by * none
limits dn.exact="${SERVICE.dn}" size.soft=500 size.hard=soft size.prtotal=unlimited
index objectClass,uid,mail,member,uniqueMember,memberUid eq
`,
  );
  const ldif = join(folder, "people.ldif");
  writeFileSync(ldif, `${BEGINNING}\n${entries}`);
  const added = Bun.spawnSync([SLAPADD, "-q", "-f", config, "-l", ldif]);
  if (added.exitCode !== 0) throw new Error(added.stderr.toString());
  const [secure, clear] = [await freePort(), await freePort()];
  const [ldaps, ldap] = [`ldaps://localhost:${secure}`, `ldap://localhost:${clear}`];
  const addresses = `ldaps://127.0.0.1:${secure} ldap://127.0.0.1:${clear}`;
  const child = Bun.spawn([SLAPD, "-d", "0", "-f", config, "-h", addresses], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await eventually(() => answers(clear), true);
  return {
    ldaps,
    ldap,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Settings of a directory that does not answer: enough for the pages that ask for its password. */
export function nowhereDirectory(): Record<string, string> {
  return {
    TIRO_LDAP_SERVER: "ldaps://localhost:9",
    TIRO_LDAP_BASE_DN: BASE,
    TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "acme.test",
    TIRO_COMPANY_LOG_IN_LABEL: "Acme",
  };
}

export interface TestPerson {
  uid: string;
  password?: string;
  mail?: string;
  /** Further lines of the entry. */
  more?: string;
}

export const dnOf = (uid: string) => `uid=${uid},ou=people,${BASE}`;

export function personEntry({ uid, password = "right", mail = `${uid}@example.com`, more }: TestPerson) {
  return `dn: ${dnOf(uid)}
objectClass: inetOrgPerson
objectClass: extensibleObject
uid: ${uid}
cn: Name of ${uid}
sn: ${uid}
mail: ${mail}
userPassword: ${password}
${more === undefined ? "" : `${more}\n`}
`;
}

export const groupDn = (name: string) => `cn=${name},ou=groups,${BASE}`;

/** @param members whole names. */
export function groupEntry(name: string, members: readonly string[]): string {
  return `dn: ${groupDn(name)}
objectClass: groupOfNames
cn: ${name}
${members.map((member) => `member: ${member}`).join("\n")}

`;
}

const BEGINNING = `dn: ${BASE}
objectClass: domain
dc: example

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${BASE}
objectClass: organizationalUnit
ou: groups

dn: ${SERVICE.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: tiro
userPassword: ${SERVICE.password}
`;

function answers(port: number): Promise<boolean> {
  return Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
}
