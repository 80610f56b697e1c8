/**
 * Every command for people: the one list for the parser, `--help`, the manual's reference, completions and the man
 * page. A command's file is loaded only when it is called, and says the rest of itself: arguments and options.
 */
import type { Command } from "commander";
import type { CommandDescription } from "./describe.ts";

export interface CommandEntry {
  summary: string;
  /** A command that is about all commands asks for them; others do not. */
  load: () => Promise<{ buildCommand: (describeProgram: () => Promise<CommandDescription>) => Command }>;
}

export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: { summary: "serve the HTTP API", load: () => import("./serve.ts") },
  worker: { summary: "recognize for a server on another machine", load: () => import("./worker.ts") },
  status: { summary: "how the running server is", load: () => import("./status.ts") },
  transcribe: {
    summary: "transcribe recordings without a server",
    load: () => import("./transcribe.ts"),
  },
  live: { summary: "write what is spoken while it is spoken", load: () => import("./live.ts") },
  jobs: { summary: "list and cancel stored transcription jobs", load: () => import("./jobs.ts") },
  requests: {
    summary: "list the last day's failed and slowest requests",
    load: () => import("./requests.ts"),
  },
  users: { summary: "people and their accounts", load: () => import("./users.ts") },
  orgs: { summary: "organizations, members, policies and invitations", load: () => import("./orgs.ts") },
  webhooks: { summary: "calls to other programs", load: () => import("./webhooks.ts") },
  mail: { summary: "test mail, and see what waits to be sent", load: () => import("./mail.ts") },
  keys: { summary: "create, list, rotate and revoke API keys", load: () => import("./keys.ts") },
  grants: { summary: "list and revoke what apps may do for people", load: () => import("./grants.ts") },
  scim: {
    summary: "tokens with which the company's directory provisions people",
    load: () => import("./scim.ts"),
  },
  usage: {
    summary: "what was used, by account, key, day, month or member",
    load: () => import("./usage.ts"),
  },
  report: { summary: "a month's usage and failures of every account", load: () => import("./report.ts") },
  invoices: { summary: "close, list, export and settle invoices", load: () => import("./invoices.ts") },
  limits: { summary: "what one account may have", load: () => import("./limits.ts") },
  audit: { summary: "list, verify and export the audit log", load: () => import("./audit.ts") },
  secrets: { summary: "rotate the key that seals secrets", load: () => import("./secrets.ts") },
  cluster: {
    summary: "recognizers on other machines: keys, and what the broker permits",
    load: () => import("./cluster.ts"),
  },
  backup: { summary: "make a backup, also while the server runs", load: () => import("./backup.ts") },
  restore: { summary: "make a data folder from a backup", load: () => import("./restore.ts") },
  "upgrade-check": {
    summary: "say what this version would change in a data folder",
    load: () => import("./upgrade-check.ts"),
  },
  "support-bundle": {
    summary: "collect what helps to find a fault, without anybody's data",
    load: () => import("./support-bundle.ts"),
  },
  tls: { summary: "make an authority and a certificate for the server", load: () => import("./tls.ts") },
  edit: { summary: "try a spoken instruction on text", load: () => import("./edit.ts") },
  models: {
    summary: "find, install, list, verify and remove model packs",
    load: () => import("./models.ts"),
  },
  format: {
    summary: "format lines of text as dictations would be",
    load: () => import("./format.ts"),
  },
  config: { summary: "check and show the configuration", load: () => import("./config.ts") },
  doctor: { summary: "say what is wrong and what to do", load: () => import("./doctor.ts") },
  benchmark: {
    summary: "measure this machine and size it for people",
    load: () => import("./benchmark.ts"),
  },
  clock: { summary: "confirm the machine's clock after a jump", load: () => import("./clock.ts") },
  "install-files": {
    summary: "write systemd unit, configuration, completion and man page",
    load: () => import("./install-files.ts"),
  },
  version: {
    summary: "print the version and what the executable holds",
    load: () => import("./version.ts"),
  },
};
