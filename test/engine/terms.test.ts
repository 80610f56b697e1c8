/** A dictionary's words on their way through the search of the starter, on real recordings. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { confidencesOf } from "../../src/dictation/word-details.ts";
import { recognizeRecording } from "../../src/transcription/recognize-recording.ts";
import { readyTestEngine } from "../support/transcription.ts";
import { blocks, committedClips, textOf, wavSamples } from "./support.ts";

const NAMES = ["Kowalski", "Okonkwo", "Terraform", "Metoprolol", "Grafana", "Anna Kowalski", "Edinburgh"];
/** Says «we talked about Terraform in the meeting», which the starter has never heard. */
const spoken = wavSamples(join(import.meta.dir, "term.wav"));

const engine = await readyTestEngine();

async function heard(samples: Int16Array, hotwords: string[]): Promise<string> {
  return textOf(await engine.recognize(blocks(samples), { lane: "batch", hotwords }));
}

test("a name is heard where it is announced, and by no other recording", async () => {
  expect(await heard(spoken, [])).not.toContain("terraform");
  expect(await heard(spoken, NAMES)).toBe("we talked about terraform in the meeting");
  expect(await heard(spoken, ["Okonkwo"])).not.toMatch(/terraform|okonkwo/);
});

test("names change nothing of recordings that have none of them", async () => {
  for (const { samples } of committedClips())
    expect(await heard(samples, NAMES)).toBe(await heard(samples, []));
});

test("a prompt's names are heard, and written as they were given", async () => {
  const source = { samples: blocks(spoken), close: async () => {} };
  const options = { language: null, prompt: "Terraform, Grafana" };
  const transcription = await recognizeRecording(engine as never, source as never, options);
  expect(transcription.text).toBe("we talked about Terraform in the meeting");
  const confidences = confidencesOf(transcription);
  expect(confidences).toHaveLength(7);
  // A name is spelt in the term's letters, whatever tokens were heard: of those the model is not sure.
  expect(Math.min(...confidences)).toBe(confidences[3] as number);
});
