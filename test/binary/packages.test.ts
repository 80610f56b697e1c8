/** The packages: made twice, unpacked, installed into a root of their own, and started there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { espeakTraces, findTraces } from "../../scripts/build/espeak-traces.ts";
import { publishedLibrary } from "../../scripts/build/inspect.ts";
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { buildArchive } from "../../scripts/package/archive.ts";
import { NAMESPACE, sign, writeChecksums } from "../../scripts/package/checksums.ts";
import { run } from "../../scripts/package/command.ts";
import { buildDeb } from "../../scripts/package/deb.ts";
import { carries, unpackPackage } from "../../scripts/package/inspect.ts";
import type { PackageInput } from "../../scripts/package/release.ts";
import { buildRpm } from "../../scripts/package/rpm.ts";
import { freePort } from "../support/free-port.ts";
import { AUDIO, EXECUTABLE, emptyFolder } from "./executable.ts";
import { systemRoot } from "./system-root.ts";

const EPOCH_SECONDS = 1_700_000_000;
const TEXT = "The meeting has been moved to Thursday at half past two.";
const FORMATS = [
  { name: "deb", build: buildDeb, needs: "dpkg-deb", arm64: "arm64" },
  { name: "rpm", build: buildRpm, needs: "rpmbuild", arm64: "aarch64" },
  { name: "tar.gz", build: buildArchive, needs: "tar", arm64: "arm64" },
] as const;
const isThere = (program: string) => Bun.which(program) !== null;
const noteOf = (name: string, needs: string) =>
  isThere(needs) ? name : `${name}: ${needs} is not installed`;

let folder: ReturnType<typeof emptyFolder>;
const made = new Map<string, string>();
/** With the stand-in. */
const small: string[] = [];
beforeAll(async () => {
  folder = emptyFolder();
  for (const { name, build, needs } of FORMATS)
    if (isThere(needs)) made.set(name, await build(inputOf(target("x64"), EXECUTABLE, "packages")));
}, 300_000);
afterAll(() => folder.remove());

function target(arch: Target["arch"]): Target {
  return TARGETS.find((each) => each.arch === arch) as Target;
}

function inputOf(of: Target, executable: string, name: string): PackageInput {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  return { target: of, executable, folder: path, compression: "fast", epochSeconds: EPOCH_SECONDS };
}

/** The first bytes of an executable for arm64: enough for a package, whose tools read no more of it. */
function standIn(): string {
  const path = join(folder.path, "stand-in");
  const header = Buffer.from(readFileSync(EXECUTABLE).subarray(0, 4096));
  header.writeUInt16LE(target("arm64").elfMachine, 18);
  writeFileSync(path, header);
  return path;
}

describe.each([...FORMATS])("$name", ({ name, build, needs, arm64 }) => {
  test.skipIf(!isThere(needs))(
    noteOf("for arm64 it is made from here, whole, and twice the same", needs),
    async () => {
      const executable = standIn();
      const [first = "", second = ""] = await Promise.all(
        ["one", "other"].map((place) => build(inputOf(target("arm64"), executable, place))),
      );
      expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
      small.push(first);
      const root = join(folder.path, `unpacked-${name}`);
      const content = unpackPackage(first, root);
      expect(content).toMatchObject({ architecture: arm64, version: packageJson.version });
      expect(carries(root, executable, content)).toBe(true);
      const wanted = ["LICENSE", "LGPL-2.1.txt", "THIRD_PARTY_NOTICES.md"];
      if (name !== "tar.gz")
        wanted.push(
          "tiro.service",
          "tiro-worker.service",
          "tiro.toml",
          "tiro.1",
          "_tiro",
          "tiro.fish",
          "tiro.yaml",
        );
      expect(content.files.map((file) => basename(file))).toEqual(expect.arrayContaining(wanted));
    },
  );
});

test("a package holds the executable, and nothing of espeak-ng beside it", () => {
  const traces = espeakTraces(readFileSync(publishedLibrary(target("x64"))));
  for (const [name, path] of made) {
    const root = join(folder.path, `look-${name.replace(".", "-")}`);
    const content = unpackPackage(path, root);
    expect([name, carries(root, EXECUTABLE, content)]).toEqual([name, true]);
    const others = content.files.filter((file) => basename(file) !== "tiro");
    for (const file of others)
      expect([file, findTraces(readFileSync(join(root, file)), traces)]).toEqual([file, []]);
  }
}, 300_000);

test("the checksums and their signature are checked with what every system has", () => {
  const sums = writeChecksums(small);
  const checked = run(["sha256sum", "--check", "SHA256SUMS"], { cwd: dirname(sums) });
  expect(checked.trim().split("\n")).toHaveLength(small.length);

  const key = join(folder.path, "key");
  run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", key]);
  const [kind, publicKey] = readFileSync(`${key}.pub`, "utf8").split(" ");
  const signers = join(folder.path, "allowed_signers");
  writeFileSync(signers, `tiro namespaces="${NAMESPACE}" ${kind} ${publicKey}\n`);
  const signature = sign(sums, key);
  const check = (path: string) =>
    Bun.spawnSync(
      ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "tiro", "-n", NAMESPACE, "-s", signature],
      {
        stdin: readFileSync(path),
        stderr: "ignore",
      },
    ).exitCode;
  expect(check(sums)).toBe(0);
  const forged = join(folder.path, "forged");
  writeFileSync(forged, `${"0".repeat(64)}  tiro.deb\n`);
  expect(check(forged)).not.toBe(0);
});

