import { resolve } from "node:path";
import { contrast, mix, parseColour, toHex } from "../lib/colour.ts";
import { type ErrorIssue, TiroError } from "../lib/errors.ts";
import { isCalendarDay } from "../lib/iso-time.ts";
import { languageOf } from "../lib/languages.ts";
import { isLoopback, isNetwork } from "../lib/network.ts";
import { USAGE_KINDS } from "./billing-schema.ts";
import { clusterIssues } from "./cluster-contradictions.ts";
import { ADDRESS_FIELDS, CONFIG_FIELDS, valueAt } from "./fields.ts";
import { parseListen } from "./listen.ts";
import type { WrittenConfig } from "./schema.ts";
import { shown } from "./shown.ts";
import { HARDEST_LIGHT_SURFACE, READABLE_CONTRAST } from "./web-schema.ts";

/** Faults that no single field's type shows: values that cannot be meant, alone or together. */
export function contradictions(config: WrittenConfig): ErrorIssue[] {
  return [
    ...listenIssues(config),
    ...addressIssues(config),
    ...clearTextIssues(config),
    ...publicUrlIssues(config),
    ...tlsIssues(config),
    ...webIssues(config),
    ...mailIssues(config),
    ...webhookIssues(config),
    ...watchIssues(config),
    ...prefixIssues(config),
    ...providerIssues(config),
    ...routeIssues(config),
    ...timeZoneIssues(config),
    ...currencyIssues(config),
    ...priceIssues(config),
    ...languageModelIssues(config),
    ...companyLogInIssues(config),
    ...directoryIssues(config),
    ...backupIssues(config),
    ...bucketIssues(config),
    ...auditIssues(config),
    ...clusterIssues(config),
  ];
}

function listenIssues({ server, metrics }: WrittenConfig): ErrorIssue[] {
  return [
    ...listenAddressIssues("server.listen", server.listen),
    ...(metrics.listen === undefined ? [] : listenAddressIssues("metrics.listen", metrics.listen)),
  ];
}

function listenAddressIssues(param: string, address: string): ErrorIssue[] {
  try {
    parseListen(address);
    return [];
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    return [{ param, message: `is ${shown(address)}: ${error.message}` }];
  }
}

/** Logs, reports and `tiro config` show addresses, so nothing secret may stand in one: not repeated in the message either. */
function addressIssues(config: WrittenConfig): ErrorIssue[] {
  return ADDRESS_FIELDS.flatMap(({ path, section }) => {
    const address = valueAt(config, path);
    if (typeof address !== "string" || !carriesMore(new URL(address))) return [];
    const place = CONFIG_FIELDS.find((field) => field.secret && field.section === section)?.path;
    const advice = place === undefined ? "" : `: a key belongs into ${place}`;
    return { param: path, message: `must be an address without user, password, query or fragment${advice}` };
  });
}

function carriesMore({ username, password, search, hash }: URL): boolean {
  return username !== "" || password !== "" || search !== "" || hash !== "";
}

/** People's own words, or what they did, on a network: by mistake nowhere. The identity provider has a rule of its own. */
function clearTextIssues(config: WrittenConfig): ErrorIssue[] {
  const allowed = new Set(config.server.clear_text_hosts.map(bareHost));
  const sinks = ADDRESS_FIELDS.map(({ path }) => path).filter((path) => !NO_SINKS.has(path));
  return [...sinks, "audit.syslog"].flatMap((param) => {
    const address = valueAt(config, param);
    if (typeof address !== "string") return [];
    const { protocol, hostname } = new URL(address);
    const isClear = protocol === "http:" || protocol === "tcp:";
    if (!isClear || isLoopback(hostname) || allowed.has(bareHost(hostname))) return [];
    const encrypted = protocol === "http:" ? "https://" : "tls://";
    const message = `sends in clear to ${hostname}: use ${encrypted}, or name the host in server.clear_text_hosts if nobody else is on the way`;
    return [{ param, message }];
  });
}

const NO_SINKS: ReadonlySet<string> = new Set(["server.public_url", "company_log_in.issuer"]);

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}

