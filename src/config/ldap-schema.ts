/** The company's directory, by which people log in: section `ldap` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { optional, path, patterned, secret, section, setting, words } from "./setting.ts";

const NAME_PLACE = "{name}";

export const ldapSchema = section({
  server: optional(
    patterned(
      /^ldaps?:\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `ldaps://ldap.example.com:636`",
    ),
    "ldaps://ldap.example.com:636",
    "The company's directory (LDAP or Active Directory), by whose names and passwords people log in: ldaps://HOST:636 (TLS from the beginning) or ldap://HOST:389 (StartTLS). Who may log in, and roles by groups, are settings of `company_log_in`. Without it, no directory is asked.",
  ),
  tls: setting(
    z.enum(["required", "off"]),
    "required",
    "`required`: nothing is sent unless the connection is encrypted and the server's certificate is valid for its name. `off`: in clear text, only for ldap:// to this machine.",
  ),
  ca_file: optional(
    path,
    "/etc/tiro/ldap-ca.pem",
    "File (PEM) of the authorities that vouch for the directory. Default: the system's.",
  ),
  bind_dn: optional(
    words.max(limits.directoryNameChars),
    "cn=tiro,ou=services,dc=example,dc=com",
    "Name with which tiro logs in to the directory to look for people, if the directory requires one. It only needs to read people and groups.",
  ),
  bind_password: secret(words.max(limits.configSecretChars), "Password of `bind_dn`."),
  base_dn: optional(
    words.max(limits.directoryNameChars),
    "ou=people,dc=example,dc=com",
    "The part of the directory in which people are.",
  ),
  user_filter: setting(
    z
      .string()
      .min(1)
      .max(limits.directoryNameChars)
      .refine((filter) => filter.startsWith("(") && filter.endsWith(")") && filter.includes(NAME_PLACE), {
        message: `must be a filter in parentheses with ${NAME_PLACE} in the place of the name that somebody enters`,
      }),
    "(&(objectClass=person)(|(uid={name})(mail={name})(sAMAccountName={name})(userPrincipalName={name})))",
    "Finds a person by the name that they enter, which replaces `{name}`, escaped. It must find at most one person.",
  ),
  email_attribute: setting(
    patterned(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, "the name of an attribute, such as `mail`"),
    "mail",
    "The attribute with a person's e-mail address. It counts as verified, so people must not be able to change their own.",
  ),
  group_base_dn: optional(
    words.max(limits.directoryNameChars),
    "ou=groups,dc=example,dc=com",
    "The part of the directory in which groups are. Default: `base_dn`.",
  ),
  groups: setting(
    z.enum(["nested", "active_directory", "direct", "off"]),
    "nested",
    "Which groups of a person count: `nested`, their groups and the groups that contain these, found step by step; `active_directory`, the same in one query that only Active Directory supports; `direct`, only their own groups; `off`, none.",
  ),
});
