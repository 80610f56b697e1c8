/** Whether anybody wrote to a database since, for what is kept in memory. Asked several times on every request. */
import type Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { systemClock } from "../lib/clock.ts";

/**
 * Counts writes. Those of this connection are counted as they are made: asking SQLite (`total_changes()`) takes three
 * times as long as finding what is kept. Those of others (another process, such as the command line) are seen within a
 * millisecond, because asking takes locks on the file: no command ends that soon after its last write.
 */
class Changes {
  // Changes when another connection commits (https://www.sqlite.org/pragma.html#pragma_data_version).
  readonly #others: Database.Statement<[], number>;
  #own = 0;
  #atOthers: number | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  #transactions = 0;

  constructor(db: Database.Database) {
    this.#others = db.prepare<[], number>("PRAGMA data_version").pluck();
  }

  /** Whether what is read now may never come to be. */
  get inTransaction(): boolean {
    return this.#transactions > 0;
  }

  written(): void {
    this.#own++;
  }

  transacting<T>(work: () => T): T {
    this.#transactions++;
    try {
      return work();
    } finally {
      this.#transactions--;
    }
  }

  count(): number {
    const nowMs = systemClock.monotonic();
    if (nowMs - this.#askedMs >= limits.rememberedMs) {
      this.#askedMs = nowMs;
      const others = this.#others.get();
      if (others !== this.#atOthers) this.#own++;
      this.#atOthers = others;
    }
    return this.#own;
  }
}

const known = new WeakMap<Database.Database, Changes>();

/** From now on every statement that can write is counted each time it runs. */
export function watchChanges(db: Database.Database): void {
  const changes = new Changes(db);
  known.set(db, changes);
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  db.prepare = ((sql: string) => {
    const statement = prepare(sql);
    return statement.readonly ? statement : countingRuns(statement, changes);
  }) as typeof db.prepare;
}

export function changesOf(db: Database.Database): Changes {
  const changes = known.get(db);
  if (changes === undefined) throw new Error("the database was not opened by openDatabase()");
  return changes;
}

function countingRuns(statement: Database.Statement, changes: Changes): Database.Statement {
  for (const method of ["run", "get", "all", "iterate"] as const) {
    const execute = statement[method].bind(statement) as (...parameters: unknown[]) => unknown;
    const counted = (...parameters: unknown[]) => {
      changes.written();
      return execute(...parameters);
    };
    Object.defineProperty(statement, method, { value: counted });
  }
  return statement;
}
