/** Recordings that come into a watched folder: each gets one result and one line of the ledger. */
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linger, type Site, type Work } from "./work.ts";

const SPEECH = readFileSync(join(import.meta.dir, "../../audio/synth_04_rms.wav"));
const SAID = "conference room on the second floor";
/** So many wait at most. */
const WAITING = 8;
const LONGEST_PAUSE_MS = 800;

export interface WatchedFolders {
  inbox: string;
  done: string;
  /** Whose they are. */
  account: string;
}

export function watchSettings({ inbox, done, account }: WatchedFolders): Record<string, string> {
  return {
    TIRO_WATCH_EVERY_SECONDS: "1",
    TIRO_WATCH_SETTLE_SECONDS: "1",
    TIRO_WATCH_FOLDERS: JSON.stringify([{ dir: inbox, account, originals: "move", moved_to: done }]),
  };
}

export function watching(site: Site, { inbox, done }: WatchedFolders): Work {
  for (const path of [inbox, done]) mkdirSync(path);
  const put: string[] = [];
  const waits = new Map<string, number>();
  const ended: string[] = [];
  let longestMs = 0;
  const resultOf = (name: string) => join(inbox, `${name}.txt`);
  const failureOf = (name: string) => join(inbox, `${name}.error.txt`);
  /** Those that wait. Their ends are seen here, and how long that took. */
  const open = () => {
    for (const [name, sinceMs] of waits) {
      if (existsSync(join(inbox, name)) && !existsSync(failureOf(name))) continue;
      waits.delete(name);
      ended.push(name);
      longestMs = Math.max(longestMs, performance.now() - sinceMs);
    }
    return waits.size;
  };
  return {
    run: async (stop) => {
      while (!stop.aborted) {
        if (open() < WAITING) {
          const name = `${put.length}.wav`;
          record(inbox, name);
          put.push(name);
          waits.set(name, performance.now());
        }
        await linger(site, LONGEST_PAUSE_MS);
      }
    },
    left: open,
    check: () => {
      const { db, violations } = site;
      const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
      const failed = put.filter((name) => existsSync(failureOf(name)));
      for (const name of failed) {
        const told = readFileSync(failureOf(name), "utf8");
        if (!told.startsWith("engine_unavailable")) violations.push(`${name}: ${told}`);
      }
      for (const name of put) {
        if (failed.includes(name)) continue;
        if (!existsSync(resultOf(name)) || !readFileSync(resultOf(name), "utf8").includes(SAID))
          violations.push(`${name} has no result, or another`);
        if (!existsSync(join(done, name))) violations.push(`${name} was not moved`);
      }
      const billed = count("SELECT count(*) FROM usage WHERE key_id = 'watch'");
      if (billed !== put.length - failed.length)
        violations.push(`${put.length - failed.length} watched recordings, ${billed} lines of the ledger`);
      const jobs = count("SELECT count(*) FROM transcription_jobs WHERE key_id = 'watch'");
      if (jobs !== put.length) violations.push(`${put.length} watched recordings, ${jobs} jobs`);
      return {
        watched: put.length,
        watchedFailed: failed.length,
        watchedLongestSeconds: Math.round(longestMs / 1_000),
        watchedOvertaken: mostOvertaken(ended.map(Number.parseFloat)),
      };
    },
  };
}

/** How many that came later one saw go before it, at most: a long wait is a busy machine, this is an unfair turn. */
function mostOvertaken(ended: readonly number[]): number {
  const overtaking = ended.map((number, at) => ended.slice(0, at).filter((other) => other > number).length);
  return Math.max(0, ...overtaking);
}

/** The same words, and other bytes: a comment after the sound. It comes whole, and is older than what still changes. */
function record(dir: string, name: string): void {
  const hidden = join(dir, `.${name}`);
  writeFileSync(
    hidden,
    Buffer.concat([SPEECH, Buffer.from(`LIST\u0008\0\0\0${name.padEnd(8).slice(0, 8)}`)]),
  );
  const past = new Date(Date.now() - 60_000);
  utimesSync(hidden, past, past);
  renameSync(hidden, join(dir, name));
}
