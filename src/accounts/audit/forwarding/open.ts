/** Destinations of the audit log in the configuration. */
import type { Config } from "../../../config/schema.ts";
import { AuditForwarder, type ForwarderDeps } from "./forwarder.ts";
import { FileSink, SyslogSink } from "./sinks.ts";

/** Starts nothing yet. */
export function openAuditForwarders(
  { audit: { syslog, syslog_ca: caFile, file }, data }: Pick<Config, "audit" | "data">,
  { version, ...deps }: Omit<ForwarderDeps, "dataDir"> & { version: string },
): AuditForwarder[] {
  const all = { ...deps, dataDir: data.dir };
  return [
    ...(syslog === undefined
      ? []
      : [new AuditForwarder(all, (onLost) => new SyslogSink({ address: syslog, caFile, version, onLost }))]),
    ...(file === undefined ? [] : [new AuditForwarder(all, () => new FileSink(file))]),
  ];
}
