/**
 * `bun run fuzz:first-requests EXECUTABLE`: the first request of each kind after an executable's start loads what only it
 * needs. No turn of the event loop takes more than 20 ms of processor time for that.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { startServerProcess } from "../support/server-process.ts";
import { slowness } from "../support/thread-time.ts";

const [executable = ""] = process.argv.slice(2);
const MOST_CPU_MS = 20;
const JSON_TYPE = "application/json";

using folder = temporaryFolder();
const probed = join(folder.path, "turns");
writeFileSync(probed, "");
const server = await startServerProcess({
  dataDir: join(folder.path, "data"),
  command: [executable],
  settings: { BUN_OPTIONS: `--preload ${join(import.meta.dir, "turns-probe.ts")}`, PROBED: probed },
});
const { origin } = new URL(server.url);

type Call = readonly [path: string, body?: string, headers?: Record<string, string>];

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const CALLS: readonly Call[] = [
  ["/login"],
  ["/app/"],
  ["/app/assets/none.js"],
  ["/login/passkey/options", "{}", { Origin: origin }],
  ["/docs/api"],
  ["/openapi.json"],
  ["/asyncapi.json"],
  ["/v1/me"],
  ["/v1/customizations"],
  ["/v1/customizations/table?table=dictionary", "word\na", { "Content-Type": "text/csv" }],
  ["/v1/customizations/try", JSON.stringify({ text: "the meeting is at half past two" })],
  ["/mcp", JSON.stringify(message), { Accept: `${JSON_TYPE}, text/event-stream` }],
  ["/oauth/register", JSON.stringify({ redirect_uris: ["https://a.test/"], client_name: "x" })],
  ["/v1/recordings/import", JSON.stringify({ content: "Ada: Good morning.\n\nBob: Hello." })],
  ["/v1/recordings/:recording/export?format=docx"],
  ["/v1/recordings/:recording/export?format=srt"],
];

const slower = slowness();
let recording = "";
for (const [path, body, headers] of CALLS) {
  // The rest of the start and of the request before ends first.
  await Bun.sleep(1_000);
  writeFileSync(probed, "");
  const answer = await fetch(origin + path.replace(":recording", recording), {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${server.key}`, "Content-Type": JSON_TYPE, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  await Bun.sleep(200);
  const turns = readFileSync(probed, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((ms) => Number(ms) / slower);
  if (path.endsWith("/import")) recording = (JSON.parse(text) as { id: string }).id;
  if (turns.some((ms) => ms > MOST_CPU_MS)) process.exitCode = 1;
  console.log(`${answer.status} ${path}: ${turns.map((ms) => ms.toFixed(1)).join(", ") || "short"}`);
}
await server.stop();
