/** Consonants of one sound, by the letters that write them; vowels and h have none. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...group("bfpvw", "p"),
  ...group("ckqx", "k"),
  ...group("dt", "t"),
  ...group("gj", "g"),
  ...group("lr", "l"),
  ...group("mn", "n"),
  ...group("sz", "s"),
};
const CONSONANTS = 2;

/** The sounds of the first two consonants, and whether a vowel begins: what must agree before letters are compared. */
export function phoneticKey(letters: string): string {
  let key = "aeiouy".includes(letters[0] ?? " ") ? "a" : "";
  const end = key.length + CONSONANTS;
  for (const letter of letters) {
    const sound = SOUNDS[letter];
    if (sound !== undefined && !key.endsWith(sound)) key += sound;
    if (key.length === end) break;
  }
  return key;
}

/** Whether one of two words has all consonants of the other, in their order. */
export function hasConsonantsOf(one: string, other: string): boolean {
  const [short, long] = [consonantsOf(one), consonantsOf(other)].sort((a, b) => a.length - b.length);
  let at = 0;
  for (const sound of long ?? "") if (sound === short?.[at]) at += 1;
  return at === short?.length;
}

function consonantsOf(letters: string): string {
  return Array.from(letters, (letter) => SOUNDS[letter] ?? "")
    .join("")
    .replace(/(.)\1+/g, "$1");
}

function group(letters: string, sound: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter) => [letter, sound]));
}
