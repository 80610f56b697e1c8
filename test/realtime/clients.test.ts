/** OpenAI's clients, unmodified, and the manual's examples, against a server with a certificate of its own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { audio, LiveClient, session } from "../support/live-client.ts";
import { PYTHON, pythonRuns } from "../support/python.ts";
import { RECORDING } from "../support/transcription.ts";
import { type SecureServer, startSecureServer } from "./secure.ts";

const TRANSCRIPTION = "conversation.item.input_audio_transcription";
const HEARD = [
  "session.created",
  "session.updated",
  "input_audio_buffer.committed",
  "conversation.item.added",
  "conversation.item.done",
  `${TRANSCRIPTION}.delta`,
  `${TRANSCRIPTION}.delta`,
  `${TRANSCRIPTION}.completed`,
  "0 1",
  "duration",
];

let site: SecureServer;
beforeAll(async () => {
  site = await startSecureServer();
});
afterAll(() => site.close());

async function output(command: string[], environment: Record<string, string> = {}): Promise<string> {
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: site.authorityFile,
    SSL_CERT_FILE: site.authorityFile,
    ...environment,
  };
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "inherit" });
  return new Response(child.stdout).text();
}

/** In what order words and the commit's answer come depends on how fast the recognizer is. */
const sorted = (types: string[]) => types.toSorted();

test("OpenAI's JavaScript client, with both of its sockets and a client secret", async () => {
  const script = join(import.meta.dir, "official-client.ts");
  const { secret, inBrowser, inNode } = JSON.parse(
    await output([process.execPath, script, site.url, site.server.key]),
  );
  expect(secret).toBe("ek_");
  for (const types of [inBrowser, inNode]) expect(sorted(types)).toEqual(sorted(HEARD));
});

const hasPython = pythonRuns("import openai, websockets");
if (!hasPython) console.log("skipped: python3 has no packages openai and websockets");

test.skipIf(!hasPython)("OpenAI's Python client", async () => {
  const script = join(import.meta.dir, "official_client.py");
  const heard = JSON.parse(await output([PYTHON, script, site.url, site.server.key, audio(2.25)]));
  for (const types of heard) expect(sorted(types)).toEqual(sorted(HEARD));
  expect(heard).toHaveLength(2);
});

function example(language: string): string {
  const manual = readFileSync(join(import.meta.dir, "../../src/manual/live.md"), "utf8");
  const [, code] = new RegExp(`^\`\`\`${language} .*?\\n(.*?)^\`\`\``, "ms").exec(manual) ?? [];
  if (code === undefined) throw new Error(`the manual has no example in ${language}`);
  return code;
}

test.each([
  ["js", (file: string) => [process.execPath, file], true],
  ["python", (file: string) => [PYTHON, file], hasPython],
] as const)("the manual's example in %s", async (language, command, isThere) => {
  if (!isThere) return console.log(`skipped: nothing runs ${language}`);
  using folder = temporaryFolder();
  const file = join(folder.path, language === "js" ? "example.mjs" : "example.py");
  writeFileSync(file, example(language));
  const told = await output(command(file), {
    TIRO_WS: site.url.replace("https", "wss"),
    TIRO_KEY: site.server.key,
    RECORDING,
  });
  expect(told.split("\n").at(-2)).toMatch(/^0 1 2/);
});

test("a new certificate ends no stream", async () => {
  const client = await LiveClient.open(site.url, {
    headers: { Authorization: `Bearer ${site.server.key}` },
    tls: { ca: site.authority },
  });
  client.send(session());
  client.append(1.5);
  await client.until(({ delta }) => delta === "0");
  await site.renew();
  await site.renew();
  client.append(1);
  client.send({ type: "input_audio_buffer.commit" });
  const { transcript } = await client.next(`${TRANSCRIPTION}.completed`);
  expect(transcript).toBe("0 1 2");
  client.close();
});