/** Half of what TLS needs would be plain HTTP without a word. */
function tlsIssues({ server: { tls, listen, public_url } }: WrittenConfig): ErrorIssue[] {
  const { certificate, key, client_ca, redirect_listen, hsts_days, hsts_subdomains } = tls;
  const issue = (name: string, message: string) => ({ param: `server.tls.${name}`, message });
  if (certificate === undefined) {
    const set = Object.entries({ key, client_ca, redirect_listen }).filter(
      ([, value]) => value !== undefined,
    );
    return set.map(([name]) => issue(name, "is set without a certificate: set server.tls.certificate"));
  }
  const issues =
    redirect_listen === undefined ? [] : listenAddressIssues("server.tls.redirect_listen", redirect_listen);
  if (hsts_subdomains && (hsts_days === 0 || (hsts_days === "auto" && redirect_listen === undefined)))
    issues.push(issue("hsts_subdomains", "is set, but no header is sent: set server.tls.hsts_days"));
  if (key === undefined) issues.push(issue("key", "is missing: name the certificate's private key"));
  if (redirect_listen === listen)
    issues.push(issue("redirect_listen", "is the address of the server itself"));
  if (public_url?.startsWith("http:"))
    issues.push({
      param: "server.public_url",
      message: "must begin with https://: server.tls.certificate is set",
    });
  return issues;
}

function webIssues({ web: { site_dir, logo, color } }: WrittenConfig): ErrorIssue[] {
  const issues: ErrorIssue[] = [];
  if (logo !== undefined && site_dir === undefined)
    issues.push({ param: "web.logo", message: "is set without a folder: name it in web.site_dir" });
  if (color !== undefined) {
    const ratio = contrast(parseColour(color), parseColour(HARDEST_LIGHT_SURFACE));
    if (ratio < READABLE_CONTRAST)
      issues.push({
        param: "web.color",
        message: `is ${color}, which is too light to be read (${ratio.toFixed(1)}:1 of at least ${READABLE_CONTRAST}:1): choose a darker shade, such as ${readableShade(color)}`,
      });
  }
  return issues;
}

function readableShade(color: string): string {
  const shades = Array.from({ length: 50 }, (_, step) => mix(parseColour(color), [0, 0, 0], step / 50));
  return toHex(
    shades.find((shade) => contrast(shade, parseColour(HARDEST_LIGHT_SURFACE)) >= READABLE_CONTRAST) ?? [
      0, 0, 0,
    ],
  );
}

const S3 = "s3://";

function watchIssues({ watch: { folders } }: WrittenConfig): ErrorIssue[] {
  const watched = folders.map(({ dir }) => placeOf(dir));
  const messages = folders.flatMap(({ dir, originals, moved_to }) => {
    if (watched.filter((other) => other === placeOf(dir)).length > 1) return [`names ${dir} twice`];
    if ((originals === "move") !== (moved_to !== undefined))
      return [`needs moved_to for ${dir} where originals are moved, and only there`];
    if (moved_to === undefined) return [];
    if (watched.includes(placeOf(moved_to)))
      return [`moves originals of ${dir} to a folder that is watched, too`];
    return bucketOf(moved_to) === bucketOf(dir) ? [] : [`moves originals of ${dir} out of its bucket`];
  });
  return messages.map((message) => ({ param: "watch.folders", message }));
}

function placeOf(dir: string): string {
  return dir.startsWith(S3) ? dir.replace(/\/$/, "") : resolve(dir);
}

/** Null of a folder. */
function bucketOf(dir: string): string | null {
  return dir.startsWith(S3) ? (dir.slice(S3.length).split("/")[0] ?? "") : null;
}

function webhookIssues({ webhooks }: WrittenConfig): ErrorIssue[] {
  const wrong = webhooks.networks.filter((network) => !isNetwork(network));
  return wrong.map((network) => ({
    param: "webhooks.networks",
    message: `has ${network}, which is no network: write it as 10.20.0.0/16, without bits after its prefix`,
  }));
}

/** Links in mail must lead here, and passwords and links must not travel in clear by mistake. */
function mailIssues({ mail, server: { public_url, clear_text_hosts } }: WrittenConfig): ErrorIssue[] {
  const { server, tls, from, user, password, ca_file } = mail;
  const issue = (key: string, message: string) => ({ param: `mail.${key}`, message });
  if (server === undefined) {
    const asks = { from, user, password, ca_file };
    const set = Object.entries(asks).find(([, value]) => value !== undefined)?.[0];
    return set === undefined ? [] : [issue(set, "is set without a mail server: set mail.server")];
  }
  const issues: ErrorIssue[] = [];
  if (from === undefined) issues.push(issue("from", "is missing: name the address of the sender"));
  if ((user === undefined) !== (password === undefined))
    issues.push(issue(user === undefined ? "user" : "password", "is missing: the two go together"));
  if (public_url === undefined)
    issues.push({
      param: "server.public_url",
      message: "is missing: links in mail need the address that people use",
    });
  const { protocol, hostname } = new URL(server);
  const isNear = isLoopback(hostname) || clear_text_hosts.map(bareHost).includes(bareHost(hostname));
  if (tls === "off" && protocol === "smtps:")
    issues.push(issue("tls", "is off, but mail.server is an smtps:// address"));
  else if (tls === "off" && !isNear)
    issues.push(issue("tls", `is off: name ${hostname} in server.clear_text_hosts, or require TLS`));
  return issues;
}

