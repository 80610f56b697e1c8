/** Whether clients will accept the server's certificate, for how long, and whether the server shows it. */
import type { X509Certificate } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { limits } from "../../config/limits.ts";
import { listensEverywhere, parseListen } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import {
  type CertificateFiles,
  certificateFilesOf,
  daysLeft,
  namesOf,
  parseCertificates,
  readServerCertificate,
  type ServerCertificate,
} from "../../http/listener/server-certificate.ts";
import { systemClock, toIsoTime } from "../../lib/clock.ts";
import { isLoopback } from "../../lib/network.ts";
import { type Finding, fail, ok, summed, warn } from "./check.ts";
import { greetTls } from "./tls-connection.ts";

/** Where Debian's and Red Hat's families keep the authorities that this machine trusts. */
const SYSTEM_AUTHORITIES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"];

/**
 * @param running where the data folder's own server is, if one runs.
 * @throws OperatorError `certificate_unusable`.
 */
export async function checkCertificate(
  config: Pick<Config, "server">,
  running: string | null,
  nowMs: number = systemClock.now(),
): Promise<Finding> {
  const files = certificateFilesOf(config);
  if (files === null) return checkWithout(config);
  const certificate = readServerCertificate(files);
  const findings = [
    ...timeFindings(certificate, nowMs),
    ...nameFindings(certificate, config),
    ...chainFindings(certificate, files),
    ...keyFindings(files),
    ...(running === null ? [] : await runningFindings(certificate, running)),
  ];
  const ends = toIsoTime(Date.parse(certificate.chain[0].validTo)).slice(0, "YYYY-MM-DD".length);
  const described = `for ${namesOf(certificate).join(", ") || "no name"}, until ${ends} (${daysLeft(certificate, nowMs)} days)`;
  return summed(described, findings);
}

/** Browsers give the microphone to pages over https and of their own machine only. */
function checkWithout({ server }: Pick<Config, "server">): Finding {
  if (server.public_url?.startsWith("https:"))
    return ok("none of its own: server.public_url is https, by a reverse proxy");
  const address = parseListen(server.listen);
  if (!listensEverywhere(address) && isLoopback(address.host))
    return ok("none: the server answers this machine only");
  return warn(
    "none: API keys and passwords cross the network in clear text, and browsers refuse the microphone",
    "Set server.tls.certificate (`tiro tls self-signed` makes one), or put a reverse proxy in front.",
  );
}

function timeFindings(certificate: ServerCertificate, nowMs: number): Finding[] {
  const advice = "Put a new certificate in place of the files; a running server takes it up by itself.";
  const begins = Date.parse(certificate.chain[0].validFrom);
  if (begins > nowMs)
    return [fail(`it is valid from ${toIsoTime(begins)} on only`, "Check this machine's clock.")];
  const days = daysLeft(certificate, nowMs);
  if (days < 0) return [fail("it, or one that signs it, has ended", advice)];
  return days > limits.certificateWarningDays ? [] : [warn("it ends soon", advice)];
}

function nameFindings(certificate: ServerCertificate, { server }: Pick<Config, "server">): Finding[] {
  const own = certificate.chain[0];
  if (namesOf(certificate).length === 0)
    return [fail("it names no host (subjectAltName)", "Clients need the name there.")];
  if (server.public_url === undefined) return [];
  const host = new URL(server.public_url).hostname.replace(/^\[|\]$/g, "");
  if ((isIP(host) ? own.checkIP(host) : own.checkHost(host)) !== undefined) return [];
  const advice = `Get a certificate for ${host}, or set server.public_url to a name that it has.`;
  return [fail(`it is not for ${host}, the host of server.public_url`, advice)];
}

/** Each must be signed by the next, and the last one by somebody whom this machine trusts. */
function chainFindings({ chain }: ServerCertificate, { certificate: file }: CertificateFiles): Finding[] {
  const broken = chain.slice(1).findIndex((issuer, index) => !signs(issuer, chain[index] as X509Certificate));
  if (broken >= 0)
    return [
      fail(
        `certificate ${broken + 1} in ${file} is not signed by the next one`,
        "The server's own certificate comes first, then the one that signs it, and so on.",
      ),
    ];
  const last = chain[chain.length - 1] as X509Certificate;
  if (knownAuthorities(file).some((authority) => signs(authority, last))) return [];
  return [
    warn(
      `this machine does not know who signed it (${last.issuer.replaceAll("\n", ", ")})`,
      "Add the intermediate certificates to the file. If the authority is the site's own, every client has to trust it, this machine too.",
    ),
  ];
}

/** Those of this program, of this machine, and the one that `tiro tls self-signed` put beside the certificate. */
function knownAuthorities(file: string): X509Certificate[] {
  const files = [...SYSTEM_AUTHORITIES, join(dirname(file), "authority.crt")].filter((each) =>
    existsSync(each),
  );
  return [...rootCertificates, ...files.map((each) => readFileSync(each, "utf8"))].flatMap(parseCertificates);
}

function signs(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function keyFindings({ key }: CertificateFiles): Finding[] {
  if ((statSync(key).mode & 0o007) === 0) return [];
  return [warn("every user of this machine can read its key", `chmod o= ${key}`)];
}

async function runningFindings({ chain }: ServerCertificate, url: string): Promise<Finding[]> {
  const greeting = url.startsWith("https:") ? await greetTls(url) : null;
  if (greeting?.fingerprint === chain[0].fingerprint256) return [];
  if (greeting === null) return [warn("the running server does not use it", "Start the server again.")];
  const advice =
    "If it stays so for more than a few seconds, the server's log says why (certificate_not_reloaded).";
  return [warn("the running server still shows another one", advice)];
}
