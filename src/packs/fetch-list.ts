/** Downloads for packs of the catalogue on a machine that has a network, for one that has none. */
import { basename } from "node:path";
import type { CatalogueEntry } from "./catalogue.ts";

export interface FetchedFile {
  /** Id of the pack; the first one where several come from the same file. */
  pack: string;
  /** The file's name at its address. */
  file: string;
  address: string;
  /** About so many; null if unknown. */
  megabytes: number | null;
  /** Null if none is known. */
  sha256: string | null;
}

/** Every file once. @param mirror the address of a folder, ending in `/`, in the place of the publishers' own. */
export function fetchList(entries: readonly CatalogueEntry[], mirror: string | null): FetchedFile[] {
  const files = entries.flatMap(({ id, sources, megabytes, sha256 }) =>
    sources.map((source) => ({
      pack: id,
      file: basename(source),
      address: mirror === null ? source : mirror + basename(source),
      megabytes: sources.length === 1 ? megabytes : null,
      sha256,
    })),
  );
  return [...new Map(files.toReversed().map((file) => [file.address, file])).values()].toReversed();
}

/** For a POSIX shell with curl and sha256sum: resumes begun downloads, and ends with 1 at a wrong checksum. */
export function fetchScript(files: readonly FetchedFile[]): string {
  const calls = files.map(({ file, address, sha256 }) =>
    ["fetch", ...[address, file, sha256 ?? ""].map(quoted)].join(" "),
  );
  return `${SCRIPT_START}\n${calls.join("\n")}\n`;
}

const SCRIPT_START = `#!/bin/sh
# Fetches model packs for tiro into the current folder and checks them. Run it again after an interruption.
set -eu

# ADDRESS FILE SHA256; the last is empty where none is known.
fetch() {
  if [ ! -e "$2" ]; then
    curl --fail --location --continue-at - --output "$2.part" "$1"
    mv "$2.part" "$2"
  fi
  if [ -z "$3" ]; then
    echo "$2: no checksum is known; compare this one with the publisher's:"
    sha256sum "$2"
  elif ! echo "$3  $2" | sha256sum -c -; then
    mv "$2" "$2.wrong"
    echo "$2 is not the publisher's file; it is kept as $2.wrong" >&2
    exit 1
  fi
}
`;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
