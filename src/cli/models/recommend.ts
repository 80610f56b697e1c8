/** `tiro models recommend`. */
import { Command, InvalidArgumentError, Option } from "commander";
import { languageOf } from "../../lib/languages.ts";
import { GIB } from "../../lib/units.ts";
import { packBudgetBytes } from "../../recognition/default-recognizer.ts";
import {
  type Recommendation,
  recommendationJson,
  recommendPacks,
  type Wishes,
} from "../../recognition/recommend.ts";
import { printJson, printLine } from "../support/output.ts";
import type { SiteFlags } from "../support/site.ts";
import { siteConfig } from "../support/site-config.ts";

interface RecommendFlags extends SiteFlags {
  languages: string[];
  hardware?: Wishes["hardware"];
  memory?: number;
  all?: boolean;
}

/** More than so many help nobody to choose. */
const SHOWN = 5;

export function recommendCommand(): Command {
  return new Command("recommend")
    .description(
      "Ranks the packs in the built-in catalogue for languages and a machine, and gives the reasons. No network is needed.",
    )
    .option("--languages <codes>", "languages that people speak, such as de,en", languageCodes, ["en"])
    .addOption(
      new Option("--hardware <kind>", "where it will run (default: engine.provider)").choices(["cpu", "gpu"]),
    )
    .option("--memory <gib>", "memory for all packs together, in GiB (default: models.memory_mib)", gibibytes)
    .option("--all", `all that fit, and those that may not work there; without it, the best ${SHOWN}`)
    .action((flags: RecommendFlags) => {
      const { config } = siteConfig({ config: flags.config, data: flags.data });
      const found = recommendPacks({
        languages: flags.languages,
        hardware: flags.hardware ?? (config.engine.provider === "cuda" ? "gpu" : "cpu"),
        processor: process.arch,
        memoryBytes: flags.memory === undefined ? packBudgetBytes(config.models) : flags.memory * GIB,
      });
      const shown = flags.all
        ? found
        : found.filter(({ obstacles }) => obstacles.length === 0).slice(0, SHOWN);
      if (flags.json) return printJson(shown.map(recommendationJson));
      if (shown.length === 0)
        printLine("No pack of the catalogue fits; --all shows what keeps each of them from it.");
      for (const [index, recommendation] of shown.entries())
        printLine(toText(recommendation, index === 0 ? "" : "\n"));
    });
}

function toText({ entry, reasons, obstacles }: Recommendation, before: string): string {
  const head = obstacles.length === 0 ? entry.id : `${entry.id} may not work here: ${obstacles.join("; ")}`;
  return `${before}${[head, ...reasons.map((reason) => `  - ${reason}`)].join("\n")}`;
}

function languageCodes(text: string): string[] {
  const codes = text.split(",").map((written) => {
    const code = languageOf(written);
    if (code === null) throw new InvalidArgumentError(`${written.trim() || "An empty text"} is no language.`);
    return code;
  });
  return [...new Set(codes)];
}

function gibibytes(text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("It must be a number above 0.");
}
