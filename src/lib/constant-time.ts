import { timingSafeEqual } from "node:crypto";

/** Compares a text with a secret one; how long it takes shows nothing but whether they are equally long. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
