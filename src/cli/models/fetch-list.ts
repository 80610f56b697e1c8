/** `tiro models fetch-list`. */

import { Command, InvalidArgumentError } from "commander";
import { catalogueEntry } from "../../packs/catalogue.ts";
import { type FetchedFile, fetchList, fetchScript } from "../../packs/fetch-list.ts";
import { printList } from "../support/output.ts";
import { shownSize, unknownPack } from "./catalogue-text.ts";

interface FetchListFlags {
  from?: string;
  script?: boolean;
  json?: boolean;
}

export function fetchListCommand(): Command {
  return new Command("fetch-list")
    .argument("<pack...>", "ids from the catalogue (tiro models search)")
    .description(
      "Prints addresses, sizes and checksums of packs, to fetch them on another machine. Needs no network.",
    )
    .option("--from <address>", "address of a mirror's folder; it ends in /", mirrorFolder)
    .option("--script", "print a shell script that fetches and checks them (curl, sha256sum)")
    .option("--json", "print JSON")
    .action((wanted: string[], { from, script, json }: FetchListFlags) => {
      const entries = wanted.map((name) => {
        const entry = catalogueEntry(name);
        if (entry === undefined) throw unknownPack(name);
        return entry;
      });
      const files = fetchList(entries, from ?? null);
      if (script) process.stdout.write(fetchScript(files));
      else printList({ json }, files, "Nothing to fetch.", COLUMNS);
    });
}

function mirrorFolder(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text) && text.endsWith("/")) return text;
  throw new InvalidArgumentError("It must be an http:// or https:// address that ends in /.");
}

const COLUMNS = {
  PACK: "pack",
  SIZE: ({ megabytes }: FetchedFile) => shownSize(megabytes),
  "SHA-256": ["sha256", "none known"],
  ADDRESS: "address",
} as const;
