/** Agglomerative clustering of voices: the two groups that sound most alike are joined, again and again. */

/** Voices taken for one person's. */
export interface VoiceGroup {
  /** The members' embeddings, each times its weight. */
  sum: Float32Array;
  weight: number;
  /** Places in the list of voices. */
  members: number[];
}

/** How alike two groups sound, from -1 to 1. */
export type Linkage = (one: VoiceGroup, other: VoiceGroup) => number;

/** The mean cosine between the voices of one and those of the other, by weight: noise of single voices counts. */
export const averageLinkage: Linkage = (one, other) => dot(one.sum, other.sum) / (one.weight * other.weight);

/** The cosine between their centres, in which noise of single voices has evened out. */
export const centreLinkage: Linkage = (one, other) =>
  dot(one.sum, other.sum) / (Math.hypot(...one.sum) * Math.hypot(...other.sum));

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

/** The groups that are left, how alike each two of them are, and for each the one that is most like it. */
class Likeness {
  readonly #groups: (VoiceGroup | null)[];
  readonly #similarities: Float32Array;
  readonly #nearest: Int32Array;

  constructor(
    groups: readonly VoiceGroup[],
    private readonly linkage: Linkage,
  ) {
    const count = groups.length;
    this.#groups = [...groups];
    this.#similarities = new Float32Array(count * count);
    this.#nearest = new Int32Array(count);
    for (let one = 0; one < count; one += 1) {
      for (let other = 0; other < one; other += 1) this.#compare(one, other);
    }
    for (let one = 0; one < count; one += 1) this.#findNearest(one);
  }

  groups(): VoiceGroup[] {
    return this.#groups.filter((group) => group !== null);
  }

  /** The two that are most alike; null where fewer than two are left. */
  best(): { one: number; other: number; similarity: number } | null {
    let best: { one: number; other: number; similarity: number } | null = null;
    for (let one = 0; one < this.#groups.length; one += 1) {
      const other = this.#nearest[one] as number;
      if (!this.#groups[one] || other < 0) continue;
      const similarity = this.#get(one, other);
      if (!best || similarity > best.similarity) best = { one, other, similarity };
    }
    return best;
  }

  /** `other` becomes part of `one`. */
  join(one: number, other: number): void {
    this.#groups[one] = joined(this.#groups[one] as VoiceGroup, this.#groups[other] as VoiceGroup);
    this.#groups[other] = null;
    const others = this.#groups.flatMap((group, at) => (group && at !== one ? [at] : []));
    for (const third of others) this.#compare(one, third);
    this.#findNearest(one);
    for (const third of others) {
      const nearest = this.#nearest[third] as number;
      if (nearest === one || nearest === other) this.#findNearest(third);
      else if (this.#get(third, one) > this.#get(third, nearest)) this.#nearest[third] = one;
    }
  }

  #compare(one: number, other: number): void {
    const similarity = this.linkage(this.#groups[one] as VoiceGroup, this.#groups[other] as VoiceGroup);
    this.#similarities[one * this.#groups.length + other] = similarity;
    this.#similarities[other * this.#groups.length + one] = similarity;
  }

  #findNearest(one: number): void {
    let nearest = -1;
    for (let other = 0; other < this.#groups.length; other += 1) {
      if (other === one || !this.#groups[other]) continue;
      if (nearest < 0 || this.#get(one, other) > this.#get(one, nearest)) nearest = other;
    }
    this.#nearest[one] = nearest;
  }

  #get(one: number, other: number): number {
    return this.#similarities[one * this.#groups.length + other] as number;
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
