/** How a site is watched: sections `log`, `metrics`, `audit` and `traces` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { secretText } from "./secret-text.ts";
import { whole } from "./whole.ts";

export const logSchema = z
  .strictObject({
    level: z
      .enum(["debug", "info", "warn", "error", "silent"])
      .default("info")
      .describe("Least severe level that is logged."),
    format: z
      .enum(["auto", "json", "text"])
      .default("auto")
      .describe(
        "`json`: one object a line, for programs; `text`: lines for people; `auto`: `text` if standard error is a terminal, else `json`. It holds for all that a server writes.",
      ),
  })
  .prefault({});

export const metricsSchema = z
  .strictObject({
    listen: z
      .string()
      .optional()
      .describe(
        "Address and port for metrics alone, HOST:PORT: `GET /metrics` there answers in OpenMetrics form, without TLS. Without it, and without `token`, there are no metrics.",
      )
      .meta({ examples: ["127.0.0.1:9464"] }),
    token: secretText
      .optional()
      .describe(
        "Token that every reader of the metrics must send (`Authorization: Bearer …`). Without `listen`, the server's own address then answers `GET /metrics`. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
  })
  .prefault({});

const file = z.string().min(1);

export const auditSchema = z
  .strictObject({
    syslog: patterned(
      /^(tcp|tls):\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `tls://logs.example.com:6514`",
    )
      .optional()
      .describe(
        "Syslog server that gets every line of the audit log (RFC 5424): tcp://HOST:PORT or tls://HOST:PORT. While it cannot be reached, the lines wait in the database.",
      )
      .meta({ examples: ["tls://syslog.example.com:6514"] }),
    syslog_ca: file
      .optional()
      .describe("File (PEM) of the authorities that vouch for the syslog server. Default: the system's.")
      .meta({ examples: ["/etc/tiro/syslog-ca.pem"] }),
    file: file
      .optional()
      .describe(
        "File that gets every line of the audit log as JSON. It may be rotated while the server runs.",
      )
      .meta({ examples: ["/var/log/tiro/audit.jsonl"] }),
  })
  .prefault({});

export const tracesSchema = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "OpenTelemetry collector that gets traces of requests, by OTLP over HTTP, without `/v1/traces`. Traces hold durations, routes and states, and no content. Without it there are none.",
      )
      .meta({ examples: ["http://127.0.0.1:4318"] }),
    authorization: patterned(
      new RegExp(`^[\\x20-\\x7e]{1,${limits.configSecretChars}}$`),
      `one line of at most ${limits.configSecretChars} ASCII characters`,
    )
      .optional()
      .describe(
        "Value of the header `Authorization` for the collector, if it needs one. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["Bearer change-me"], writeOnly: true }),
    sample_percent: whole(1, 100)
      .default(100)
      .describe(
        "How many of a hundred requests are traced. Requests with a `traceparent` header are traced as it says.",
      ),
  })
  .prefault({});
