/** Keys and certificates that end soon. */
import { z } from "zod";
import { clusterCertificates } from "../../cluster/certificates.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isKnownError } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import { isoTime } from "../../lib/wire.ts";
import { nameOfAccount } from "../../metering/names.ts";
import { keysEndingBefore } from "../../store/credentials/ending-keys.ts";
import { scimTokens } from "../../store/directory/tokens.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import {
  certificateFilesOf,
  daysLeft,
  namesOf,
  readServerCertificate,
} from "../listener/server-certificate.ts";
import { administrationRoute } from "./administration-route.ts";

const Expiring = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      kind: z
        .enum(["key", "scim", "certificate"])
        .describe("`scim`: what the company's directory calls with."),
      id: z.string().nullable(),
      name: z.string(),
      account_id: z.string().nullable(),
      account_name: z.string().nullable(),
      expires_at: isoTime,
    }),
  ),
});

export const Certificate = z.object({
  object: z.literal("certificate"),
  public_url: z.string().describe("The address at which clients reach the server."),
  names: z.array(z.string()).describe("The names and addresses that it is for; none without a certificate."),
  chain: z.array(
    z.object({
      subject: z.string(),
      issuer: z.string(),
      valid_from: isoTime,
      valid_to: isoTime,
      fingerprint: z.string().describe("SHA-256"),
    }),
  ),
  days_left: z
    .int()
    .nullable()
    .describe("Until the first one of the chain ends; null without a certificate."),
  served_days_left: z.int().nullable().describe("The same of the one that the server shows now."),
  asks_clients: z.boolean().describe("Whether clients need a certificate of their own."),
  fault: z.string().nullable().describe("Why the files cannot be used."),
});

export interface ExpiringDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "server">;
  certificateDaysLeft: () => number | null;
}

export function expiringRoutes(deps: ExpiringDeps): PersonRoute[] {
  return [
    administrationRoute(deps, "server.read", "GET /expiring", {
      id: "listExpiring",
      summary: "Keys, tokens of the directory and certificates that end soon",
      description: `Within ${limits.expiringDays} days, the first to end first.`,
      answers: { 200: jsonOf("Them.", Expiring) },
      handle: () => jsonAnswer(200, { object: "list", data: expiring(deps) }),
    }),
    administrationRoute(deps, "server.read", "GET /certificate", {
      id: "getCertificate",
      summary: "The server's certificate",
      description: "As its files are now. They are changed on the host alone.",
      answers: { 200: jsonOf("It.", Certificate) },
      handle: () => jsonAnswer(200, certificateBody(deps)),
    }),
  ];
}

type Ending = z.infer<typeof Expiring>["data"][number];

function expiring(deps: ExpiringDeps): Ending[] {
  const { db, clock } = deps;
  const now = clock.now();
  const before = now + limits.expiringDays * DAY_MS;
  const keys = keysEndingBefore(db, { nowMs: now, beforeMs: before, limit: limits.expiringListed });
  const tokens = scimTokens(db).filter(
    ({ revokedAt, expiresAt }) =>
      revokedAt === null && expiresAt !== null && expiresAt > now && expiresAt < before,
  );
  const { names, chain, days_left: days } = certificateBody(deps);
  const certificate = chain.filter(() => days !== null && days < limits.expiringDays).slice(0, 1);
  const ofCluster = clusterCertificates(db).filter(({ endsAtMs }) => endsAtMs < before);
  return [
    ...keys.map(({ id, name, accountId, expiresAt }): Ending => {
      const whose = { account_id: accountId, account_name: nameOfAccount(db, accountId) };
      return { kind: "key", id, name, ...whose, expires_at: toIsoTime(expiresAt) };
    }),
    ...tokens.map(({ id, name, expiresAt }) => ({
      kind: "scim" as const,
      id,
      name,
      ...ofNobody,
      expires_at: toIsoTime(expiresAt as number),
    })),
    ...certificate.map(({ valid_to }) => ({
      kind: "certificate" as const,
      id: null,
      name: names.join(", "),
      ...ofNobody,
      expires_at: valid_to,
    })),
    ...ofCluster.map(({ name, endsAtMs }) => ({
      kind: "certificate" as const,
      id: null,
      name,
      ...ofNobody,
      expires_at: toIsoTime(endsAtMs),
    })),
  ].sort((one, other) => one.expires_at.localeCompare(other.expires_at));
}

const ofNobody = { account_id: null, account_name: null };

function certificateBody(deps: ExpiringDeps): z.infer<typeof Certificate> {
  const { config, clock, publicUrl, certificateDaysLeft } = deps;
  const files = certificateFilesOf(config);
  const none = {
    ...{ object: "certificate" as const, public_url: publicUrl, names: [], chain: [], days_left: null },
    ...{ served_days_left: certificateDaysLeft(), asks_clients: files?.client_ca !== undefined, fault: null },
  };
  if (files === null) return none;
  try {
    const certificate = readServerCertificate(files);
    return {
      ...none,
      names: namesOf(certificate),
      days_left: daysLeft(certificate, clock.now()),
      chain: certificate.chain.map(({ subject, issuer, validFrom, validTo, fingerprint256 }) => ({
        subject: subject.replaceAll("\n", ", "),
        issuer: issuer.replaceAll("\n", ", "),
        valid_from: toIsoTime(Date.parse(validFrom)),
        valid_to: toIsoTime(Date.parse(validTo)),
        fingerprint: fingerprint256,
      })),
    };
  } catch (error) {
    if (!isKnownError(error)) throw error;
    return { ...none, fault: error.message };
  }
}
