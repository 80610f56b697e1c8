import type { Resource } from "./values.ts";

/**
 * The values of an attribute that has many, in their order. Those that hold a `value` are found without a look at the
 * others, so that a thousand changes of a group of ten thousand take a thousand steps.
 */
export class ValueList {
  /** By their places; a later one has a greater place. */
  readonly #values = new Map<number, Resource>();
  readonly #placesByValue = new Map<unknown, Set<number>>();
  readonly #primaries = new Set<number>();
  #next = 0;

  constructor(values: readonly Resource[]) {
    this.add(values);
  }

  get size(): number {
    return this.#values.size;
  }

  all(): Resource[] {
    return [...this.#values.values()];
  }

  at(place: number): Resource {
    return this.#values.get(place) as Resource;
  }

  places(): number[] {
    return [...this.#values.keys()];
  }

  /** Where those are that hold this `value`, in its very spelling; with undefined those that hold none. */
  placesOf(value: unknown): number[] {
    return [...(this.#placesByValue.get(value) ?? [])];
  }

  add(values: readonly Resource[]): void {
    for (const value of values) {
      this.#index(this.#next, value);
      this.#values.set(this.#next, value);
      this.#next += 1;
    }
  }

  replace(place: number, value: Resource): void {
    this.#unindex(place);
    this.#index(place, value);
    this.#values.set(place, value);
  }

  remove(places: readonly number[]): void {
    for (const place of places) {
      this.#unindex(place);
      this.#values.delete(place);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#placesByValue.clear();
    this.#primaries.clear();
  }

  /** The `value`s of the primary ones. */
  primaryValues(): Set<unknown> {
    return new Set([...this.#primaries].map((place) => this.at(place).value));
  }

  /** One value is primary: the one that became it last (RFC 7644 §3.5.2). @param known which were primary before. */
  keepOnePrimary(known: ReadonlySet<unknown>): void {
    if (this.#primaries.size < 2) return;
    const places = [...this.#primaries].sort((a, b) => a - b);
    const chosen = places.findLast((place) => !known.has(this.at(place).value)) ?? places[0];
    for (const place of places)
      if (place !== chosen) this.replace(place, { ...this.at(place), primary: false });
  }

  #index(place: number, { value, primary }: Resource): void {
    const places = this.#placesByValue.get(value);
    if (places === undefined) this.#placesByValue.set(value, new Set([place]));
    else places.add(place);
    if (primary === true) this.#primaries.add(place);
  }

  #unindex(place: number): void {
    const { value } = this.at(place);
    const places = this.#placesByValue.get(value);
    places?.delete(place);
    if (places?.size === 0) this.#placesByValue.delete(value);
    this.#primaries.delete(place);
  }
}
