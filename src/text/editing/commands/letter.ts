/** Greeting and sign-off of a letter or mail. */
import type { Command } from "../command.ts";
import { capitalizeFirst, replaceRanges, unitsOf } from "../text-range.ts";
import data from "../words.json";

const CLOSINGS =
  "best regards|kind regards|warm regards|regards|best wishes|best|cheers|sincerely|yours sincerely|yours truly|yours|thanks|many thanks|thank you|love|all the best|talk soon|with best regards|with kind regards";

export const greet: Command = {
  patterns: [
    /^(?:add|put|insert|write|include|start with|begin with|open with) (?:an? )?(?<style>formal |friendly |casual |informal )?(?:greeting|salutation)(?: (?:to|for) (?<name>.+?))?(?: (?:at|to) the (?:top|beginning|start))?$/,
    /^(?:start|begin|open|greet)(?: it| this| the (?:mail|email|message|letter))?(?: with| by saying)? (?<hello>hi|hello|hey|dear|good morning|good afternoon|good evening)(?: (?<name>.+))?$/,
    /^(?:add|put|write|insert) (?:at|to) the (?:beginning|start|top) (?<hello>hi|hello|hey|dear|good morning) (?<name>.+)$/,
    /^(?:add|put|write|insert) (?<hello>hi|hello|hey|dear|good morning) (?<name>\S+(?: \S+){0,3}) (?:at|to) the (?:beginning|start|top)$/,
    /^greet (?<name>.+)$/,
  ],
  apply: (text, { style = "", hello, name: said = "" }) => {
    const name = ` ${said}`.replace(SPOKEN_LAYOUT, "").trim();
    // `Hello comma`, `hello and welcome`
    if ((said !== "" && name === "") || NO_NAME.test(name)) return null;
    const formal = /^formal/.test(style);
    const word = hello ?? (formal ? "dear" : name ? "hi" : "hello");
    const whom = name ? ` ${capitalizeWords(name)}` : formal && !hello ? " Sir or Madam" : "";
    return `${capitalizeFirst(word)}${whom},\n\n${text.trimStart()}`;
  },
};

/** `Dear Anna` at the beginning is a line of its own; null for other words. */
export function saluted(text: string, words: string): string | null {
  const { hello = "", name = "" } = SALUTATION.exec(words)?.groups ?? {};
  return hello === "" || NO_NAME.test(name)
    ? null
    : `${capitalizeFirst(hello)} ${capitalizeWords(name)},\n\n${text.trimStart()}`;
}
const SALUTATION = new RegExp(`^(?<hello>${data.salutations}) (?<name>[^\\s,:]+(?: [^\\s,:]+){0,2})$`, "iu");

const NO_NAME = /^(?:and|from|to|this|that|it|we|i|you|und|et|y) /;

/** Layout that is said after the name, and stands there in any case. */
const SPOKEN_LAYOUT =
  /(?:,| (?:comma|colon|new line|new paragraph|komma|neue zeile|neuer absatz|virgule|à la ligne|nouveau paragraphe|coma|dos puntos|nueva línea|nuevo párrafo))+$/u;

export const signOff: Command = {
  patterns: [
    /^(?:add|put|insert|write|include) (?:an? |my )?(?:sign off|signoff|closing|signature|complimentary close)(?: (?:from|as|with|by) (?<name>.+?))?(?: (?:at|to) the (?:bottom|end))?$/,
    new RegExp(
      `^(?:sign off|sign|close|end|finish)(?: it| this| the (?:mail|email|message|letter))?(?: off)? (?:with|as|by saying) (?<closing>${CLOSINGS})(?:,? (?:from )?(?<name>.+))?$`,
    ),
    new RegExp(
      `^add (?!(?:many )?thank(?!.* from ))(?<closing>${CLOSINGS})(?:,? from (?<name>.+?))?(?: (?:at|to) the (?:bottom|end))?$`,
    ),
    /^(?:add|put|write) (?<closing>(?:best|kind|warm|with best|with kind) regards|(?:yours )?sincerely|best wishes)(?:,? (?<name>\S+(?: \S+)?))? (?:at|to) the (?:bottom|end)$/,
    /^(?:sign|sign off)(?: it| this)?(?: as| from| with| by) (?<name>.+)$/,
  ],
  apply: (text, { closing = "best regards", name = "" }) => {
    const from = name ? `\n${capitalizeWords(name)}` : "";
    return `${text.trimEnd()}\n\n${capitalizeFirst(closing)},${from}`;
  },
};

function capitalizeWords(words: string): string {
  return replaceRanges(words, unitsOf(words, "word"), capitalizeFirst);
}
