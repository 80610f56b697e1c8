import { z } from "zod";
import { limits } from "./limits.ts";
import { flag, listOf, optional, patterned, section, setting, webAddress, whole } from "./setting.ts";
import { tlsSchema } from "./tls-schema.ts";

export const webOrigin = patterned(
  /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
  "an origin in small letters without a path, such as `https://app.example.com`",
);

export const serverSchema = section({
  listen: setting(z.string(), "127.0.0.1:8420", "Address and port to serve on, HOST:PORT."),
  public_url: optional(
    webAddress,
    "https://tiro.example.com",
    "The address that clients use. Set it if the server is behind a reverse proxy or listens on every address (0.0.0.0). Default: the address of each request, if it is an IP address, localhost or in `mcp.allowed_hosts`; otherwise `listen`, with http:// or, with `server.tls.certificate`, https://.",
  ),
  trust_forwarded_for: flag(
    false,
    "Whether to take the caller's address from the last entry of X-Forwarded-For. Only if a reverse proxy sets it.",
  ),
  allowed_origins: setting(
    listOf(webOrigin, limits.configHosts),
    [],
    "Origins of web pages whose scripts may call the API below /v1 with a key (CORS). Programs outside a browser need no entry.",
    ["https://intranet.example.com"],
  ),
  clear_text_hosts: setting(
    listOf(
      patterned(/^[a-z0-9.:[\]-]+$/, "a host name in small letters or an IP address"),
      limits.configHosts,
    ),
    [],
    "Other machines to which tiro may send what people said, or who did what, without encryption. Only for this machine and these hosts, `language_model.url`, `traces.endpoint`, `s3.endpoint` and `audit.syslog` can be http:// or tcp://, webhooks can be http://, and mail can go without TLS. Add a host only if nobody else can read the network in between.",
    ["llm.example.internal"],
  ),
  shutdown_grace_seconds: setting(
    whole(0, limits.shutdownGraceSeconds),
    30,
    "How long running requests may take to finish after a stop signal, in seconds.",
  ),
  drain_seconds: setting(
    whole(0, limits.shutdownGraceSeconds),
    5,
    "How long after SIGTERM the server still accepts connections and short work while `/health` already says 503, in seconds: longer than a load balancer takes to notice. Part of `shutdown_grace_seconds`; 0 closes at once.",
  ),
  tls: tlsSchema,
});