function auditIssues({ audit: { syslog, syslog_ca } }: WrittenConfig): ErrorIssue[] {
  if (syslog_ca === undefined || syslog?.startsWith("tls:")) return [];
  return [{ param: "audit.syslog_ca", message: "is set, but audit.syslog is no tls:// address" }];
}

function publicUrlIssues({ server }: WrittenConfig): ErrorIssue[] {
  if (server.public_url === undefined) return [];
  const url = new URL(server.public_url);
  if (carriesMore(url) || server.public_url.replace(/\/$/, "").toLowerCase() === url.origin) return [];
  return [
    {
      param: "server.public_url",
      message: `must be scheme, host and port only, such as ${url.origin}: tiro adds the paths`,
    },
  ];
}

function prefixIssues({ auth }: WrittenConfig): ErrorIssue[] {
  const twice = auth.key_prefixes.find((prefix, index) => auth.key_prefixes.indexOf(prefix) !== index);
  return twice === undefined ? [] : [{ param: "auth.key_prefixes", message: `names ${twice} twice` }];
}

function providerIssues({ engine }: WrittenConfig): ErrorIssue[] {
  if (engine.provider !== "cuda" || engine.native_dir !== undefined) return [];
  return [
    {
      param: "engine.provider",
      message:
        'is "cuda", but the built-in libraries run on the CPU only: name the folder of the GPU build in engine.native_dir',
    },
  ];
}

function routeIssues({ models: { routes = {} } }: WrittenConfig): ErrorIssue[] {
  const writings = Map.groupBy(Object.keys(routes), languageOf);
  const faults = [...writings].flatMap(([language, written]) => {
    if (language === null) return written.map((each) => `has ${JSON.stringify(each)}, which is no language`);
    return written.length === 1 ? [] : [`has the language ${language} more than once: ${written.join(", ")}`];
  });
  return faults.map((message) => ({ param: "models.routes", message }));
}

function timeZoneIssues({ billing }: WrittenConfig): ErrorIssue[] {
  // The default needs none of the data of time zones, which takes some milliseconds of each start.
  if (billing.time_zone === "UTC") return [];
  try {
    new Intl.DateTimeFormat("en", { timeZone: billing.time_zone });
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `is ${shown(billing.time_zone)}, which is no time zone; one is Europe/Zurich`;
    return [{ param: "billing.time_zone", message }];
  }
}

function currencyIssues({ billing: { currency } }: WrittenConfig): ErrorIssue[] {
  if (Intl.supportedValuesOf("currency").includes(currency)) return [];
  const message = `is ${JSON.stringify(currency)}, which is no currency; one is EUR`;
  return [{ param: "billing.currency", message }];
}

/** So that there is exactly one price at any time. */
function priceIssues({ billing }: WrittenConfig): ErrorIssue[] {
  const faults = USAGE_KINDS.flatMap((kind) => {
    const dates = billing.prices.filter((price) => price.kind === kind).map(({ valid_from }) => valid_from);
    const twice = dates.find((date, index) => dates.indexOf(date) !== index);
    return [
      ...(dates.includes(undefined) ? [] : [`needs one price of ${kind} without valid_from`]),
      ...(new Set(dates).size < dates.length
        ? [`has two prices of ${kind} ${twice === undefined ? "without valid_from" : `from ${twice}`}`]
        : []),
      ...dates
        .filter((date) => date !== undefined && !isCalendarDay(date))
        .map((date) => `has the date ${JSON.stringify(date)}, which must read YYYY-MM-DD`),
    ];
  });
  return faults.map((message) => ({ param: "billing.prices", message }));
}

function languageModelIssues({ language_model: { url, model, api_key } }: WrittenConfig): ErrorIssue[] {
  if (url === undefined) {
    const param = model !== undefined ? "language_model.model" : "language_model.api_key";
    const nothing = model === undefined && api_key === undefined;
    return nothing ? [] : [{ param, message: "is set, but no server: name it in language_model.url" }];
  }
  if (model !== undefined) return [];
  return [{ param: "language_model.url", message: "is set, but no model: name it in language_model.model" }];
}

function backupIssues({ backup }: WrittenConfig): ErrorIssue[] {
  if (!backup.include_key || backup.recipients.length > 0) return [];
  const message = "is true without backup.recipients: only an encrypted backup may hold the secret key";
  return [{ param: "backup.include_key", message }];
}

