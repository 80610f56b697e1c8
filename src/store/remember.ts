import { limits } from "../config/limits.ts";
import { type Db, perDatabase } from "./db.ts";

/**
 * Remembers what `read` found until anybody writes to the database. For what every request reads and hardly anybody
 * writes; what was found must not be changed, and that there is nothing (null) is asked for anew.
 */
export function remember<T extends object | null>(db: Db, read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  let atChange = -1;
  return (name) => {
    // What a transaction reads may never come to be.
    if (db.inTransaction) return read(name);
    const change = changesOf(db).count();
    if (change !== atChange || known.size >= limits.rememberedRows) known.clear();
    atChange = change;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = read(name);
    if (found !== null) known.set(name, found);
    return found;
  };
}

/**
 * Counts writes. Those of this connection at once. Those of others (another process, such as the command line) are
 * asked for once in a turn of the event loop, because asking takes locks on the file: whoever waits for a command to
 * end before they send a request is in a later turn.
 */
class Changes {
  // Changes when another connection commits (https://www.sqlite.org/pragma.html#pragma_data_version).
  readonly #others;
  readonly #own;
  #count = 0;
  #atOthers: number | undefined;
  #atOwn: number | undefined;
  #asked = false;

  constructor(db: Db) {
    this.#others = db.prepare<[], number>("PRAGMA data_version").pluck();
    this.#own = db.prepare<[], number>("SELECT total_changes()").pluck();
  }

  count(): number {
    const own = this.#own.get();
    const others = this.#asked ? this.#atOthers : this.#askOthers();
    if (own !== this.#atOwn || others !== this.#atOthers) this.#count++;
    this.#atOwn = own;
    this.#atOthers = others;
    return this.#count;
  }

  #askOthers(): number | undefined {
    this.#asked = true;
    setImmediate(() => {
      this.#asked = false;
    });
    return this.#others.get();
  }
}

const changesOf = perDatabase((db) => new Changes(db));
