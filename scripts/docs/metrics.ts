/** Writes the manual's table of metrics from their definitions. `bun run docs`; a test says when it is stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { histograms, readFailures, readMetrics } from "../../src/telemetry/metrics/all.ts";

const PAGE = new URL("../../src/manual/monitoring.md", import.meta.url).pathname;
const TABLE = /(<!-- metrics -->\n)[\s\S]*?(<!-- end of metrics -->)/;

/** The page as it is, and as it should be. */
export function monitoringPage(): { written: string; generated: string } {
  const written = readFileSync(PAGE, "utf8");
  const generated = written.replace(TABLE, (_, open: string, close: string) => `${open}${table()}${close}`);
  return { written, generated };
}

function table(): string {
  const rows = [...readMetrics, ...histograms, readFailures].map(({ name, type, labels, help }) => {
    const marks = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${type} | ${marks} | ${help} |`;
  });
  return ["| Metric | Type | Labels | Meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
}

if (import.meta.main) {
  writeFileSync(PAGE, monitoringPage().generated);
  process.stdout.write(`wrote ${PAGE}\n`);
}