const root = systemRoot();
afterAll(() => root?.remove());
describe.skipIf(root === null)(root ? "installed" : "installed: mounting is not permitted here", () => {
  const inside = (script: string) =>
    root?.run(script, { PACKAGES: join(folder.path, "packages"), EXECUTABLE });
  const install: Record<string, { add: string; again: string; remove: string }> = {
    deb: {
      add: 'dpkg --root="$ROOT" --force-unsafe-io --no-triggers -i "$PACKAGES"/*.deb',
      again: 'dpkg --root="$ROOT" --force-unsafe-io --no-triggers -i "$PACKAGES"/*.deb',
      remove: 'dpkg --root="$ROOT" --purge tiro',
    },
    rpm: {
      add: 'rpm --root="$ROOT" --force-debian --nodeps -i "$PACKAGES"/*.rpm',
      again: 'rpm --root="$ROOT" --force-debian --nodeps --replacepkgs -U "$PACKAGES"/*.rpm',
      remove: 'rpm --root="$ROOT" --force-debian -e tiro',
    },
  };

  for (const [name, { add, again, remove }] of Object.entries(install)) {
    const needs = name === "deb" ? "dpkg" : "rpmbuild";
    test.skipIf(!isThere(needs))(
      noteOf(`${name}: serves as its user, keeps settings and data`, needs),
      () => {
        copyFileSync(join(AUDIO, "synth_02_rms.wav"), join(folder.path, "packages/talk.wav"));
        expect(
          inside(
            `${add} >&2; cmp "$ROOT/usr/bin/tiro" "$EXECUTABLE"; chroot "$ROOT" tiro version; chroot "$ROOT" stat -c '%U %a' /var/lib/tiro`,
          ),
        ).toEqual({
          exitCode: 0,
          stdout: `tiro ${packageJson.version}\ntiro 700\n`,
          stderr: expect.any(String),
        });
        expect(inside(SERVE)?.stdout).toContain(TEXT);
        const kept = inside(`echo '# mine' >> "$ROOT/etc/tiro/tiro.toml"; ${again} >&2
        tail -n 1 "$ROOT/etc/tiro/tiro.toml"; ${remove} >&2
        tail -n 1 "$ROOT/etc/tiro/tiro.toml"
        ls "$ROOT/usr/bin/tiro" "$ROOT/var/lib/tiro/tiro.db" 2>&1 || true`);
        expect(kept?.stdout).toStartWith("# mine\n# mine\n");
        expect(kept?.stdout).toContain("No such file or directory");
        expect(kept?.stdout).toContain("/var/lib/tiro/tiro.db\n");
        inside('rm -rf "$ROOT/var/lib/tiro" "$ROOT/etc/tiro"');
      },
    );
  }

  test("tar.gz: tiro install-files --system does the same", () => {
    const { stdout } =
      inside(`mkdir "$ROOT/tmp/tiro"; tar -xzf "$PACKAGES"/*.tar.gz --strip-components=1 -C "$ROOT/tmp/tiro"
      chroot "$ROOT" /tmp/tiro/tiro install-files --system; rm -r "$ROOT/tmp/tiro"
      chroot "$ROOT" tiro version; chroot "$ROOT" tiro install-files --system | grep -cv "^unchanged"`) ?? {
        stdout: "",
      };
    expect(stdout).toContain("written    /usr/local/bin/tiro\n");
    expect(stdout).toContain("written    /etc/systemd/system/tiro.service\n");
    expect(stdout).toContain("systemctl enable --now tiro\n");
    expect(stdout).toContain(`tiro ${packageJson.version}\n`);
  }, 300_000);
});

const PORT = freePort();
/** As the unit starts it, and a request with the first key. */
const SERVE = `cp "$PACKAGES/talk.wav" "$ROOT/tmp/talk.wav"
start=$(sed -n 's/^ExecStart=//p' "$ROOT/usr/lib/systemd/system/tiro.service")
export TIRO_SERVER_DRAIN_SECONDS=0 TIRO_MODELS_DEFAULT=starter-en TIRO_ENGINE_INTERACTIVE_PROCESS=false
chroot "$ROOT" setpriv --reuid=tiro --regid=tiro --clear-groups --no-new-privs sh -ec "cd /var/lib/tiro && exec $start --listen 127.0.0.1:${PORT}" > /dev/null 2>&1 &
server=$!
until curl -sf http://127.0.0.1:${PORT}/health > /dev/null || ! kill -0 $server; do sleep 0.2; done
key=$(grep -o 'tiro_[A-Za-z0-9_-]\\{43\\}' "$ROOT/var/lib/tiro/first-run.txt")
curl -s http://127.0.0.1:${PORT}/v1/audio/transcriptions -H "Authorization: Bearer $key" -F "file=@$ROOT/tmp/talk.wav" -F model=speech-v1.5
kill $server; wait $server || true`;
