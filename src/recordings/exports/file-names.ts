/** Names of files that a recording's name gives: of no folder, and legal on every system. */
const MEDIA_ENDING = /\.(?:aac|aiff?|flac|m4[av]|mkv|mov|mp[34]|mpe?g|oga|ogg|opus|wav|webm|wma)$/i;
const DEVICE = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/i;
const LONGEST_CHARS = 80;

export function fileNameOf(name: string, ending: string): string {
  const safe = name
    .toWellFormed()
    .normalize("NFC")
    .replace(MEDIA_ENDING, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "-")
    .replace(/\s+/gu, " ");
  const short = [...safe].slice(0, LONGEST_CHARS).join("");
  const bare = short.replace(/^[\s.]+|[\s.]+$/gu, "");
  return `${bare === "" || DEVICE.test(bare) ? `recording ${bare}`.trim() : bare}.${ending}`;
}

/** Gives each name once: the second `a.txt` is `a (2).txt`. Systems that know no case see no two alike. */
export class FileNames {
  readonly #given = new Set<string>();

  next(name: string, ending: string): string {
    const wanted = fileNameOf(name, ending);
    const stem = wanted.slice(0, -ending.length - 1);
    let given = wanted;
    for (let count = 2; this.#given.has(given.toLowerCase()); count++) given = `${stem} (${count}).${ending}`;
    this.#given.add(given.toLowerCase());
    return given;
  }
}
