import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { type Db, perDatabase } from "../db.ts";

/** All that anything remembered is read from: tables that nearly every request reads and hardly any request writes. */
export const REMEMBERED_TABLES = [
  "account_limits",
  "api_keys",
  "company_identities",
  "dictation_settings",
  "members",
  "oauth_grants",
  "organizations",
  "users",
] as const;

export type RememberedTable = (typeof REMEMBERED_TABLES)[number];

/**
 * Remembers what `read` found until anybody writes to one of the tables. For what every request reads and hardly anybody
 * writes; what was found must not be changed, and that there is nothing (null) is asked for anew.
 * @param tables all from which `read` reads; remember.test.ts compares them with what SQLite opens.
 * @param besides what else the finding depends on: once that is another thing, all is forgotten.
 *
 * `bench:auth` answers 2.2 times as many `GET /v1/me` with it: 1.22 times for the key, 1.29 for the limits and 1.39 for
 * the person.
 */
export function remember<T extends object | null>(
  db: Db,
  tables: readonly RememberedTable[],
  read: (name: string) => T,
  besides: () => unknown = () => null,
): (name: string) => T {
  const known = new Map<string, T>();
  let atState: number | undefined;
  let beside: unknown;
  return (name) => {
    // A transaction may read values that are rolled back.
    if (db.inTransaction) return read(name);
    const state = writesTo(db).state(tables);
    const besideNow = besides();
    if (state !== atState || besideNow !== beside || known.size >= limits.rememberedRows) known.clear();
    [atState, beside] = [state, besideNow];
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = read(name);
    if (found !== null) known.set(name, found);
    return found;
  };
}

/**
 * Writes of this connection count at once, by triggers that are its own and stand in no file. Commits of others (another
 * process, such as the command line), whatever they wrote, are seen within a millisecond, because asking takes locks on
 * the file: asking each time costs `GET /v1/me` 18 % of its requests.
 */
class Writes {
  readonly #own = new Map<string, number>();
  readonly #others;
  #ofOthers = 0;
  #atOthers: number | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  /** Outside a transaction: a rollback would take the triggers away again. */
  constructor(db: Db) {
    // Changes when another connection commits (https://www.sqlite.org/pragma.html#pragma_data_version).
    this.#others = db.prepare<[], number>("PRAGMA data_version").pluck();
    db.function("tiro_wrote", (table: string) => {
      this.#own.set(table, (this.#own.get(table) ?? 0) + 1);
    });
    const triggers = REMEMBERED_TABLES.flatMap((table) =>
      ["INSERT", "UPDATE", "DELETE"].map(
        (event) =>
          `CREATE TEMP TRIGGER remembered_${table}_${event} AFTER ${event} ON main.${table}
           BEGIN SELECT tiro_wrote('${table}'); END;`,
      ),
    );
    db.exec(triggers.join("\n"));
  }

  /** A greater number after every write to one of the tables. */
  state(tables: readonly RememberedTable[]): number {
    const nowMs = systemClock.monotonic();
    if (nowMs - this.#askedMs >= limits.rememberedMs) {
      this.#askedMs = nowMs;
      const version = this.#others.get();
      if (version !== this.#atOthers) this.#ofOthers += 1;
      this.#atOthers = version;
    }
    return tables.reduce((sum, table) => sum + (this.#own.get(table) ?? 0), this.#ofOthers);
  }
}

const writesTo = perDatabase((db) => new Writes(db));

/** Call it when a database is opened: later it may be in a transaction, or closed to writes. */
export function watchWrites(db: Db): void {
  writesTo(db);
}
