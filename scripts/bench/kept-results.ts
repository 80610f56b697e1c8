/** Results of a long benchmark, a line each in a file: an interrupted run continues there, with the same arguments. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export class KeptResults<T> {
  readonly #path: string | undefined;
  readonly #kept = new Map<string, T>();

  /** @param path nothing is kept without one. */
  constructor(path: string | undefined) {
    this.#path = path;
    if (path === undefined || !existsSync(path)) return;
    for (const line of readFileSync(path, "utf8").split("\n"))
      if (line.endsWith("}")) {
        const { key, result } = JSON.parse(line) as { key: string; result: T };
        this.#kept.set(key, result);
      }
  }

  /** From the file, or else as `measure` finds it. */
  async of(key: string, measure: () => Promise<T>): Promise<T> {
    const before = this.#kept.get(key);
    if (before !== undefined) return before;
    const result = await measure();
    this.#kept.set(key, result);
    // The first line break ends a line that a killed run left half written.
    if (this.#path !== undefined) appendFileSync(this.#path, `\n${JSON.stringify({ key, result })}`);
    return result;
  }
}
