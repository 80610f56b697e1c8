/** Everything that an installation needs beside the executable, and where it lies. */
import changelog from "../../../CHANGELOG.md" with { type: "text" };
import caddy from "../../../config/caddy/Caddyfile" with { type: "text" };
import grafana from "../../../config/grafana/tiro.json" with { type: "text" };
import kubernetes from "../../../config/kubernetes/tiro.yaml" with { type: "text" };
import kubernetesScaling from "../../../config/kubernetes/worker-scaling.yaml" with { type: "text" };
import kubernetesWorkers from "../../../config/kubernetes/workers.yaml" with { type: "text" };
import nginx from "../../../config/nginx/tiro.conf" with { type: "text" };
import alerts from "../../../config/prometheus/alerts.yml" with { type: "text" };
import schema from "../../../config/schema.json" with { type: "text" };
import sysusers from "../../../config/systemd/sysusers.conf" with { type: "text" };
import unit from "../../../config/systemd/tiro.service" with { type: "text" };
import workerUnit from "../../../config/systemd/tiro-worker.service" with { type: "text" };
import tmpfiles from "../../../config/systemd/tmpfiles.conf" with { type: "text" };
import settings from "../../../config/tiro.toml" with { type: "text" };
import apache from "../../../LICENSE" with { type: "file" };
import lgpl from "../../../native/licences/LGPL-2.1.txt" with { type: "file" };
import packageJson from "../../../package.json" with { type: "json" };
import notices from "../../../THIRD_PARTY_NOTICES.md" with { type: "file" };
import { manualFiles } from "../../pages/manual/pages.ts";
import type { CommandDescription } from "../describe.ts";
import { ansibleFiles } from "./ansible.ts";
import { bashCompletion } from "./bash-completion.ts";
import { fishCompletion } from "./fish-completion.ts";
import { helmFiles } from "./helm.ts";
import { manPage } from "./man-page.ts";
import { zshCompletion } from "./zsh-completion.ts";

/** Where kinds of installations put things. */
export interface Layout {
  executable: string;
  /** Above `systemd/system`, `tmpfiles.d` and `sysusers.d`. */
  units: string;
  share: string;
  /** Below `share`. */
  zshFunctions: string;
}

/** An administrator's own; a distribution's packages leave these places alone. */
export const LOCAL: Layout = {
  executable: "/usr/local/bin/tiro",
  units: "/etc",
  share: "/usr/local/share",
  zshFunctions: "zsh/site-functions",
};
const PACKAGED: Layout = {
  executable: "/usr/bin/tiro",
  units: "/usr/lib",
  share: "/usr/share",
  zshFunctions: "zsh/site-functions",
};
export const RED_HAT = PACKAGED;
export const DEBIAN: Layout = { ...PACKAGED, zshFunctions: "zsh/vendor-completions" };

/** As StateDirectory= of the unit and the user's home have it. */
const DATA_FOLDER = "/var/lib/tiro";

export interface InstallationFile {
  path: string;
  content: string;
  /** Whether people change it, so that nobody may overwrite it. */
  own: boolean;
}

export async function installationFiles(
  layout: Layout,
  program: CommandDescription,
): Promise<InstallationFile[]> {
  const { units, share } = layout;
  const documents = `${share}/doc/tiro`;
  const files: [path: string, content: string][] = [
    [`${units}/systemd/system/tiro.service`, unit.replaceAll(LOCAL.executable, layout.executable)],
    [
      `${units}/systemd/system/tiro-worker.service`,
      workerUnit.replaceAll(LOCAL.executable, layout.executable),
    ],
    [`${units}/tmpfiles.d/tiro.conf`, tmpfiles],
    [`${units}/sysusers.d/tiro.conf`, sysusers],
    [`${share}/tiro/schema.json`, textOf(schema)],
    [`${share}/bash-completion/completions/tiro`, bashCompletion(program)],
    [`${share}/${layout.zshFunctions}/_tiro`, zshCompletion(program)],
    [`${share}/fish/vendor_completions.d/tiro.fish`, fishCompletion(program)],
    [`${share}/man/man1/tiro.1`, manPage(program, packageJson.version)],
    [`${documents}/examples/nginx/tiro.conf`, nginx],
    [`${documents}/examples/caddy/Caddyfile`, caddy],
    [`${documents}/examples/kubernetes/tiro.yaml`, textOf(kubernetes)],
    [`${documents}/examples/kubernetes/workers.yaml`, textOf(kubernetesWorkers)],
    [`${documents}/examples/kubernetes/worker-scaling.yaml`, textOf(kubernetesScaling)],
    ...helmFiles.map(([path, text]): [string, string] => [`${documents}/examples/helm/${path}`, text]),
    ...ansibleFiles.map(([path, text]): [string, string] => [`${documents}/examples/ansible/${path}`, text]),
    [`${documents}/examples/prometheus/alerts.yml`, textOf(alerts)],
    [`${documents}/examples/grafana/tiro.json`, textOf(grafana)],
    [`${documents}/CHANGELOG.md`, changelog],
    ...manualFiles().map(([name, text]): [string, string] => [`${documents}/manual/${name}`, text]),
    [`${documents}/THIRD_PARTY_NOTICES.md`, await Bun.file(notices).text()],
    [`${documents}/LICENSE`, await Bun.file(apache).text()],
    [`${documents}/LGPL-2.1.txt`, await Bun.file(textOf(lgpl)).text()],
  ];
  const toml = textOf(settings)
    .replace("./schema.json", `${share}/tiro/schema.json`)
    .replace(/^#dir = "tiro-data"$/m, `dir = "${DATA_FOLDER}"`);
  return [
    { path: "/etc/tiro/tiro.toml", content: toml, own: true },
    ...files.map(([path, content]) => ({ path, content, own: false })),
  ];
}

/** TypeScript takes these imports for what is written in the file. */
function textOf(imported: unknown): string {
  if (typeof imported !== "string") throw new Error("a file was not embedded as text");
  return imported;
}
