import { signal } from "@preact/signals";
import type { Schemas } from "../../client/api.ts";

export type TemplateToInsert = Pick<Schemas["Template"], "name" | "text">;

/** The template that the palette found, until the page shows its text and takes it. */
export const templateToInsert = signal<TemplateToInsert | null>(null);
