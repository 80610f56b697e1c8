/** The Helm chart, as its files lie beside each other. */
import chart from "../../../config/helm/Chart.yaml" with { type: "text" };
import template from "../../../config/helm/templates/tiro.yaml" with { type: "text" };
import values from "../../../config/helm/values.yaml" with { type: "text" };

/** By their path. The compiler takes them for what YAML holds; they are imported as text. */
export const helmFiles: readonly (readonly [path: string, text: string])[] = Object.entries({
  "Chart.yaml": chart,
  "templates/tiro.yaml": template,
  "values.yaml": values,
}).map(([path, text]) => [path, String(text)]);
