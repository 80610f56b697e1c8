/** How a site is watched: sections `log`, `metrics`, `audit` and `traces` of the configuration. */

import { z } from "zod";
import {
  optional,
  path,
  patterned,
  secret,
  secretLine,
  secretText,
  section,
  setting,
  webAddress,
  whole,
} from "./setting.ts";

export const logSchema = section({
  level: setting(
    z.enum(["debug", "info", "warn", "error", "silent"]),
    "info",
    "Least severe level that is logged.",
  ),
  format: setting(
    z.enum(["auto", "json", "text"]),
    "auto",
    "`json`: one object a line, for programs; `text`: lines for people; `auto`: `text` if standard error is a terminal, otherwise `json`. It applies to everything that a server writes.",
  ),
});

export const metricsSchema = section({
  listen: optional(
    z.string(),
    "127.0.0.1:9464",
    "A separate address for metrics, HOST:PORT: `GET /metrics` there answers in OpenMetrics format, without TLS. Without `listen` and `token`, there are no metrics.",
  ),
  token: secret(
    secretText,
    "Token that every reader of the metrics must send (`Authorization: Bearer …`). Without `listen`, the server's own address then answers `GET /metrics`.",
  ),
});

export const auditSchema = section({
  syslog: optional(
    patterned(
      /^(tcp|tls):\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `tls://logs.example.com:6514`",
    ),
    "tls://syslog.example.com:6514",
    "Syslog server that gets every line of the audit log (RFC 5424): tcp://HOST:PORT or tls://HOST:PORT. While it cannot be reached, the lines wait in the database.",
  ),
  syslog_ca: optional(
    path,
    "/etc/tiro/syslog-ca.pem",
    "File (PEM) of the authorities that vouch for the syslog server. Default: the system's.",
  ),
  file: optional(
    path,
    "/var/log/tiro/audit.jsonl",
    "File that gets every line of the audit log as JSON. You can rotate it while the server runs.",
  ),
});

export const tracesSchema = section({
  endpoint: optional(
    webAddress,
    "http://127.0.0.1:4318",
    "Address of an OpenTelemetry collector for traces of requests (OTLP over HTTP), without `/v1/traces`. Traces contain durations, routes and states, but no content. Without it, there are no traces.",
  ),
  authorization: secret(
    secretLine,
    "Value of the header `Authorization` for the collector, if it needs one.",
    "Bearer change-me",
  ),
  sample_percent: setting(
    whole(1, 100),
    100,
    "How many of a hundred requests are traced. If a request has a `traceparent` header, the header decides.",
  ),
});
