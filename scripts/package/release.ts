/** The parts of a package, and its making. */
import packageJson from "../../package.json" with { type: "json" };
import { carriedComponents } from "../build/components.ts";
import type { Target } from "../build/targets.ts";
import { carriedPackages } from "../build/third-party.ts";
import { run } from "./command.ts";

export interface PackageInput {
  target: Target;
  executable: string;
  /** Where the packages go. */
  folder: string;
  /** `small` takes minutes, `fast` compresses nothing. */
  compression: "small" | "fast";
  /** The time that every file in a package has. */
  epochSeconds: number;
}

export const VERSION = packageJson.version;
/** Debian and Red Hat sort a version with `~` before the one without: 1.0.0~rc.1 before 1.0.0. */
export const PACKAGE_VERSION = VERSION.replace("-", "~");
export const SUMMARY = packageJson.description.replace(/\.$/, "");
export const MAINTAINER = "Maintainers of tiro <maintainers@tiro.invalid>";
/** Of tiro and of every work that it carries, as an SPDX expression. */
export const LICENCE = [
  ...new Set([
    packageJson.license,
    ...[
      ...carriedComponents().map(({ licence }) => licence),
      ...carriedPackages().map(({ license }) => license),
    ]
      .flatMap((licence) => licence.split(" AND "))
      .map((licence) => (licence.includes(" OR ") ? `(${licence.replace(/[()]/g, "")})` : licence))
      .sort(),
  ]),
].join(" AND ");

/** `SOURCE_DATE_EPOCH`, by which other tools build reproducibly too, or the time of the last commit. */
export function epochOfSource(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? run(["git", "log", "-1", "--format=%ct"], { cwd: import.meta.dir }));
}
