/** Items of a list: taken out with their bullets, added in the list's own layout. */

import type { Command, EditContext, Groups } from "../command.ts";
import { partsOf } from "../language-words.ts";
import { DETERMINER, fitItems, itemNamed, type List, listOf, renderList, withItems } from "../list.ts";
import { ordinalOf } from "../ordinals.ts";
import { capitalizeFirst } from "../text-range.ts";
import { writtenForm } from "../written-form.ts";

const ITEM = "(?:items?|bullets?(?: points?)?|points?|entry|entries)";

export const removeItem: Command = (text, { target = "" }, { language }) => {
  const list = listOf(text, language);
  const chosen = list ? itemsNamed(list, target, language) : null;
  if (list === null || chosen === null || chosen.length === list.items.length) return null;
  // `The court, however, agreed` is no list.
  if (list.markers === null && list.last === ", " && !list.lead.includes(":")) return null;
  const items = list.items.filter((_, index) => !chosen.includes(index));
  const markers = list.markers?.filter((_, index) => !chosen.includes(index)) ?? null;
  // The first number of the list stays its first.
  if (markers?.[0] !== undefined && list.markers?.[0] !== undefined) markers[0] = list.markers[0];
  return renderList({ ...list, items, markers }, text, language);
};

function itemsNamed(list: List, target: string, language: string): number[] | null {
  const end = list.markers ? `(?: (?:${ITEM}|line|one))?` : ` ${ITEM}`;
  const placed = new RegExp(`^(?:the )?(?<place>.+?)${end}$`).exec(target);
  const place = ordinalOf(placed?.groups?.place);
  if (place !== null)
    return list.items.at(place) === undefined ? null : [place < 0 ? list.items.length + place : place];
  const one = itemNamed(list, target);
  if (one >= 0) return [one];
  const several = partsOf(target, language).map((part) => itemNamed(list, part));
  return several.length > 1 && several.every((index) => index >= 0) ? several : null;
}

export const addItem: Command = (text, groups, context) => {
  const list = listOf(text, context.language);
  const at = list && placeIn(list, groups);
  if (list === null || at === null) return null;
  const added = addedItems(groups.words ?? "", list, context);
  if ((list.markers === null && list.last === ", ") || !fitItems(list, added)) return null;
  return renderList(withItems(list, at, added), text, context.language);
};

function placeIn({ items }: List, { edge, place = "last" }: Groups): number | null {
  if (edge !== undefined) return 0;
  if (place === "last" || place === "new" || place === "final") return items.length;
  const at = ordinalOf(place);
  return at !== null && at >= 0 && at <= items.length ? at : null;
}

function addedItems(words: string, { items }: List, context: EditContext): string[] {
  const capital = items.every((item) => /^\P{L}*\p{Lu}/u.test(item));
  return partsOf(words, context.language).map((part) => {
    const isBare = context.language === "fr" && !items.some((item) => DETERMINER.test(item));
    const written = writtenForm(isBare ? part.replace(DETERMINER, "") : part, context);
    return capital ? capitalizeFirst(written) : written;
  });
}
