/** Tools and files for images, on this machine. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/package/command.ts";

/** Of this machine, in the place of the packages that a release downloads. */
const LIBRARIES = ["libc6", "libgcc-s1", "libgomp1", "libstdc++6"];
export const hasImageLibraries = Bun.which("dpkg") !== null;

/** @returns a folder in `work` with the libraries that an image holds. */
export function imageSystem(work: string): string {
  const system = join(work, "system");
  for (const name of ["lib", "lib64", "bin", "sbin"]) {
    mkdirSync(join(system, "usr", name), { recursive: true });
    run(["ln", "-s", `usr/${name}`, join(system, name)]);
  }
  const copy = `dpkg --listfiles ${LIBRARIES.join(" ")} | sort -u | while read -r path; do
    [ -f "$path" ] && echo ".$path"; done | tar -C / --ignore-failed-read -cf - -T - | tar -C "$1" -xf - --keep-directory-symlink`;
  run(["sh", "-ec", copy, "sh", system]);
  return system;
}

/** An image's settings as a runtime reads them. */
export function imageSettings(image: string): {
  config: { User: string; Env: string[]; Entrypoint: string[] };
} {
  const read = (path: string) => JSON.parse(run(["tar", "-xOf", image, path]));
  const [{ Config }] = read("manifest.json");
  return read(Config);
}
