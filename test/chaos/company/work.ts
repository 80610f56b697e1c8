/** The parts of every kind of work under kills. */
import { systemClock } from "../../../src/lib/clock.ts";
import type { Db } from "../../../src/store/db.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import type { Random } from "../random.ts";

export interface Site {
  db: Db;
  dataDir: string;
  /** With `/v1`; changes with every restart of the server. */
  url: () => string;
  /** A person's. */
  key: string;
  random: Random;
  violations: string[];
}

/** One kind of work. */
export interface Work {
  /** Continues until it is stopped; then its last piece is acknowledged. */
  run: (stop: AbortSignal) => Promise<void>;
  /** Unfinished work of the server. */
  left: () => number;
  /** Once nothing is left: adds what is wrong to the violations. @returns how much was done. */
  check: () => Promise<Record<string, number>> | Record<string, number>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}

const RETRY_MS = 30;

export const changeDeps = ({ db }: Site) => ({ db, clock: systemClock, actor: TEST_ACTOR });

/** Pauses at random, so that kills meet everything. */
export const linger = ({ random }: Site, mostMs: number) => Bun.sleep(random.next() * mostMs);

/** Repeats what a kill cut off, and what is asked to come later, until there is an answer. */
export async function ask(site: Site, path: string, init: RequestInit = {}): Promise<Answer> {
  for (;;) {
    const answer = await askOnce(site, path, init);
    if (answer !== null && answer.status !== 503 && answer.status !== 429) return answer;
    await Bun.sleep(RETRY_MS);
  }
}

/** Null if a kill cut it off. */
async function askOnce(site: Site, path: string, init: RequestInit): Promise<Answer | null> {
  try {
    const headers = { authorization: `Bearer ${site.key}`, ...(init.headers as Record<string, string>) };
    const answer = await fetch(site.url() + path, { ...init, headers });
    return {
      status: answer.status,
      headers: answer.headers,
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

export const jsonOf = ({ body }: Answer) => JSON.parse(body.toString());

export function sendJson(method: string, value: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** One answer that must be this one. */
export function expectStatus({ violations }: Site, what: string, answer: Answer, status: number): boolean {
  if (answer.status === status) return true;
  violations.push(`${what}: ${answer.status} ${answer.body.toString().slice(0, 500)}`);
  return false;
}