/** Buckets need storage that holds them, and a key to it. */
function bucketIssues({ s3, backup, watch }: WrittenConfig): ErrorIssue[] {
  const { endpoint, access_key, secret_key, ca_file } = s3;
  const issue = (key: string, message: string) => ({ param: key, message });
  const watched = watch.folders.find(({ dir }) => dir.startsWith(S3))?.dir;
  const users = { "backup.bucket": backup.bucket, "watch.folders": watched };
  const used = Object.entries(users).filter(([, place]) => place !== undefined);
  if (endpoint === undefined) {
    const set = Object.entries({ access_key, secret_key, ca_file }).find(([, value]) => value !== undefined);
    return [
      ...(set === undefined ? [] : [issue(`s3.${set[0]}`, "is set without storage: set s3.endpoint")]),
      ...used.map(([key]) => issue(key, "names a bucket without storage: set s3.endpoint")),
    ];
  }
  const keys = Object.entries({ access_key, secret_key }).filter(([, value]) => value === undefined);
  return [
    ...keys.map(([key]) => issue(`s3.${key}`, "is missing: the storage issues it")),
    ...(new URL(endpoint).pathname === "/"
      ? []
      : [issue("s3.endpoint", "must be an address without a path")]),
    ...(backup.bucket !== undefined && backup.dir === undefined
      ? [issue("backup.dir", "is missing: backups are made there before they are copied to backup.bucket")]
      : []),
  ];
}

function companyLogInIssues({ company_log_in, ldap }: WrittenConfig): ErrorIssue[] {
  const { issuer, client_id, client_secret, email_domains, organization, admin_groups } = company_log_in;
  const { required, access_days, ca_file, allowed_groups } = company_log_in;
  const issue = (key: string, message: string) => ({ param: `company_log_in.${key}`, message });
  if (issuer === undefined) {
    const ofProvider = { client_id, client_secret, ca_file };
    const rules = { required: required || undefined, access_days, allowed_groups: allowed_groups[0] };
    const asks = ldap.server === undefined ? { ...ofProvider, ...rules } : ofProvider;
    const set = Object.entries(asks).find(([, value]) => value !== undefined)?.[0];
    if (set !== undefined)
      return [issue(set, "is set without an identity provider: set company_log_in.issuer")];
    if (ldap.server === undefined) return [];
  }
  const issues: ErrorIssue[] = [];
  if (issuer !== undefined) {
    const { protocol, hostname } = new URL(issuer);
    if (protocol !== "https:" && !isLoopback(hostname))
      issues.push(issue("issuer", "must begin with https:// unless it is on this machine"));
    for (const [key, value] of Object.entries({ client_id, client_secret }))
      if (value === undefined) issues.push(issue(key, "is missing: the identity provider issues it"));
  }
  if (!email_domains) {
    const who = issuer === undefined ? "directory" : "identity provider";
    issues.push(issue("email_domains", `is missing: list the e-mail domains that the ${who} may vouch for`));
  }
  if (admin_groups.length > 0 && organization === undefined)
    issues.push(issue("admin_groups", "is set without an organization: set company_log_in.organization"));
  return issues;
}

/** Passwords of the company must not travel in clear. */
function directoryIssues({ ldap, company_log_in: { issuer } }: WrittenConfig): ErrorIssue[] {
  const { server, tls, ca_file, bind_dn, bind_password, base_dn, group_base_dn } = ldap;
  const issue = (key: string, message: string) => ({ param: `ldap.${key}`, message });
  if (server === undefined) {
    const asks = { ca_file, bind_dn, bind_password, base_dn, group_base_dn };
    const set = Object.entries(asks).find(([, value]) => value !== undefined)?.[0];
    return set === undefined ? [] : [issue(set, "is set without a directory: set ldap.server")];
  }
  const issues: ErrorIssue[] = [];
  if (issuer !== undefined)
    issues.push(issue("server", "is set beside company_log_in.issuer: people log in with one of the two"));
  if (base_dn === undefined)
    issues.push(issue("base_dn", "is missing: name the part of the directory in which people are"));
  if ((bind_dn === undefined) !== (bind_password === undefined))
    issues.push(
      issue(bind_dn === undefined ? "bind_dn" : "bind_password", "is missing: the two go together"),
    );
  const { protocol, hostname } = new URL(server);
  if (tls === "off" && protocol === "ldaps:")
    issues.push(issue("tls", "is off, but ldap.server is an ldaps:// address"));
  else if (tls === "off" && !isLoopback(hostname))
    issues.push(issue("tls", `is off, but ${hostname} is not this machine: passwords would travel in clear`));
  return issues;
}
