/** Agglomerative clustering of voices: the two groups that sound most alike are joined, again and again. */

/** Voices taken for one person's. */
export interface VoiceGroup {
  /** The members' embeddings, each times its weight. */
  sum: Float32Array;
  weight: number;
  /** Places in the list of voices. */
  members: number[];
}

/**
 * How alike two groups sound. `average`: the mean cosine between the voices of one and those of the other, by weight, in
 * which noise of single voices counts. `centre`: the cosine between their centres, in which it has evened out, and more
 * the less is heard of one of them, since noise is left in the centre of a few seconds: two people are distinguished only
 * if there is no doubt.
 */
export type Linkage = "average" | "centre";

/** How much more alike two centres are taken to be when one has a weight of 1 (a second); it falls with its root. */
const DOUBT = 0.4;

/** Joins groups while two are at least as alike as `similarity`, and further while there are more than `most`. */
export function agglomerate(
  groups: readonly VoiceGroup[],
  linkage: Linkage,
  similarity: number,
  most = Number.POSITIVE_INFINITY,
): VoiceGroup[] {
  const alike = new Likeness(groups, linkage);
  let left = groups.length;
  for (;;) {
    const pair = alike.best();
    if (!pair || (pair.similarity < similarity && left <= most)) return alike.groups();
    alike.join(pair.one, pair.other);
    left -= 1;
  }
}

/** The groups that are left, the products of their sums, and for each the one that is most like it. */
class Likeness {
  readonly #linkage: Linkage;
  readonly #groups: (VoiceGroup | null)[];
  /** Sums add up when groups are joined, and so do their products: no vector is multiplied twice. */
  readonly #products: Float64Array;
  readonly #scales: Float64Array;
  readonly #nearest: Int32Array;

  constructor(groups: readonly VoiceGroup[], linkage: Linkage) {
    this.#linkage = linkage;
    const count = groups.length;
    this.#groups = [...groups];
    this.#products = new Float64Array(count * count);
    this.#scales = new Float64Array(count);
    this.#nearest = new Int32Array(count);
    for (const [one, { sum }] of groups.entries()) {
      for (let other = 0; other <= one; other += 1)
        this.#set(one, other, dot(sum, (groups[other] as VoiceGroup).sum));
    }
    for (let one = 0; one < count; one += 1) this.#scale(one);
    for (let one = 0; one < count; one += 1) this.#findNearest(one);
  }

  groups(): VoiceGroup[] {
    return this.#groups.filter((group) => group !== null);
  }

  /** The two that are most alike; null if fewer than two are left. */
  best(): { one: number; other: number; similarity: number } | null {
    let best: { one: number; other: number; similarity: number } | null = null;
    for (let one = 0; one < this.#groups.length; one += 1) {
      const other = this.#nearest[one] as number;
      if (!this.#groups[one] || other < 0) continue;
      const similarity = this.#similarity(one, other);
      if (!best || similarity > best.similarity) best = { one, other, similarity };
    }
    return best;
  }

  /** `other` becomes part of `one`. */
  join(one: number, other: number): void {
    this.#groups[one] = joined(this.#groups[one] as VoiceGroup, this.#groups[other] as VoiceGroup);
    this.#groups[other] = null;
    const others = this.#groups.flatMap((group, at) => (group && at !== one ? [at] : []));
    const own = this.#get(one, one) + 2 * this.#get(one, other) + this.#get(other, other);
    for (const third of others) this.#set(one, third, this.#get(one, third) + this.#get(other, third));
    this.#set(one, one, own);
    this.#scale(one);
    this.#findNearest(one);
    for (const third of others) {
      const nearest = this.#nearest[third] as number;
      if (nearest === one || nearest === other) this.#findNearest(third);
      else if (this.#similarity(third, one) > this.#similarity(third, nearest)) this.#nearest[third] = one;
    }
  }

  #findNearest(one: number): void {
    let [nearest, most] = [-1, Number.NEGATIVE_INFINITY];
    for (let other = 0; other < this.#groups.length; other += 1) {
      if (other === one || !this.#groups[other]) continue;
      const similarity = this.#similarity(one, other);
      if (nearest < 0 || similarity > most) [nearest, most] = [other, similarity];
    }
    this.#nearest[one] = nearest;
  }

  #similarity(one: number, other: number): number {
    const product = this.#get(one, other) / ((this.#scales[one] as number) * (this.#scales[other] as number));
    return this.#linkage === "average"
      ? product
      : product + DOUBT / Math.sqrt(this.#lesserWeight(one, other));
  }

  #lesserWeight(one: number, other: number): number {
    return Math.min((this.#groups[one] as VoiceGroup).weight, (this.#groups[other] as VoiceGroup).weight);
  }

  /** The divisor of the product of two sums. Voices never cancel each other out so wholly that it is nothing. */
  #scale(one: number): void {
    const { weight } = this.#groups[one] as VoiceGroup;
    const length = Math.max(Math.sqrt(this.#get(one, one)), Number.EPSILON);
    this.#scales[one] = this.#linkage === "average" ? weight : length;
  }

  #get(one: number, other: number): number {
    return this.#products[one * this.#groups.length + other] as number;
  }

  #set(one: number, other: number, product: number): void {
    this.#products[one * this.#groups.length + other] = product;
    this.#products[other * this.#groups.length + one] = product;
  }
}

function joined(one: VoiceGroup, other: VoiceGroup): VoiceGroup {
  return {
    sum: one.sum.map((value, i) => value + (other.sum[i] as number)),
    weight: one.weight + other.weight,
    members: [...one.members, ...other.members],
  };
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
