/** Conversations of two to four voices with known turns, the same for the same seed: pauses, overlap, levels, noise. */

import { seeded } from "../../../src/lib/seeded.ts";
import type { Turn } from "./error-rate.ts";
import { type BenchVoice, installedVoices, speak } from "./voices.ts";

export interface Conversation {
  name: string;
  samples: Int16Array;
  /** Who really speaks when. */
  turns: Turn[];
}

const RATE = 16_000;
const PEAK = 12_000;

const SENTENCES = [
  "good morning do you have a minute to talk about the project",
  "of course what would you like to know",
  "is the design document ready for the review on friday",
  "almost i need one more day to finish the last chapter",
  "that is fine please send it to the whole team when it is done",
  "we should also talk about the budget for the next quarter",
  "the numbers from last month were better than we expected",
  "i think the customer wants to see the new version before christmas",
  "yes",
  "no not really",
  "that sounds good to me",
  "could you please repeat that",
  "the meeting with the suppliers has been moved to thursday at half past two",
  "who is going to write the report",
  "i can do it if somebody helps me with the tables",
  "right",
  "we have been waiting for the parts for more than three weeks now",
  "let me check my notes and come back to you",
  "there is a problem with the second machine in the hall",
  "the doctor said that the results will arrive on monday morning",
  "please open the window it is very warm in here",
  "okay",
  "my colleague will take care of the travel arrangements for everybody",
  "how long will it take to train the new people",
  "about two months if nothing unexpected happens",
  "then let us decide now and write it down",
];

/** Parameters of a conversation. Times in seconds. */
interface Style {
  shareOverlapping: number;
  longestPause: number;
  noise: number;
}

/**
 * @param seconds about how long each is.
 * @throws if fewer than four voices are installed.
 */
export async function makeConversations(
  seed: number,
  speakers: readonly number[],
  seconds: number,
): Promise<Conversation[]> {
  const voices = installedVoices();
  if (voices.length < 4)
    throw new Error("too few voices: install flite, espeak-ng, festival and festvox-kdlpc16k");
  const chance = seeded(seed);
  const spoken = new Map<string, Int16Array>();
  const made: Conversation[] = [];
  for (const [number, count] of speakers.entries()) {
    const cast = shuffled(voices, chance).slice(0, count);
    const name = `seed ${seed}, no. ${number + 1}: ${cast.map((voice) => voice.name).join(", ")}`;
    made.push({ name, ...(await converse(cast, seconds, chance, spoken)) });
  }
  return made;
}

async function converse(
  cast: readonly BenchVoice[],
  seconds: number,
  chance: () => number,
  spoken: Map<string, Int16Array>,
): Promise<Omit<Conversation, "name">> {
  const style: Style = {
    shareOverlapping: [0, 0.1, 0.25][Math.floor(chance() * 3)] as number,
    longestPause: 0.3 + chance() * 1.2,
    noise: 3 + chance() * 30,
  };
  const gains = cast.map(() => 10 ** ((chance() * 8 - 6) / 20));
  const mix = new Float32Array((seconds + 30) * RATE);
  const turns: Turn[] = [];
  let at = Math.round(chance() * RATE);
  let speaker = 0;
  while (at < seconds * RATE) {
    const samples = await sentence(cast[speaker] as BenchVoice, chance, spoken);
    for (const [i, sample] of samples.entries())
      mix[at + i] = (mix[at + i] as number) + sample * (gains[speaker] as number);
    turns.push({
      speaker: String(speaker),
      startSeconds: at / RATE,
      endSeconds: (at + samples.length) / RATE,
    });
    at = nextStart(turns, style, chance);
    speaker = (speaker + (chance() < 0.15 ? 0 : 1 + Math.floor(chance() * (cast.length - 1)))) % cast.length;
  }
  const until = Math.max(...turns.map(({ endSeconds }) => endSeconds)) + 0.5;
  const noisy = mix
    .subarray(0, Math.round(until * RATE))
    .map((sample) => sample + (chance() - 0.5) * 2 * style.noise);
  return {
    samples: Int16Array.from(noisy, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample)))),
    turns,
  };
}

/** Mostly after a pause; at times while the last one still speaks, if that takes long enough. */
function nextStart(turns: readonly Turn[], style: Style, chance: () => number): number {
  const last = turns.at(-1) as Turn;
  const overlap = 0.3 + chance() * 0.7;
  const overlaps = chance() < style.shareOverlapping && last.endSeconds - last.startSeconds > 2 * overlap;
  const start = last.endSeconds + (overlaps ? -overlap : 0.05 + chance() * style.longestPause);
  return Math.round(start * RATE);
}

async function sentence(
  voice: BenchVoice,
  chance: () => number,
  spoken: Map<string, Int16Array>,
): Promise<Int16Array> {
  const text = SENTENCES[Math.floor(chance() * SENTENCES.length)] as string;
  const key = `${voice.name}: ${text}`;
  const known = spoken.get(key);
  if (known) return known;
  const samples = await speak(voice, text);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const levelled = samples.map((sample) => Math.round((sample * PEAK) / loudest));
  spoken.set(key, levelled);
  return levelled;
}

function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  return items
    .map((item) => ({ item, key: chance() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
