/** Recordings with known turns in a folder: audio files, and `turns.rttm` that says who speaks when in each of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import type { Conversation } from "./conversations.ts";
import type { Turn } from "./error-rate.ts";
import { samplesOf } from "./voices.ts";

const TURNS = "turns.rttm";

/** Those of which the folder has both audio and turns, by name. */
export async function readRecordings(folder: string): Promise<Conversation[]> {
  const turns = parseRttm(readFileSync(join(folder, TURNS), "utf8"));
  const recordings: Conversation[] = [];
  for (const file of readdirSync(folder).sort()) {
    const { name } = parse(file);
    const known = turns.get(name);
    if (known && file !== TURNS)
      recordings.push({ name, samples: await samplesOf(join(folder, file)), turns: known });
  }
  return recordings;
}

/** Turns of each recording, from NIST's format: `SPEAKER name channel start duration <NA> <NA> speaker …`. */
export function parseRttm(text: string): Map<string, Turn[]> {
  const turns = new Map<string, Turn[]>();
  for (const line of text.split("\n")) {
    const [type, name = "", , start, duration, , , speaker = ""] = line.split(/\s+/);
    if (type !== "SPEAKER") continue;
    const startSeconds = Number(start);
    const turn = { speaker, startSeconds, endSeconds: startSeconds + Number(duration) };
    turns.set(name, [...(turns.get(name) ?? []), turn]);
  }
  return turns;
}
