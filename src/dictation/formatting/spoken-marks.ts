/** Spoken punctuation and layout: `comma`, `new paragraph`; told apart from the same words meant literally. */
import type { LanguageRules, SpokenMark } from "./language-rules.ts";
import { type FoundPhrase, indexPhrases, type Phrases, phrasesAt } from "./phrases.ts";
import { spokenForm, type Token } from "./tokens.ts";

/** Marks that the recognizer may have guessed around a spoken one; the spoken one stands instead. */
const GUESSED = /[.,!?;:…。，！？、；：؟،؛।]+$/u;

const phrasesOf = new WeakMap<readonly SpokenMark[], Phrases<SpokenMark>>();

export function applySpokenMarks(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const phrases = indexOnce(rules.marks);
  const done: Token[] = [];
  /** What the next word takes from the marks before it. */
  let pending: Partial<Token> = {};
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const found = token.kind === undefined ? meantMark(phrases, tokens, at) : undefined;
    if (!found) {
      done.push({ ...token, ...pending, before: (pending.before ?? "") + token.before });
      pending = {};
      at += 1;
      continue;
    }
    const mark = found.value;
    const gap = at === 0 ? "" : (pending.gap ?? token.gap);
    const taken = attach(done, mark, gap, pending.before ?? "");
    pending = {
      ...(taken ? {} : { before: pending.before ?? "" }),
      ...nextOf(mark, done.length === 0, taken ? undefined : pending),
    };
    at += found.length;
  }
  if (pending.before || pending.gap?.includes("\n"))
    done.push({ gap: "", text: "", after: "", ...pending, before: pending.before ?? "", spoken: true });
  return done;
}

function indexOnce(marks: readonly SpokenMark[]): Phrases<SpokenMark> {
  const known = phrasesOf.get(marks);
  if (known) return known;
  const phrases = indexPhrases(marks, ({ spoken }) => spoken.split(" "));
  phrasesOf.set(marks, phrases);
  return phrases;
}

function meantMark(
  phrases: Phrases<SpokenMark>,
  tokens: readonly Token[],
  at: number,
): FoundPhrase<SpokenMark> | undefined {
  return phrasesAt(phrases, tokens, at).find(({ value, length }) => {
    if (tokens.slice(at, at + length).some(({ kind }) => kind !== undefined)) return false;
    const before = at === 0 || /[.!?\n]/.test(tokens[at - 1]?.after ?? "") ? "" : spokenForm(tokens[at - 1]);
    const after = tokens[at + length - 1]?.after === "" ? spokenForm(tokens[at + length]) : "";
    return !value.literalAfter?.includes(before) && !value.literalBefore?.includes(after);
  });
}

/** Puts what joins to the left behind the last word. True where the mark was used up. */
function attach(done: Token[], mark: SpokenMark, gap: string, opened: string): boolean {
  if (mark.written.startsWith("\n")) {
    const last = done.at(-1);
    if (last && !last.spoken) done[done.length - 1] = { ...last, after: last.after.replace(/[,;]$/, "") };
    return false;
  }
  if (mark.joins === "right") return false;
  const last = done.at(-1);
  if (mark.joins === "none" || !last || opened !== "") {
    done.push({
      gap: done.length === 0 ? "" : gap,
      before: opened,
      text: "",
      after: mark.written,
      spoken: true,
    });
    return true;
  }
  const own = last.spoken ? last.after : last.after.replace(GUESSED, "");
  const after = own.endsWith(mark.written) ? own : own + mark.written;
  done[done.length - 1] = { ...last, after, spoken: true };
  return true;
}

/** How the next word is changed by the mark. */
function nextOf(mark: SpokenMark, atStart: boolean, open: Partial<Token> | undefined): Partial<Token> {
  const starts = mark.endsSentence ? { startsSentence: true } : {};
  if (mark.written.startsWith("\n")) {
    const [lines = ""] = /^\n+/.exec(mark.written) ?? [];
    const rest = mark.written.slice(lines.length);
    return { ...starts, gap: atStart && rest !== "" ? "" : lines, before: rest };
  }
  if (mark.joins === "right") {
    return {
      ...starts,
      ...(open?.startsSentence ? { startsSentence: true } : {}),
      ...(open?.gap === undefined ? {} : { gap: open.gap }),
      before: (open?.before ?? "") + mark.written,
    };
  }
  return mark.joins === "both" ? { ...starts, gap: "" } : starts;
}
