/** Between the server and the process in which a pack arrives. */
import { z } from "zod";
import type { CatalogueEntry } from "../catalogue.ts";

export interface PackHostOptions {
  /** `fetch`: with the network, and nothing is looked into; `install`: without it. */
  step: "fetch" | "install";
  /** Where it arrives; not where packs are used from. */
  folder: string;
  entry: CatalogueEntry | null;
  /** The folder of a mirror, or a file in `folder`. */
  from: string;
  sha256: readonly string[];
}

/** One line on standard output each. */
export const packHostLine = z.union([
  z.object({ fraction: z.number().nullable() }),
  z.object({ installed: z.object({ folder: z.string() }).nullable() }),
  z.object({ failure: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }) }),
]);
export type PackHostLine = z.infer<typeof packHostLine>;
