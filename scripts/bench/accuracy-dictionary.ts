/**
 * `bun run bench:accuracy --dictionary`: the share of names that a dictation writes right, with an empty dictionary and with
 * one that holds them, spoken by the synthetic voices of flite, by both recognizers in the box. Ends with 1 if Moonshine misses
 * its goal with names that no setting was chosen by.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { dictation } from "../../test/support/dictation.ts";
import { startServer } from "../../test/support/server.ts";
import { tell } from "./figures.ts";

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
const RECOGNIZERS = ["starter-en", "moonshine-tiny-en"];
const GOAL = { recognizer: "moonshine-tiny-en", set: "held out", percent: 50 };
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

/** @returns false if flite is not installed. */
export async function measureDictionary(): Promise<boolean> {
  if (Bun.which("flite") === null) return false;
  for (const recognizer of RECOGNIZERS)
    for (const [set, names] of Object.entries(NAMES)) {
      const percent = await measure(recognizer, set, names);
      const hasGoal = recognizer === GOAL.recognizer && set === GOAL.set;
      tell("  with the dictionary", percent, "%", hasGoal ? { least: GOAL.percent } : undefined);
    }
  return true;
}

/** @returns the share with the dictionary. */
async function measure(recognizer: string, set: string, names: readonly string[]): Promise<number> {
  using folder = temporaryFolder();
  const server = await startServer({ environment: { TIRO_MODELS_DEFAULT: recognizer } });
  try {
    await server.context.engine.ready();
    const spoken = speak(names, folder.path);
    const share = async () => {
      let right = 0;
      for (const { name, wav } of spoken) {
        const answer = await server.call("/dictations", dictation(wav, { language: "en" }));
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
        const { text } = (await answer.json()) as { text: string };
        if (new RegExp(`\\b${name}\\b`).test(text)) right += 1;
      }
      return (100 * right) / spoken.length;
    };
    const without = await share();
    const operations = names.map((word) => ({ type: "dictionary_add", word }));
    const headers = { "content-type": "application/json" };
    await server.call("/customizations", { method: "PATCH", headers, body: JSON.stringify({ operations }) });
    console.log(`${recognizer}, ${spoken.length} sentences, ${names.length} names ${set}:`);
    tell("  without a dictionary", without, "%");
    return await share();
  } finally {
    await server.close();
  }
}
