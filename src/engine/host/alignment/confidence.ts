/** How likely words are to be right, by how well they fit what the starter's network heard. */

/**
 * A word that fits worse than half of what its neighbours do, by so much, is as often wrong as right. Chosen on one half of
 * the clips of real voices that the network was trained with, and judged on others: of the words below, and of the wrong words
 * below, in percent: 85 and 57 for such clips that took no part, 95 and 58 for the same at other speeds, in noise and in rooms,
 * 89 and 45 for three synthetic voices unknown to the network; but 35 and 22 for a reader known to it, with
 * sentences that it does not, and 15 and 14 for two people that it does not know, both also in noise and in rooms. There the
 * figures rank words, and say no more. Word length, length of a letter, frequency, neighbours and the letters that the network
 * itself hears were tried as well: no logistic regression over them gets above 17 and 57 there.
 */
const EVEN_SCORE = -4;
/**
 * The weight of a recognizer's own doubt (`packs/moonshine/telling-doubt.ts`): a word that it doubts is unsure however well it
 * fits. Unlike the fit this asks nothing of the starter, so it holds for voices that the starter does not know: by doubts and
 * fit together, 59 % of the words below even odds are wrong there, and 82 % of the wrong words are below (`bun run
 * bench:confidence`, five synthetic voices, 358 words).
 */
const DOUBT = 5;
/** A voice that the network hears badly is no reason to doubt every word of it. */
const SHARE_OF_VOICE = 0.5;

/**
 * @param scores of the words of one stretch, as of `AlignedWord`. @param doubted which of them the recognizer itself doubts.
 * @returns 0 to 1 for each.
 */
export function confidencesOf(scores: readonly number[], doubted: readonly boolean[] = []): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(scores.length, 1);
  const even = EVEN_SCORE + SHARE_OF_VOICE * mean;
  return scores.map((score, i) => 1 / (1 + Math.exp(even - score + (doubted[i] ? DOUBT : 0))));
}
