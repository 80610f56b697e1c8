/**
 * A spoken instruction applied to selected text, by a grammar of commands in English, German, French and Spanish. The
 * instruction is data: what is not understood in full changes nothing.
 */
import { limits } from "../../config/limits.ts";
import type { EditContext } from "./command.ts";
import { findTarget } from "./find-target.ts";
import { applyBest, type Grammar } from "./grammar.ts";
import german from "./grammars/de.json";
import english from "./grammars/en.json";
import spanish from "./grammars/es.json";
import french from "./grammars/fr.json";
import { tableGrammar } from "./grammars/table-grammar.ts";
import { breaksJoints } from "./joints.ts";
import data from "./words.json";

export type EditOptions = Omit<EditContext, "spoken" | "target" | "everywhere">;

export interface EditResult {
  /** The selection unchanged if the instruction was not understood. */
  text: string;
  /** The instruction could not be determined, or its target not found. */
  unclear: boolean;
  /** The instruction was to delete all of the selection. */
  deleted: boolean;
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  en: tableGrammar(english),
  de: tableGrammar(german),
  fr: tableGrammar(french),
  es: tableGrammar(spanish),
};

/** In which instructions are understood. */
export const EDIT_LANGUAGES: readonly string[] = Object.keys(GRAMMARS);

export function editText(instruction: string, selectedText: string, options: EditOptions): EditResult {
  const edited =
    instruction.length <= limits.editInstructionChars ? edit(instruction, selectedText, options) : null;
  if (edited === null) return { text: selectedText, unclear: true, deleted: false };
  return { text: edited, unclear: false, deleted: edited === "" && selectedText !== "" };
}

const EVERYWHERE = new RegExp(`(?<!\\p{L})(?:${data.everywhere})(?!\\p{L})`, "u");
/** `ersetze Tom überall durch Paul` */
const EVERYWHERE_WITHIN = new RegExp(` ${data.everywhereWithin}`, "u");
/** Verbs that take words after them: `start with please` is a courtesy to nobody; `write at the end many thanks`. */
const UNFINISHED = new RegExp(`(?:^| )(?:${data.unfinished})$`, "u");

/** If the language is not known, the first that understands; in one without a grammar nothing is. */
function edit(instruction: string, text: string, options: EditOptions): string | null {
  const { language } = options;
  const languages = language === "auto" ? EDIT_LANGUAGES : [language];
  for (const code of languages) {
    const grammar = Object.hasOwn(GRAMMARS, code) ? GRAMMARS[code] : undefined;
    const result = grammar
      ? new Editor(grammar, { ...options, language: code }).edit(instruction, text)
      : null;
    if (result !== null) return result;
  }
  return null;
}

class Editor {
  readonly #grammar: Grammar;
  readonly #options: EditOptions;

  constructor(grammar: Grammar, options: EditOptions) {
    this.#grammar = grammar;
    this.#options = options;
  }

  edit(instruction: string, text: string): string | null {
    const written = instruction
      .replace(/[’]/g, "'")
      .replace(/["“”„«»]/g, "")
      .replace(/\s+/g, " ")
      .trim();
    const context = { ...this.#options, spoken: written, target: this.#grammar.target };
    const spoken = this.#simplify(written.toLowerCase());
    // Recognizers set commas where the speaker breathes.
    const plain = spoken.replace(/[,:](?= )/g, "");
    return (
      this.#understand(spoken, text, context) ??
      (plain === spoken ? null : this.#understand(plain, text, context))
    );
  }

  /** A last `please` is courtesy, unless only with it the command makes sense: `delete everything before please`. */
  #understand(spoken: string, text: string, context: EditContext): string | null {
    const courteous = spoken.replace(this.#grammar.politeEnd, "");
    // `Replace please with would you please`
    const isSaidTwice = courteous.includes(` ${spoken.slice(courteous.length).replace(/^[, ]+/, "")} `);
    const isText = courteous !== spoken && (isSaidTwice || UNFINISHED.test(courteous));
    const plain = isText ? spoken : courteous;
    const result = this.#applyCommands(plain, text, context);
    // `Write at the end thank you` without its thanks would change nothing.
    if (plain === spoken || (result !== null && result !== text)) return result;
    return this.#applyCommands(spoken, text, context) ?? result;
  }

  #applyCommands(
    spoken: string,
    text: string,
    context: EditContext,
    most: number = limits.editCommands,
  ): string | null {
    let isOne = true;
    // Two commands first: of `replace a with b and make it uppercase` the second half is no part of `b`.
    const joints = most > 1 ? [...spoken.matchAll(this.#grammar.joint)] : [];
    for (const joint of joints.slice(0, limits.editReadings)) {
      const rest = this.#simplify(spoken.slice(joint.index + joint[0].length));
      if (!this.#grammar.verbs.test(rest)) continue;
      isOne &&= !rest.includes(" ");
      const first = this.#applyOne(this.#simplify(spoken.slice(0, joint.index)), text, context);
      const both = first === null ? null : this.#applyCommands(rest, first, context, most - 1);
      if (both !== null) return both;
    }
    return this.#applyOne(spoken, text, isOne ? context : { ...context, isJoined: true });
  }

  #applyOne(spoken: string, text: string, context: EditContext): string | null {
    const edited = this.#applyWhere(spoken, text, context);
    const isBroken = edited !== null && breaksJoints(text, edited, spoken, context.language);
    return isBroken ? null : edited;
  }

  /** In a part of the text, if the instruction names one. */
  #applyWhere(spoken: string, text: string, context: EditContext): string | null {
    for (const pattern of this.#grammar.scopes) {
      const { verb = "", rest, scope } = pattern.exec(spoken)?.groups ?? {};
      const places = scope === undefined ? [] : findTarget(text, this.#grammar.target(scope));
      const [place] = places;
      if (rest === undefined || !place || places.length > 1) continue;
      const { start, end } = place;
      const [before, after] = [text.slice(0, start), text.slice(end)];
      const { textBefore = "", textAfter = "" } = context;
      const inner = {
        ...context,
        textBefore: textBefore + before,
        textAfter: after + textAfter,
        inSentence: /(?<!\p{L})sentence$/u.test(this.#grammar.target(scope ?? "")),
      };
      const part = applyBest(this.#grammar, `${verb} ${rest}`.trim(), text.slice(start, end), inner);
      if (part !== null && part !== "") return before + part + after;
    }
    const plain = spoken.replace(this.#grammar.everywhere, "").replace(EVERYWHERE_WITHIN, " ");
    const everywhere = EVERYWHERE.test(spoken) || (plain !== spoken && !spoken.endsWith(" instead"));
    return applyBest(this.#grammar, plain, text, { ...context, everywhere });
  }

  #simplify(instruction: string): string {
    return instruction
      .replace(/[.!?;,]+$/, "")
      .replace(this.#grammar.polite, "")
      .trim();
  }
}
