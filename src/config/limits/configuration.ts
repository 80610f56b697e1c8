/** The configuration file, and what a site may choose in it. */

import { MIB } from "../../lib/units.ts";

export const configurationLimits = {
  /** The configuration file, and what a site may choose in it. */
  configFileBytes: 1 * MIB,
  configShownChars: 80,
  /** How long `tiro config apply` waits for the server, and how often it looks. */
  configApplyMs: 60_000,
  configApplyLookMs: 20,
  configNameChars: 200,
  productNameChars: 40,
  configSecretChars: 512,
  configHosts: 64,
  configMemoryMibMin: 64,
  configDeadlineMsMin: 1_000,
  configDeadlineMsMax: 3600_000,
  shutdownGraceSeconds: 600,
  keyPrefixes: 16,
  engineProcesses: 256,
  sandboxReadablePaths: 64,
  engineStallMsMin: 500,
  resultRetentionHours: 365 * 24,
  queueLength: 100_000,
  memoryUploadMib: 1_048_576,
  dictationUploadMib: 65_536,
  requestsPerMinute: 1_000_000,
  concurrentAudio: 10_000,
  storedJobs: 1_000_000,
  minUploadKibPerSecond: 1_024,
  prices: 1_000,
  paymentDays: 365,
  invoiceIssuerChars: 1_000,
  companyClientIdChars: 500,
  companyLabelChars: 60,
  companyGroupChars: 500,
  companyListEntries: 100,
  companyAccessDays: 3650,
  directoryNameChars: 1_000,
  backupsKept: 10_000,
  backupRecipients: 32,
} as const;
