/** Sets of constants that a register may hold, each named by a number, so that joining two paths compares numbers alone. */

export interface Constants {
  /** Each is half an address. */
  pages: readonly number[];
  addresses: readonly number[];
}

export const NOTHING = 0;
/** A loop that adds to an address would bring forth ever more; the first ones name the object. */
const ADDRESSES_AT_MOST = 24;

export class ConstantSets {
  readonly #sets: Constants[] = [{ pages: [], addresses: [] }];
  readonly #numbers = new Map<string, number>([[" ", NOTHING]]);
  readonly #unions = new Map<number, number>();

  get(set: number): Constants {
    return this.#sets[set] as Constants;
  }

  of(pages: readonly number[], addresses: readonly number[]): number {
    const key = `${pages.join()} ${addresses.join()}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#sets.push({ pages, addresses });
    this.#numbers.set(key, this.#sets.length - 1);
    return this.#sets.length - 1;
  }

  /** The first one itself if the second adds nothing. */
  union(first: number, second: number): number {
    if (first === second || second === NOTHING) return first;
    if (first === NOTHING) return second;
    const pair = first * 2 ** 24 + second;
    const known = this.#unions.get(pair);
    if (known !== undefined) return known;
    const [one, other] = [this.get(first), this.get(second)];
    const pages = [...new Set([...one.pages, ...other.pages])];
    const addresses = [...new Set([...one.addresses, ...other.addresses])];
    const united = this.of(pages, addresses.slice(0, Math.max(ADDRESSES_AT_MOST, one.addresses.length)));
    this.#unions.set(pair, united);
    return united;
  }
}
