/** Which packs of the catalogue suit a site best, and why. */
import { limits } from "../config/limits.ts";
import { languageName, languagesOf } from "../lib/languages.ts";
import { GIB } from "../lib/units.ts";
import { type CatalogueEntry, catalogue } from "../packs/catalogue.ts";
import { isRecognizerKind } from "../packs/manifest.ts";
import { memoryBytesOf } from "./catalogue-memory.ts";
import { packsOf, type RouteTable, routeTable } from "./routes.ts";
import { type Speed, speedOf } from "./speed.ts";

export interface Wishes {
  /** tiro's codes, at least one. */
  languages: readonly string[];
  hardware: "cpu" | "gpu";
  /** Node's name of the processor: `x64`, `arm64`. */
  processor: string;
  /** What all loaded packs may take together. */
  memoryBytes: number;
}

export interface Recommendation {
  entry: CatalogueEntry;
  /** Those of the wanted languages that it hears. */
  languages: string[];
  memoryBytes: number | null;
  speed: Speed;
  /** Why it stands where it does, in sentences without a full stop. */
  reasons: string[];
  /** What may keep it from working here; empty where nothing does. */
  obstacles: string[];
}

let routes: RouteTable | undefined;

/** A site's own routes name packs that it has. */
function shippedRoutes(): RouteTable {
  routes ??= routeTable();
  return routes;
}

/** Percent: what nobody measured stands behind what somebody did. */
const ALL_WRONG = 100;

/** Recognizers that hear one of the languages, the best first; those that may not work here come last. */
export function recommendPacks(wishes: Wishes): Recommendation[] {
  return catalogue()
    .filter(({ kind }) => isRecognizerKind(kind))
    .map((entry) => ({ ...weigh(entry, wishes), place: meanPlace(entry.id, wishes.languages) }))
    .filter(({ languages }) => languages.length > 0)
    .sort(
      (a, b) =>
        Math.sign(a.obstacles.length) - Math.sign(b.obstacles.length) ||
        b.languages.length - a.languages.length ||
        a.place - b.place ||
        (errorsAmong(a.entry, a.languages) ?? ALL_WRONG) - (errorsAmong(b.entry, b.languages) ?? ALL_WRONG) ||
        (a.memoryBytes ?? Number.POSITIVE_INFINITY) - (b.memoryBytes ?? Number.POSITIVE_INFINITY),
    )
    .map(({ place: _, ...recommendation }) => recommendation);
}

/** For programs. */
export function recommendationJson({
  entry,
  languages,
  memoryBytes,
  speed,
  reasons,
  obstacles,
}: Recommendation) {
  const { id, licence, english_word_errors = null } = entry;
  return {
    id,
    languages,
    memory_bytes: memoryBytes,
    speed,
    english_word_errors,
    licence,
    reasons,
    obstacles,
  };
}

function weigh(entry: CatalogueEntry, wishes: Wishes): Recommendation {
  const heard = languagesOf(entry.languages);
  const languages = wishes.languages.filter((language) => heard.includes(language));
  const memoryBytes = memoryBytesOf(entry);
  const told = { entry, languages, memoryBytes, speed: speedOf(entry) };
  return { ...told, reasons: reasonsFor(told, wishes), obstacles: obstaclesTo(entry, memoryBytes, wishes) };
}

function reasonsFor(
  {
    entry,
    languages,
    memoryBytes,
    speed,
  }: Pick<Recommendation, "entry" | "languages" | "memoryBytes" | "speed">,
  wishes: Wishes,
): string[] {
  const missing = wishes.languages.filter((language) => !languages.includes(language));
  const first = languages.filter((language) => packsOf(shippedRoutes().routeOf(language))[0] === entry.id);
  const errors = errorsAmong(entry, languages);
  return [
    missing.length === 0 ? `hears ${names(languages)}` : `hears ${names(languages)}, not ${names(missing)}`,
    ...(first.length > 0 ? [`tiro's first choice for ${names(first)}`] : []),
    errors === null
      ? "no published accuracy for these languages that compares it with others is known"
      : `${errors} % of English words wrong (Open ASR Leaderboard, original weights)`,
    `${speed} (by kind and size)`,
    ...(memoryBytes === null ? [] : [`takes about ${gibibytes(memoryBytes)} while it recognizes`]),
    `licence: ${entry.licence}`,
  ];
}

function obstaclesTo(
  { kind, best_on }: CatalogueEntry,
  memoryBytes: number | null,
  { hardware, processor, memoryBytes: most }: Wishes,
): string[] {
  const obstacles: string[] = [];
  if (memoryBytes === null) obstacles.push("its size is not known, so it may not fit");
  else if (memoryBytes > most)
    obstacles.push(`needs about ${gibibytes(memoryBytes)}, and packs may take ${gibibytes(most)} here`);
  if (best_on === "gpu" && hardware === "cpu") obstacles.push("made for a GPU: on a processor it is slow");
  if (kind === "whisper_ggml" && (hardware === "gpu" || processor !== "x64"))
    obstacles.push("runs on x86-64 processors alone");
  return obstacles;
}

/** In the routes of the languages; past them all for a language whose route does not name it. */
function meanPlace(id: string, languages: readonly string[]): number {
  const places = languages.map((language) => {
    const place = packsOf(shippedRoutes().routeOf(language)).indexOf(id);
    return place < 0 ? limits.packsOfRoute : place;
  });
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** Null where English is not among the languages, or nobody is known to have measured it. */
function errorsAmong(
  { english_word_errors: errors }: CatalogueEntry,
  languages: readonly string[],
): number | null {
  return languages.includes("en") ? (errors ?? null) : null;
}

function names(codes: readonly string[]): string {
  return codes.map(languageName).join(", ");
}

function gibibytes(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}
