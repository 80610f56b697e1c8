/** Which packs of the catalogue suit a site best, and why. */
import { limits } from "../config/limits.ts";
import { languageName, languagesOf } from "../lib/languages.ts";
import { GIB } from "../lib/units.ts";
import { type CatalogueEntry, catalogue, licenceOf } from "../packs/catalogue.ts";
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
  /** The memory of all loaded packs together. */
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
  /** Possible obstacles here; empty if there are none. */
  obstacles: string[];
}

let routes: RouteTable | undefined;

/** A site's own routes name packs that it has. */
function shippedRoutes(): RouteTable {
  routes ??= routeTable();
  return routes;
}

/** Creative Commons' name for it. */
const NON_COMMERCIAL = /-NC\b/;

/** Percent: unmeasured packs come after measured ones. */
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
        comparableErrors(a) - comparableErrors(b) ||
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
  const { id, licence, errors = null } = entry;
  return {
    id,
    languages,
    memory_bytes: memoryBytes,
    speed,
    errors,
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
  const { errors } = entry;
  return [
    missing.length === 0 ? `hears ${names(languages)}` : `hears ${names(languages)}, not ${names(missing)}`,
    ...(first.length > 0 ? [`tiro's first choice for ${names(first)}`] : []),
    errors === undefined || !languages.includes(errors.language)
      ? "no published accuracy for these languages is known"
      : `${errors.percent} % of ${languageName(errors.language)} ${errors.unit} wrong (${errors.set}; ${errors.source})`,
    `${speed} (by kind and size)`,
    ...(memoryBytes === null ? [] : [`takes about ${gibibytes(memoryBytes)} while it recognizes`]),
    `licence: ${licenceOf(entry).replace(/\.$/, "")}`,
  ];
}

function obstaclesTo(
  { kind, best_on, licence }: CatalogueEntry,
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
  if (NON_COMMERCIAL.test(licence)) obstacles.push("its licence excludes commercial use");
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

/** Figures for English are of the same sets; those for other languages compare with nothing. */
function comparableErrors({
  entry: { errors },
  languages,
}: Pick<Recommendation, "entry" | "languages">): number {
  return errors?.language === "en" && languages.includes("en") ? errors.percent : ALL_WRONG;
}

function names(codes: readonly string[]): string {
  return codes.map(languageName).join(", ");
}

function gibibytes(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}
