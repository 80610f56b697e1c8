/**
 * A statement as a function: `const userById = row<[id: string], User>("SELECT …")` is called as `userById(db, id)`, and is
 * prepared once per database. For statements whose parameters are those of the function, in the same order.
 */
import { type Db, perDatabase, type Statement } from "./db.ts";

type Call<P extends unknown[], R> = (db: Db, ...parameters: P) => R;

function statement<P extends unknown[], Found, R>(
  prepare: (db: Db) => Statement<P, Found>,
  run: (prepared: Statement<P, Found>, parameters: P) => R,
): Call<P, R> {
  const prepared = perDatabase(prepare);
  return (db, ...parameters) => run(prepared(db), parameters);
}

/** The first row, null without one. */
export function row<P extends unknown[], Row>(sql: string): Call<P, Row | null> {
  return statement(
    (db) => db.prepare<P, Row>(sql),
    (prepared, parameters) => prepared.get(...parameters) ?? null,
  );
}

export function rows<P extends unknown[], Row>(sql: string): Call<P, Row[]> {
  return statement(
    (db) => db.prepare<P, Row>(sql),
    (prepared, parameters) => prepared.all(...parameters),
  );
}

/** The first column of the first row, null without one. */
export function value<P extends unknown[], Value>(sql: string): Call<P, Value | null> {
  return statement(
    (db) => db.prepare<P, Value>(sql).pluck(),
    (prepared, parameters) => prepared.get(...parameters) ?? null,
  );
}

/** The first column of each row. */
export function values<P extends unknown[], Value>(sql: string): Call<P, Value[]> {
  return statement(
    (db) => db.prepare<P, Value>(sql).pluck(),
    (prepared, parameters) => prepared.all(...parameters),
  );
}

/** The number in the first column of the first row, 0 without one. */
export function count<P extends unknown[]>(sql: string): Call<P, number> {
  const found = value<P, number>(sql);
  return (db, ...parameters) => found(db, ...parameters) ?? 0;
}

/** Whether a row is found. */
export function exists<P extends unknown[]>(sql: string): Call<P, boolean> {
  return statement(
    (db) => db.prepare<P>(sql),
    (prepared, parameters) => prepared.get(...parameters) !== undefined,
  );
}

/** Writes, and returns how many rows it changed. */
export function change<P extends unknown[]>(sql: string): Call<P, number> {
  return statement(
    (db) => db.prepare<P>(sql),
    (prepared, parameters) => prepared.run(...parameters).changes,
  );
}

/** Writes, and returns whether a row was changed. */
export function changes<P extends unknown[]>(sql: string): Call<P, boolean> {
  const changed = change<P>(sql);
  return (db, ...parameters) => changed(db, ...parameters) > 0;
}
