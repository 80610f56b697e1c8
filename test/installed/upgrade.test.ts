/** From the packages of the commit before to those of this one, by the lines of the manual, while the service runs. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chownSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { buildArchive } from "../../scripts/package/archive.ts";
import { buildDeb } from "../../scripts/package/deb.ts";
import { IMAGE_USER } from "../../scripts/package/image/config.ts";
import { buildImage } from "../../scripts/package/image/image.ts";
import { unpackPackage } from "../../scripts/package/inspect.ts";
import type { PackageInput } from "../../scripts/package/release.ts";
import { buildRpm } from "../../scripts/package/rpm.ts";
import { codeBlocks } from "../binary/documents.ts";
import { AUDIO, EXECUTABLE, emptyFolder, type Finished } from "../binary/executable.ts";
import { hasImageLibraries, imageSettings, imageSystem } from "../binary/image-system.ts";
import { type SystemRoot, systemRoot } from "../binary/system-root.ts";
import { PREVIOUS_VERSION, type PreviousPackages, previousPackages } from "./previous-commit.ts";

setDefaultTimeout(600_000);

/** Any recognizer will do: the one that loads fastest, in one process. */
const SETTINGS = "TIRO_MODELS_DEFAULT=starter-en TIRO_ENGINE_INTERACTIVE_PROCESS=false\n";
const TEXT = "The meeting has been moved to Thursday at half past two.";
const ROOT_FOLDER = "/root/upgrade";
const isThere = (program: string) =>
  Bun.which(program, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }) !== null;
const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;

/** How each comes in first, and by which lines of the manual it is upgraded. */
const FORMATS = [
  {
    format: "deb",
    needs: "dpkg-deb",
    build: buildDeb,
    first: "apt-get install -y ./old/*.deb",
    lines: "apt install",
  },
  { format: "rpm", needs: "rpmbuild", build: buildRpm, first: "rpm -i ./old/*.rpm", lines: "rpm -U" },
  {
    format: "tar",
    needs: "tar",
    build: buildArchive,
    first: `tar -xzf old/tiro-*.tar.gz --strip-components=1 --one-top-level=first
      first/tiro install-files --system; systemd-sysusers; systemd-tmpfiles --create tiro.conf`,
    lines: "install-files",
  },
] as const;

const work = emptyFolder();
const possible = FORMATS.filter(({ needs }) => isThere(needs));
for (const { format, needs } of FORMATS.filter(({ needs }) => !isThere(needs)))
  console.error(`upgrades by ${format} are not tested: ${needs} is not installed`);
const roots: SystemRoot[] = [];
const previous = prepared();
const missing = typeof previous === "string" ? previous : null;
if (missing !== null) console.error(`upgrades are not tested: ${missing}`);
afterAll(() => {
  for (const root of roots) root.remove();
  work.remove();
});

function prepared(): PreviousPackages | string {
  const root = isThere("ip") ? systemRoot({ ownNetwork: true }) : null;
  if (root === null) return "mounting, or a network of one's own, is not permitted here";
  root.remove();
  return previousPackages(
    possible.map(({ format }) => format),
    process.arch,
    work.path,
  );
}

const inputOf = (executable: string, folder: string): PackageInput => ({
  target,
  executable,
  folder,
  compression: "fast",
  epochSeconds: 1_700_000_000,
});

/** The code on the manual's page on upgrades that has these words. */
function linesOf(words: string): string {
  const found = codeBlocks("src/manual/upgrade.md").find(({ code }) => code.includes(words));
  if (found === undefined) throw new Error(`upgrade.md has no block with ${words}`);
  return found.code;
}

function succeeded({ exitCode, stdout, stderr }: Finished): string {
  expect({ exitCode, told: exitCode === 0 ? "" : stdout + stderr }).toEqual({ exitCode: 0, told: "" });
  return stdout;
}

/** A key from before the upgrade still opens the door. */
const TRANSCRIBE = `curl -sf http://127.0.0.1:8420/v1/audio/transcriptions -H "Authorization: Bearer $key" \\
  -F file=@talk.wav -F model=speech-v1.5`;
const KEY = `--user admin@localhost --name laptop --json | sed -n 's/^  "key": "\\(.*\\)",/\\1/p'`;

