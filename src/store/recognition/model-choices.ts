import type { Db } from "../db.ts";
import { change, changes, value } from "../statements.ts";

/** By tiro's code of a language, or `unknown`: ids of packs, the one to try first in front. */
export type ModelChoices = Readonly<Record<string, readonly string[]>>;

const all = value<[], string>("SELECT json_group_object(language, json(packs)) FROM model_choices");

export function modelChoices(db: Db): ModelChoices {
  return modelChoicesOf(db)();
}

/** Asked for with each recording: the very same object as long as nobody changed them, in whatever process. */
export function modelChoicesOf(db: Db): () => ModelChoices {
  let text: string | undefined;
  let choices: ModelChoices = {};
  return () => {
    const now = all(db) ?? "{}";
    if (now !== text) choices = JSON.parse(now) as ModelChoices;
    text = now;
    return choices;
  };
}

export const setModelChoice = change<[language: string, packs: readonly string[], at: number]>(
  `INSERT INTO model_choices (language, packs, chosen_at) VALUES (?, ?, ?)
   ON CONFLICT (language) DO UPDATE SET packs = excluded.packs, chosen_at = excluded.chosen_at`,
  (language, packs, at) => [language, JSON.stringify(packs), at],
);

/** @returns whether there was one. */
export const deleteModelChoice = changes<[language: string]>("DELETE FROM model_choices WHERE language = ?");
