/** A dictation that says "insert template NAME": its words are finished as ever, and the templates stand between them. */
import { limits } from "../config/limits.ts";
import type { TextRange } from "../lib/text-ranges.ts";
import type { Db } from "../store/db.ts";
import { type TemplateOwner, templateNamesOf, templateOf } from "../store/dictation/templates.ts";
import { findInsertions, heardWords } from "../text/templates/insertions.ts";
import {
  type FinishDeps,
  type FinishRequest,
  finishDictation,
  type RecognizedText,
} from "./finish-dictation.ts";
import { templateOwners } from "./personal/templates.ts";
import type { FinishedDictation } from "./refine.ts";

interface Named {
  owner: TemplateOwner;
  id: string;
}

/** @throws the signal's reason. */
export async function finishWithTemplates(
  deps: FinishDeps,
  request: FinishRequest,
  recognized: RecognizedText,
  signal: AbortSignal,
): Promise<FinishedDictation> {
  const { operation } = request.parameters;
  const namesOf = () => templateNames(deps.db, request);
  const pieces =
    operation === "dictate" ? findInsertions(recognized, namesOf, limits.templatesInserted) : null;
  if (pieces === null) return finishDictation(deps, request, recognized, signal);
  const { parameters } = request;
  const before = parameters.textBefore ?? "";
  const steps = new Set<string>();
  const unsure: TextRange[] = [];
  let text = "";
  let isLineOpen = true;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === "template") {
      const template = templateOf(deps.db, piece.template.owner, piece.template.id)?.text ?? "";
      text += seam(before + text, template) + template;
      isLineOpen = !template.includes("\n");
      continue;
    }
    if (!isLineOpen && !text.endsWith("\n")) text += "\n";
    const textBefore = (before + text).slice(-limits.surroundingTextChars) || null;
    const textAfter = index === pieces.length - 1 ? parameters.textAfter : null;
    const place = { ...request, parameters: { ...parameters, textBefore, textAfter } };
    const finished = await finishDictation(deps, place, partOf(recognized, piece), signal);
    const at = text.length;
    unsure.push(...finished.unsure.map(([start, end]): TextRange => [at + start, at + end]));
    text += finished.text;
    steps.add(finished.steps);
    isLineOpen = true;
  }
  if (pieces.at(-1)?.kind === "template" && /^\S/u.test(parameters.textAfter ?? ""))
    text += isLineOpen ? " " : "\n";
  return { text, unclear: false, deleted: false, steps: [...steps, "template"].join(", "), unsure };
}

/** Without the texts: most dictations insert none. The person's own template stands for an organization's. */
function templateNames(
  db: Db,
  { principal: { accountId }, userId }: FinishRequest,
): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  for (const owner of templateOwners(db, { accountId, userId }))
    for (const { id, spokenName } of templateNamesOf(db, owner))
      if (!names.has(spokenName)) names.set(spokenName, { owner, id });
  return names;
}

/** A template of several lines begins on a line of its own. */
function seam(before: string, template: string): string {
  if (before === "" || /\s$/u.test(before) || /^\s/u.test(template)) return "";
  return template.includes("\n") ? "\n" : " ";
}

function partOf(
  { rawText, pauses, certainties, ...heard }: RecognizedText,
  { begin, end }: { begin: number; end: number },
): RecognizedText {
  return {
    ...heard,
    rawText: heardWords(rawText).slice(begin, end).join(" "),
    pauses: pauses.slice(begin, end),
    certainties: certainties.slice(begin, end),
  };
}
