/**
 * The company's directory (LDAP, Active Directory): finds somebody by what they enter as their name, tries their
 * password as themselves, and says who they are. The rest is the same as with an identity provider (company.ts).
 */

import { randomUUID } from "node:crypto";
import { limits } from "../../../config/limits.ts";
import type { Config, Secrets } from "../../../config/schema.ts";
import type { Clock } from "../../../lib/clock.ts";
import { TiroError } from "../../../lib/errors.ts";
import { noteAttempt } from "../../../lib/last-attempts.ts";
import { madeOf } from "../../../lib/made-of.ts";
import { personFault } from "../../../lib/person-faults.ts";
import { CompanyLogInRefused, type CompanyRefusal } from "../company-refusals.ts";
import type { CompanyIdentity } from "../identity-provider.ts";
import {
  atDirectory,
  type DirectoryConnection,
  type DirectoryEntry,
  DirectoryFailed,
  type ServerSettings,
} from "./connection.ts";
import { userFilter } from "./filters.ts";
import { groupsOf } from "./groups.ts";
import { BINARY_ATTRIBUTES, idOf, PERSON_ATTRIBUTES, reasonOf, stateOf, textOf } from "./person.ts";

/** In the place of an issuer: ids of entries are unique everywhere, and a directory's address may change. */
const ISSUER = "ldap";

type Settings = Config["ldap"] & { server: string; base_dn: string };

export interface DirectoryCredentials {
  name: string;
  password: string;
}

export class Directory {
  readonly #settings: Settings;
  readonly #server: ServerSettings;
  readonly #clock: Clock;
  #asking = 0;

  constructor(settings: Settings, bindPassword: string | null, clock: Clock) {
    this.#settings = settings;
    this.#server = { ...settings, bindPassword };
    this.#clock = clock;
  }

  /** Whether it admits tiro and has the part in which people are. @throws DirectoryFailed if it does not. */
  async reach(): Promise<void> {
    const { base_dn, group_base_dn = base_dn } = this.#settings;
    await atDirectory(this.#server, async (connection) => {
      for (const base of [base_dn, group_base_dn])
        await connection.search({ base, scope: "base", filter: "(objectClass=*)", attributes: ["1.1"] });
    });
  }

  /**
   * Who it is.
   * @throws CompanyLogInRefused if it is nobody's password, or nobody's who may come in; DirectoryFailed if the
   *   directory cannot say; TiroError `rate_limit_exceeded` if too many ask at once.
   */
  async identify({ name, password }: DirectoryCredentials): Promise<CompanyIdentity> {
    // A directory takes an empty password for a question without any, and says yes (RFC 4513 §5.1.2).
    if (name === "" || name.length > limits.directoryEnteredChars) throw refused("name_unknown");
    if (password === "" || password.length > limits.passwordCharsMax) throw refused("password_wrong");
    if (this.#asking >= limits.directoryLogInsAtOnce)
      throw new TiroError("rate_limit_exceeded", personFault("passwords_checked"), { retryAfterSeconds: 1 });
    this.#asking++;
    try {
      const identity = await atDirectory(this.#server, (connection) =>
        this.#identify(connection, name, password),
      );
      noteAttempt("directory", this.#clock.now(), null);
      return identity;
    } catch (error) {
      // Whose password it refuses has been answered.
      noteAttempt("directory", this.#clock.now(), error instanceof DirectoryFailed ? error.message : null);
      throw error;
    } finally {
      this.#asking--;
    }
  }

  async #identify(connection: DirectoryConnection, name: string, password: string): Promise<CompanyIdentity> {
    const { base_dn, email_attribute, groups, group_base_dn: base = base_dn } = this.#settings;
    const found = await this.#find(connection, name);
    const [person] = found;
    if (person === undefined || found.length > 1) {
      // A name that nobody has is asked as often as one that somebody has.
      await connection.bind(`cn=${randomUUID()},${base_dn}`, password);
      throw refused(person === undefined ? "name_unknown" : "name_ambiguous");
    }
    const refusal = await connection.bind(person.dn, password);
    if (refusal !== null) throw refused(reasonOf(refusal));
    const state = stateOf(person, this.#clock.now());
    if (state !== null) throw refused(state);
    const subject = idOf(person);
    if (subject === null) throw refused("id_missing");
    await connection.bindAsTiro();
    return {
      issuer: ISSUER,
      subject,
      email: textOf(person, email_attribute),
      emailVerified: true,
      name: textOf(person, "displayName") ?? textOf(person, "cn"),
      groups: await groupsOf(connection, { groups, base }, person),
      sid: null,
      authenticatedAt: this.#clock.now(),
    };
  }

  #find(connection: DirectoryConnection, name: string): Promise<DirectoryEntry[]> {
    const { base_dn, user_filter, email_attribute } = this.#settings;
    return connection.search({
      base: base_dn,
      scope: "sub",
      filter: userFilter(user_filter, name),
      attributes: [...PERSON_ATTRIBUTES, email_attribute],
      explicitBufferAttributes: BINARY_ATTRIBUTES,
      sizeLimit: 2,
    });
  }
}

/** The directory of the configuration, or null if there is none. */
export function directoryOf(
  { ldap }: Pick<Config, "ldap">,
  { ldapBindPassword }: Pick<Secrets, "ldapBindPassword">,
  clock: Clock,
): Directory | null {
  const { server, base_dn } = ldap;
  if (server === undefined || base_dn === undefined) return null;
  return new Directory({ ...ldap, server, base_dn }, ldapBindPassword, clock);
}

/** The directory as the configuration has it when it is asked for. */
export function configuredDirectory(
  config: Pick<Config, "ldap">,
  secrets: Pick<Secrets, "ldapBindPassword">,
  clock: Clock,
): () => Directory | null {
  return madeOf(
    () => [config.ldap, secrets.ldapBindPassword],
    () => directoryOf(config, secrets, clock),
  );
}

/** People read a sentence of the page's in its place. */
function refused(reason: CompanyRefusal): CompanyLogInRefused {
  return new CompanyLogInRefused(reason, "The company's directory refused the log-in.");
}
