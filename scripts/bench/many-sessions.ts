/** A history as large as wanted, of words as frequent as they are in English. */
import { keepSession } from "../../src/dictation/history/keep-session.ts";
import { newId } from "../../src/lib/ids.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { meaningfulTerms } from "../../src/text/search/stop-words.ts";
import commonEnglish from "../../src/text/words/common-words.en.txt" with { type: "text" };

export const FIRST_SESSION_MS = Date.UTC(2020, 0, 1);
export const SESSION_EVERY_MS = 100_000;

const WORDS = commonEnglish
  .split(/\s+/)
  .filter((word) => /^[a-z]{2,}$/.test(word) && meaningfulTerms([{ text: word }], "en").length > 0);
const MEAN_WORDS = 40;
const TRANSACTION_SESSIONS = 2_000;
/** One in so many was made through the organization. */
const OF_ORGANIZATION = 100;

/** Repeatable: xorshift32 (Marsaglia 2003). */
let state = 0x2545f491;
export function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

export interface Filling {
  sessions: number;
  /** Through which some were made; null: through none. */
  organizationId: string | null;
}

/** @returns milliseconds for one session. */
export async function fillHistory(
  db: Db,
  users: readonly string[],
  { sessions, organizationId }: Filling,
): Promise<number> {
  const begin = performance.now();
  for (let made = 0; made < sessions; made += TRANSACTION_SESSIONS) {
    inTransaction(db, () => {
      for (let index = made; index < Math.min(sessions, made + TRANSACTION_SESSIONS); index++) {
        const userId = users[index % users.length] as string;
        const text = sentence(Math.ceil(MEAN_WORDS * 2 * random()));
        const madeThrough = index % OF_ORGANIZATION === 0 ? organizationId : null;
        const fixed = {
          id: newId("ses"),
          userId,
          organizationId: madeThrough,
          app: "Mail",
          durationSeconds: 5,
        };
        keepSession(
          db,
          { ...fixed, finalText: text, rawText: text.toLowerCase() },
          FIRST_SESSION_MS + index * SESSION_EVERY_MS,
        );
      }
    });
    await Bun.sleep(0);
  }
  return (performance.now() - begin) / sessions;
}

function sentence(words: number): string {
  return `${Array.from({ length: words }, () => word(1)).join(" ")}.`;
}

/** By Zipf's law: the word of rank r is as frequent as 1/r. @param from leaves the most frequent words out. */
export function word(from: number): string {
  const rank = from * (WORDS.length / from) ** random();
  return WORDS[Math.min(WORDS.length - 1, Math.floor(rank))] as string;
}
