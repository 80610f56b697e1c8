/**
 * `bun run bench:accuracy --dictionary`: the share of names that a dictation writes right, with an empty dictionary and with
 * one that holds them, spoken by the synthetic voices of flite.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dictation } from "../../test/support/dictation.ts";
import { startServer } from "../../test/support/server.ts";

const VOICES = ["slt", "rms", "awb"];
const NAMES =
  "Kowalski Hendricks Marchetti Lindqvist Okonkwo Vandermeer Castellano Petrov Brandt Delacroix Fitzgerald Rasmussen Takahashi Abernathy Kubernetes Terraform Grafana Prometheus Metoprolol Pantoprazole Ramipril Ibuprofen Salesforce Confluence".split(
    " ",
  );
const SENTENCES = [
  (name: string) => `please send the report to ${name} before noon`,
  (name: string) => `we talked about ${name} in the meeting`,
  (name: string) => `the answer from ${name} came this morning`,
];

interface Spoken {
  name: string;
  wav: Uint8Array;
}

function speak(folder: string): Spoken[] {
  return NAMES.flatMap((name, index) =>
    SENTENCES.map((sentence, which) => {
      const path = join(folder, `${index}-${which}.wav`);
      const voice = VOICES[(index + which) % VOICES.length] as string;
      Bun.spawnSync(["flite", "-voice", voice, "-t", sentence(name), "-o", path]);
      return { name, path };
    }),
  )
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, wav: readFileSync(path) }));
}

/** @returns false where flite is not installed. */
export async function measureDictionary(): Promise<boolean> {
  if (Bun.which("flite") === null) return false;
  const folder = mkdtempSync(join(tmpdir(), "tiro-bench-dictionary-"));
  const server = await startServer();
  try {
    await server.context.engine.ready();
    const spoken = speak(folder);
    const share = async () => {
      let right = 0;
      for (const { name, wav } of spoken) {
        const answer = await server.call("/dictations", dictation(wav, { language: "en" }));
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
        const { text } = (await answer.json()) as { text: string };
        if (new RegExp(`\\b${name}\\b`).test(text)) right += 1;
      }
      return `${((100 * right) / spoken.length).toFixed(0)} %`.padStart(5);
    };
    const without = await share();
    const operations = NAMES.map((word) => ({ type: "dictionary_add", word }));
    const headers = { "content-type": "application/json" };
    await server.call("/customizations", { method: "PATCH", headers, body: JSON.stringify({ operations }) });
    console.log(
      `${without} without, ${await share()} with the dictionary: ${spoken.length} sentences, ${NAMES.length} names`,
    );
    return true;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
