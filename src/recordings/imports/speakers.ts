/** Who speaks, in files that say so in their text: `Ada: Good morning.` */
import { limits } from "../../config/limits.ts";
import type { ImportedBlock } from "./blocks.ts";

const LABEL = /^(?:>>\s*)?[[(]?([\p{L}\p{N}][^:<>[\]()]{0,59})[\])]?:\s+(?=\S)/u;
/** A name has few words; a sentence with a colon has more. */
const LABEL_WORDS = 4;
/** Fewer labelled blocks are sentences with a colon in them. */
const LABELLED_SHARE = 1 / 3;

/** Those of blocks that have none, taken out of their text: as many of them have one, it is no chance. */
export function labelled(blocks: readonly ImportedBlock[]): readonly ImportedBlock[] {
  if (blocks.some(({ speaker }) => speaker !== null)) return blocks;
  const labels = blocks.map(({ text, words }) => (words.length > 0 ? null : labelOf(text)));
  const found = labels.filter((label) => label !== null);
  if (found.length === 0 || found.length < blocks.length * LABELLED_SHARE) return blocks;
  let speaker: string | null = null;
  return blocks.map((block, index) => {
    const label = labels[index] ?? null;
    if (label === null) return { ...block, speaker };
    speaker = label.name;
    return { ...block, speaker, text: block.text.slice(label.length) };
  });
}

function labelOf(text: string): { name: string; length: number } | null {
  const found = LABEL.exec(text);
  const name = found?.[1]?.trim() ?? "";
  const isName =
    name !== "" && name.length <= limits.speakerNameChars && name.split(/\s+/u).length <= LABEL_WORDS;
  return found && isName ? { name, length: found[0].length } : null;
}
