/** The Helm chart, rendered as Helm does it for what its template uses: values, and these as JSON or by their checksum. */
import { readFileSync } from "node:fs";

// biome-ignore lint/suspicious/noExplicitAny: manifests have whatever shape is written; every use is an assertion.
type Manifest = Record<string, any>;

export const CHART_FOLDER = new URL("../../config/helm/", import.meta.url).pathname;

const read = (name: string) => readFileSync(CHART_FOLDER + name, "utf8");

/** @throws Error at anything else, which only Helm itself could render. */
export function renderChart(release: string, values: object = {}): string {
  const { appVersion: AppVersion } = Bun.YAML.parse(read("Chart.yaml")) as Manifest;
  const Values = { ...(Bun.YAML.parse(read("values.yaml")) as Manifest), ...values };
  const scope: Manifest = { Chart: { AppVersion }, Release: { Name: release }, Values };
  return read("templates/tiro.yaml").replace(/\{\{ (.*?) \}\}/g, (_, action: string) => {
    const [, name, path = ""] = /^(?:(toJson|sha256sum) )?\.([A-Za-z.]+)$/.exec(action) ?? [];
    const value = path.split(".").reduce((at, key) => at?.[key], scope);
    if (value === undefined) throw new Error(`the chart's template has {{ ${action} }}`);
    if (name === "toJson") return JSON.stringify(value);
    if (name === "sha256sum") return new Bun.CryptoHasher("sha256").update(String(value)).digest("hex");
    return String(value);
  });
}
