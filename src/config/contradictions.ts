import { type ErrorIssue, TiroError } from "../lib/errors.ts";
import { parseListen } from "./listen.ts";
import type { Config } from "./schema.ts";

/** What no single field's type can tell: values that cannot be meant, alone or together. */
export function contradictions(config: Config): ErrorIssue[] {
  return [
    ...listenIssues(config),
    ...publicUrlIssues(config),
    ...prefixIssues(config),
    ...providerIssues(config),
  ];
}

function listenIssues({ server }: Config): ErrorIssue[] {
  try {
    parseListen(server.listen);
    return [];
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    return [{ param: "server.listen", message: `is ${JSON.stringify(server.listen)}: ${error.message}` }];
  }
}

function publicUrlIssues({ server }: Config): ErrorIssue[] {
  if (server.public_url === undefined) return [];
  const url = new URL(server.public_url);
  if (server.public_url.replace(/\/$/, "").toLowerCase() === url.origin) return [];
  return [
    {
      param: "server.public_url",
      message: `must be scheme, host and port only, such as ${url.origin}: tiro adds the paths`,
    },
  ];
}

function prefixIssues({ auth }: Config): ErrorIssue[] {
  const twice = auth.key_prefixes.find((prefix, index) => auth.key_prefixes.indexOf(prefix) !== index);
  return twice === undefined ? [] : [{ param: "auth.key_prefixes", message: `names ${twice} twice` }];
}

function providerIssues({ engine }: Config): ErrorIssue[] {
  if (engine.provider !== "cuda" || engine.native_dir !== undefined) return [];
  return [
    {
      param: "engine.provider",
      message:
        'is "cuda", but the built-in libraries run on the CPU only: name the folder of the GPU build in engine.native_dir',
    },
  ];
}