describe.skipIf(missing !== null)(missing === null ? "upgrades" : `skipped: ${missing}`, () => {
  const shared = join(work.path, "shared");
  beforeAll(async () => {
    for (const name of ["old", "new"]) mkdirSync(join(shared, name), { recursive: true });
    copyFileSync(join(AUDIO, "synth_02_rms.wav"), join(shared, "talk.wav"));
    copyFileSync(join(import.meta.dir, "systemctl.sh"), join(shared, "systemctl"));
    writeFileSync(join(shared, "tiro.env"), SETTINGS);
    for (const { build } of possible) await build(inputOf(EXECUTABLE, join(shared, "new")));
    const { folder } = previous as PreviousPackages;
    Bun.spawnSync(["sh", "-ec", 'mv "$1"/* "$2"', "sh", folder, join(shared, "old")]);
  });

  test.each(possible)("$format: the running service is the new one", ({ format, first, lines }) => {
    const root = systemRoot({ ownNetwork: true }) as SystemRoot;
    roots.push(root);
    const script = `set -eo pipefail
      # On a Debian, rpm knows nothing of what is installed.
      rpm() { command rpm --force-debian --nodeps "$@"; }
      cd ${ROOT_FOLDER}
      export TIRO_CONFIG=/etc/tiro/tiro.toml DEBIAN_FRONTEND=noninteractive
      # Else each package brings the index of all manual pages up to date.
      rm -f /var/lib/man-db/auto-update
      install -D tiro.env /etc/tiro/tiro.env
      ${first} >&2
      systemctl enable --now tiro; tiro status; old=$(cat /run/tiro.pid)
      key=$(tiro keys create ${KEY}); ${TRANSCRIBE}
      echo '# mine' >> /etc/tiro/tiro.toml
      mv old/* /tmp; mv new/* .
      systemctl() { echo "before $1:"; tiro status || true; command systemctl "$@"; }
      ${linesOf(lines)}
      unset -f systemctl
      echo "== upgraded"
      pid=$(cat /run/tiro.pid); test "$pid" != "$old"; cmp "/proc/$pid/exe" ${ROOT_FOLDER}/executable
      ${linesOf("tiro status")}
      ${TRANSCRIBE}; tail -n 1 /etc/tiro/tiro.toml; tiro keys list
      systemctl stop tiro`;
    writeFileSync(join(work.path, "script.sh"), script);
    const told = succeeded(
      root.run(
        `mkdir -p "$ROOT/run/systemd/system" "$ROOT${ROOT_FOLDER}"; cp -r "$SHARED/." "$ROOT${ROOT_FOLDER}"
        cp "$EXECUTABLE" "$ROOT${ROOT_FOLDER}/executable"
        install -m 0755 "$SHARED/systemctl" "$ROOT/usr/bin/systemctl"
        cp "$WORK/script.sh" "$ROOT/root/"; chroot "$ROOT" bash /root/script.sh`,
        { SHARED: shared, EXECUTABLE, WORK: work.path, HOME: "/root" },
      ),
    );
    const [before = "", after = ""] = told.split("== upgraded\n");
    expect(before).toContain(`tiro ${PREVIOUS_VERSION} works`);
    expect(before).toContain(TEXT);
    // Between the new files and the restart, status says what is left to do.
    const left = `The server runs ${PREVIOUS_VERSION}, and this program is ${packageJson.version}: restart the service.`;
    expect([format, before.includes(left)]).toEqual([format, format === "tar"]);
    expect(after).toContain(`tiro ${packageJson.version} works`);
    for (const kept of [TEXT, "# mine\n", "laptop"]) expect(after).toContain(kept);
    for (const wrong of ["restart the service", "FAIL"]) expect(after).not.toContain(wrong);
  });

  test.skipIf(!hasImageLibraries)("image: the new container has the old one's data", async () => {
    const images = join(work.path, "images");
    const volume = join(images, "volume");
    mkdirSync(volume, { recursive: true, mode: 0o700 });
    chownSync(volume, IMAGE_USER, IMAGE_USER);
    const system = imageSystem(work.path);
    const { executable } = previous as PreviousPackages;
    for (const [name, program] of [
      ["old", executable],
      ["new", EXECUTABLE],
    ] as const) {
      const image = await buildImage({ ...inputOf(program, images), system });
      unpackPackage(image, join(images, name));
      for (const mountPoint of ["dev", "proc"])
        mkdirSync(join(images, name, mountPoint), { recursive: true });
      writeFileSync(join(images, `${name}.env`), imageSettings(image).config.Env.join("\n"));
      renameSync(image, join(images, "tiro-VERSION-image-amd64.tar"));
    }
    const root = systemRoot({ ownNetwork: true }) as SystemRoot;
    roots.push(root);
    writeFileSync(join(images, "settings"), SETTINGS);
    const block = linesOf("docker load");
    const start = block.split("\n").find((line) => line.startsWith("docker run"));
    copyFileSync(join(import.meta.dir, "docker.sh"), join(images, "docker.sh"));
    const told = succeeded(
      root.run(
        `cd "$IMAGES"; cp "$SHARED/talk.wav" .; . ./docker.sh
        ${start}
        docker exec speech tiro status; key=$(docker exec speech tiro keys create ${KEY}); ${TRANSCRIBE}
        ${block}
        echo "== upgraded"; cmp "new/proc/$(cat pid)/exe" new/usr/bin/tiro
        docker exec speech tiro status; ${TRANSCRIBE}
        docker exec speech tiro keys list; docker stop speech`,
        { IMAGES: images, SHARED: shared },
      ),
    );
    const [before = "", after = ""] = told.split("== upgraded\n");
    expect(before).toContain(`tiro ${PREVIOUS_VERSION} works`);
    expect(after).toContain(`tiro ${packageJson.version} works`);
    for (const kept of [TEXT, "laptop"]) expect(after).toContain(kept);
  });
});
