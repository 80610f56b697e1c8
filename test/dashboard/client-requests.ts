/** Every request that the app can make, read from its source. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = new URL("../../src/dashboard", import.meta.url).pathname;

interface Source {
  path: string;
  text: string;
}

export interface ClientRequests {
  /** Names of routes, such as `GET /v1/keys`: by `call`, as an upload, as a download, as a stream. */
  calls: string[];
  uploads: string[];
  /** Where files are sent in pieces that resume. */
  resumables: string[];
  downloads: string[];
  streams: string[];
  /** Requests that could not be read, or go around the client; none of them is known to name its person. */
  unknown: string[];
}

/** The files that may reach the network; each request there has `ownHeaders` or `ownAddress`. */
const CLIENT = /^client\//;
const HANDS_ON = /^(?:client\/|state\/(?:resource|paged)\.ts$)/;
/** Fetches code alone, without a cookie or as the page asked for it; an address of the API in it would be found. */
const WORKER = "installed/service-worker.js";
const WAYS_OUT = /\b(?:fetch\(|new (?:XMLHttpRequest|EventSource|WebSocket)\(|sendBeacon\(|importScripts\()/;

export function clientRequests(sources: readonly Source[] = appSources()): ClientRequests {
  const found: ClientRequests = {
    calls: [],
    uploads: [],
    resumables: [],
    downloads: [],
    streams: [],
    unknown: [],
  };
  for (const source of sources) {
    const { path, text } = source;
    const isClient = CLIENT.test(path);
    if (!isClient && path !== WORKER && WAYS_OUT.test(text))
      found.unknown.push(`${path} goes around the client`);
    if (isClient && WAYS_OUT.test(text) && !namesItsPerson(text))
      found.unknown.push(`${path} does not name its person`);
    found.calls.push(
      ...routesIn(source, /(?<![.\w])(?:use(?:Paged)?C|c)all(?:WithHeaders|ForFile)?\(\s*/g, found.unknown),
    );
    found.downloads.push(...routesIn(source, /(?<!function )\bdownloadAddress\(\s*/g, found.unknown));
    found.streams.push(
      ...(isClient ? routesIn(source, /\bnew EventSource\(ownAddress\(\s*/g, found.unknown) : []),
    );
    if (path === "client/upload.ts")
      found.uploads.push(...[...text.matchAll(/"(POST \/v1\/[^"]+)"/g)].map(([, route = ""]) => route));
    // Its library goes out by itself; each of its requests passes through `ownHeaders`.
    if (path === "client/resumable-upload.ts" && namesItsPerson(text))
      found.resumables.push(...[...text.matchAll(/"(\/v1\/[^"]+)"/g)].map(([, route = ""]) => route));
    if (!isClient) found.unknown.push(...addressesWithoutCall(source));
  }
  for (const kind of ["calls", "uploads", "resumables", "downloads", "streams"] as const)
    found[kind] = [...new Set(found[kind])].sort();
  return found;
}

function namesItsPerson(text: string): boolean {
  return /\bown(?:Headers|Address)\(/.test(text);
}

/** The arguments of a function, by its name: a text, or a constant of the same file. */
function routesIn({ path, text }: Source, begin: RegExp, unknown: string[]): string[] {
  return [...text.matchAll(begin)].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length);
    const [, plain, template, name] = /^(?:"([^"]+)"|`([^`]+)`|(\w+)\b)/.exec(rest) ?? [];
    const constant = (id: string) => new RegExp(`const ${id} = "([^"]+)"`).exec(text)?.[1];
    const route =
      plain ??
      template?.replace(/\$\{(\w+)\}/g, (all, id: string) => constant(id) ?? all) ??
      constant(name ?? "");
    // Where it is defined, or handed on.
    if (route === undefined && HANDS_ON.test(path)) return [];
    if (route === undefined || route.includes("$")) {
      unknown.push(`${path}: ${rest.slice(0, 60)}`);
      return [];
    }
    return [route];
  });
}

/** Addresses of the API that stand anywhere else would be reached in a way that nobody looked at. */
function addressesWithoutCall({ path, text }: Source): string[] {
  // In a call, in a choice of one of two, in a type, or as a constant.
  const known =
    /(?:\b(?:call|useCall|usePagedCall|callWithHeaders|callForFile|downloadAddress|post)\(\s*(?:\w+ \? (?:"[^"]+" : )?)?|<|const [A-Z_]+ = )$/;
  return [...text.matchAll(/["`](?:[A-Z]+ )?\/v1\/[^"`]*["`]/g)].flatMap(({ 0: address, index }) =>
    known.test(text.slice(Math.max(0, index - 120), index)) ? [] : [`${path}: ${address}`],
  );
}

function appSources(): Source[] {
  return readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(ROOT, file), text: withoutComments(readFileSync(file, "utf8")) }))
    .filter(({ path }) => !path.startsWith("server/") && path !== "client/api-types.ts");
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
