import { DirectoryFailed } from "../../accounts/log-in/ldap/connection.ts";
import { directoryOf } from "../../accounts/log-in/ldap/directory.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { type Finding, ok, warn } from "./check.ts";

const ADVICE: Readonly<Record<DirectoryFailed["code"], string>> = {
  unreachable:
    "See that ldap.server names the right host and port, and that no firewall is between: ldaps:// is for port 636, ldap:// with StartTLS for 389.",
  late: "The directory answers too slowly, or the port wants TLS from the beginning: ldaps:// is for port 636.",
  untrusted:
    "The certificate must be valid for the name in ldap.server. Name your own authority in ldap.ca_file.",
  too_large: "See that ldap.server is the directory.",
  not_admitted: "See that ldap.bind_dn and ldap.bind_password are the directory's.",
  refused:
    "See that ldap.base_dn and ldap.group_base_dn are there and ldap.bind_dn may read them; with ldap:// the directory must offer StartTLS. Result 32: there is no such entry.",
};

/** Asks the company's directory as a log-in does, without anybody's name. Other ways in work without it: a warning at most. */
export async function checkDirectory(config: Pick<Config, "ldap">, secrets: Secrets): Promise<Finding> {
  const directory = directoryOf(config, secrets, systemClock);
  if (directory === null) return ok("none configured");
  const { server, tls } = config.ldap;
  try {
    await directory.reach();
    const how = tls === "required" ? "over TLS" : "in clear text";
    return ok(`${server} answers ${how} and admits tiro`);
  } catch (error) {
    if (!(error instanceof DirectoryFailed)) throw error;
    const detail = `${server} cannot be asked: ${error.message}`;
    return warn(detail, ADVICE[error.code]);
  }
}
