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
/** The costs of the search for a dictionary's words were chosen by the first list, not by the second. */
const NAMES = {
  known: words(
    "Kowalski Hendricks Marchetti Lindqvist Okonkwo Vandermeer Castellano Petrov Brandt Delacroix Fitzgerald Rasmussen Takahashi Abernathy Kubernetes Terraform Grafana Prometheus Metoprolol Pantoprazole Ramipril Ibuprofen Salesforce Confluence",
  ),
  "held out": words(
    "Nakamura Wojciechowski Bergstrom Adeyemi Guerrero Papadopoulos Sokolova McAllister Lefebvre Haraldsen Ferreira Zimmermann Nightingale Mulligan Ashworth Elasticsearch Postgres Ansible Jenkins Atorvastatin Levothyroxine Omeprazole Amlodipine Zendesk",
  ),
};
const SENTENCES = [
  (name: string) => `please send the report to ${name} before noon`,
  (name: string) => `we talked about ${name} in the meeting`,
  (name: string) => `the answer from ${name} came this morning`,
];

interface Spoken {
  name: string;
  wav: Uint8Array;
}

function words(text: string): string[] {
  return text.split(" ");
}

function speak(names: readonly string[], folder: string): Spoken[] {
  return names
    .flatMap((name, index) =>
      SENTENCES.map((sentence, which) => {
        const path = join(folder, `${name}-${which}.wav`);
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
  for (const [set, names] of Object.entries(NAMES)) await measure(set, names);
  return true;
}

async function measure(set: string, names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tiro-bench-dictionary-"));
  const server = await startServer();
  try {
    await server.context.engine.ready();
    const spoken = speak(names, folder);
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
    const operations = names.map((word) => ({ type: "dictionary_add", word }));
    const headers = { "content-type": "application/json" };
    await server.call("/customizations", { method: "PATCH", headers, body: JSON.stringify({ operations }) });
    console.log(
      `${without} without, ${await share()} with the dictionary: ${spoken.length} sentences, ${names.length} names ${set}`,
    );
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
