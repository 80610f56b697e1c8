/**
 * The packs of the catalogue. Unconfirmed facts are not claimed: a checksum that nobody gave us is
 * unknown, and the installer shows and keeps the one that it found; a licence that was not read says `not confirmed`. The
 * checksums of archives are those of the release itself, and those of whisper.cpp's files the ids that Hugging Face stores
 * them under, as several projects that pin these files quote them.
 */
import { z } from "zod";
import table from "../../models/catalogue/packs.json" with { type: "json" };
import { isLanguageCalled } from "../lib/language-names.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.ts";
import { isRecognizer, type Manifest, manifestSchema } from "./manifest.ts";

const name = z.string().regex(/^[A-Za-z0-9_*][A-Za-z0-9._*+-]*(\/[A-Za-z0-9_*][A-Za-z0-9._*-]*)?$/);

/** How many words or characters of a hundred it hears wrong. */
export const errorsSchema = z.strictObject({
  percent: z.number().positive(),
  unit: z.enum(["words", "characters"]),
  language: z.string(),
  set: z.string().describe("The set of recordings."),
  source: z.url({ protocol: /^https$/ }).describe("Who says so."),
});

const entrySchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  description: z.string(),
  kind: z.string(),
  languages: z.array(z.string()),
  licence: z.string(),
  licence_note: z.string().nullable(),
  /** Archives, or single files. */
  sources: z.array(z.url({ protocol: /^https$/ })).min(1),
  /** About so many, in what is fetched; null if unknown. */
  megabytes: z.number().positive().nullable(),
  /**
   * Of the model in its original weights, as the Open ASR Leaderboard measured it (the mean of eight sets in
   * `scripts/data/en_shortform.csv` of huggingface/open_asr_leaderboard at 090df12), else as its publisher states it. Absent
   * if no such figure is known.
   */
  errors: errorsSchema.optional(),
  /** Of the only source; null if unknown. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** By role; `*` stands for any characters, and exactly one file must fit. */
  files: z.record(z.string(), name),
  /** As many files as fit, also none. */
  external_data: z.array(name).optional(),
  /** As in pack.json. */
  decoding: z.record(z.string(), z.unknown()).optional(),
  best_on: z.enum(["cpu", "gpu"]).optional(),
});

export type CatalogueEntry = z.output<typeof entrySchema>;

/** Capabilities of the pack once it is installed; null if it is for something else than recognition. */
export function entryCapabilities(entry: CatalogueEntry): Capabilities | null {
  const manifest = sketchManifest(entry);
  return isRecognizer(manifest) ? capabilitiesOf(manifest) : null;
}

/** In a sentence where there is more to say than its name. */
export function licenceOf({
  licence,
  licence_note,
}: Pick<CatalogueEntry, "licence" | "licence_note">): string {
  if (licence_note === null) return licence;
  return licence === "not confirmed" ? licence_note : `${licence}. ${licence_note}`;
}

/** Members of the pack.json of the entry's pack as it does here. */
export function ofManifest({ id, version, description, kind, languages, licence, ...entry }: CatalogueEntry) {
  const { decoding, best_on } = entry;
  const described = { id, version, description, kind, languages, licence };
  return { ...described, ...(decoding && { decoding }), ...(best_on && { best_on }) };
}

/** As its pack.json will be, but for the files, which nobody has seen. @throws if the entry would make none. */
export function sketchManifest(entry: CatalogueEntry): Manifest {
  const { files, sources } = entry;
  const unseen = (pattern: string) => ({
    path: pattern.replaceAll("*", "x"),
    sha256: "0".repeat(64),
    bytes: 1,
  });
  const byRole = Object.entries(files).map(([role, pattern]) => [role, unseen(pattern)]);
  const manifest = {
    ...ofManifest(entry),
    sample_rate: 16_000,
    source: sources[0],
    files: Object.fromEntries(byRole),
  };
  return manifestSchema.parse(manifest);
}

let parsed: CatalogueEntry[] | null = null;

export function catalogue(): CatalogueEntry[] {
  parsed ??= z.strictObject({ packs: z.array(entrySchema) }).parse(table).packs;
  return parsed;
}

/** By id, or `id@version`. */
export function catalogueEntry(wanted: string): CatalogueEntry | undefined {
  return catalogue().find(({ id, version }) => wanted === id || wanted === `${id}@${version}`);
}

/** Every word must stand in the id, description, kind or licence, or be the code or name of one of the languages. */
export function searchCatalogue(words: readonly string[]): CatalogueEntry[] {
  return catalogue().filter(({ id, description, kind, licence, languages }) => {
    const text = `${id} ${description} ${kind} ${licence}`.toLowerCase();
    const hears = (word: string) =>
      languages.some((code) => code === word.toLowerCase() || isLanguageCalled(code, word));
    return words.every((word) => text.includes(word.toLowerCase()) || hears(word));
  });
}
