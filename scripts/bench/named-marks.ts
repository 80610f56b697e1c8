/** Sentences in which a mark's words name a thing, made at random from a frequency list: `no settlement period exceeded ten days`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../hashed-learner.ts";

const WORDS = readFileSync(join(import.meta.dir, "../../src/text/words/frequent-words.en.txt"), "utf8")
  .split(/\s+/)
  .filter((word) => /^[a-z]{5,12}$/.test(word));
const NOUNS = WORDS.filter((word) => /(?:tion|ment|ness|ity|ance|ence|ship)$/.test(word));
const PAST_FORMS = WORDS.filter((word) => /[^e]ed$/.test(word));

const DETERMINERS = "the,our,this,my,her,that,each,every,any,no,some,his,the first,a".split(",");
const MARKS =
  "comma,colon,semicolon,dash,slash,hyphen,question mark,exclamation point,new line,new paragraph,bullet point,asterisk";
/** `V` is a past form, `N` a noun, `M` the mark. */
const COMPOUNDS =
  "D N period V us|D N period V the N|D N period V in may|D N period never V|D N period was V|D N period is over|D N period has been V|" +
  "D N period will be V|D N period had V already|D N period ends on friday|D N period comes before the N|D N period means more N|" +
  "D N period felt long|D N period brought N and N|D N period left us with nothing|during D N period everyone V|" +
  "after D N period the N V|we V through D N period without N|D N period and D N V each other";
const NAMES =
  "D M V me|D M was V|D M is in the wrong place|D M needs N|D M in the N V|D M behind the N is V|he V D M before the N|they V D M with N|" +
  "we talked about D M for hours|D M between both words V the N|she wants D M here|D M of the N was V|with D M the N looks V";

export interface NamedMark {
  kind: "compound" | "bare compound" | "name";
  said: string;
}

/** The same ones for the same seed. */
export function namedMarks(count: number, seed: number): NamedMark[] {
  const random = seededRandom(seed);
  const draw = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] as string;
  const kinds: NamedMark["kind"][] = ["compound", "name", "bare compound"];
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[at % 3] as NamedMark["kind"];
    const frame = draw((kind === "name" ? NAMES : COMPOUNDS).split("|"));
    const mark = draw(MARKS.split(","));
    const said = frame.replace(/\b[DNVM]\b/g, (slot) => {
      if (slot === "D") return kind === "bare compound" ? "" : draw(DETERMINERS);
      if (slot === "M") return mark;
      return draw(slot === "N" ? NOUNS : PAST_FORMS);
    });
    return { kind, said: said.replace(/\s+/g, " ").trim() };
  });
}
