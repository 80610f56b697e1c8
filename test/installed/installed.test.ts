/**
 * From the package to the restore on a bare Debian, as the manual says: the tutorial word for word, recognizers whose
 * libraries a bare machine lacks first, and every command by root, by the service's user and by a stranger.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { buildArchive } from "../../scripts/package/archive.ts";
import { run } from "../../scripts/package/command.ts";
import { buildDeb } from "../../scripts/package/deb.ts";
import { type CodeBlock, codeBlocks } from "../binary/documents.ts";
import { AUDIO, EXECUTABLE, emptyFolder, type Finished } from "../binary/executable.ts";
import { writeHelloWorld } from "../engine/models/whisper-ggml.ts";
import { type BareRoot, bareRoot } from "./bare-root.ts";
import { everyCommand } from "./every-command.ts";

setDefaultTimeout(600_000);

const TEXT = "The meeting has been moved to Thursday at half-past two.";
const EPOCH_SECONDS = 1_700_000_000;
const STRANGER = 65_534;
const isDebian = Bun.which("dpkg-deb") !== null;

const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;
const work = emptyFolder();
const root = isDebian ? await madeRoot() : "dpkg-deb is not installed";
const missing = typeof root === "string" ? root : null;
if (missing !== null) console.error(`test/installed is skipped: ${missing}`);
afterAll(() => {
  if (typeof root !== "string") root.remove();
  work.remove();
});

async function madeRoot(): Promise<BareRoot | string> {
  const deb = await buildDeb({
    target,
    executable: EXECUTABLE,
    folder: work.path,
    compression: "fast",
    epochSeconds: EPOCH_SECONDS,
  });
  return bareRoot(run(["dpkg-deb", "--field", deb, "Depends"]));
}

/** Runs a script of bash in the root, as root in its home folder. */
function inRoot(script: string): Finished {
  writeFileSync(join(work.path, "script.sh"), `set -eo pipefail\ncd /root\n${script}`);
  return (root as BareRoot).run('cp "$WORK/script.sh" "$ROOT/root/"; chroot "$ROOT" bash /root/script.sh', {
    WORK: work.path,
    HOME: "/root",
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  });
}

function succeeded({ exitCode, stdout, stderr }: Finished): string {
  expect({ exitCode, told: exitCode === 0 ? "" : stdout + stderr }).toEqual({ exitCode: 0, told: "" });
  return stdout;
}

describe.skipIf(missing !== null)(missing === null ? "on a bare Debian" : `skipped: ${missing}`, () => {
  beforeAll(() => {
    copyFileSync(join(AUDIO, "synth_02_rms.wav"), join(work.path, "talk.wav"));
    copyFileSync(join(import.meta.dir, "systemctl.sh"), join(work.path, "systemctl"));
    mkdirSync(join(work.path, "told"));
    writeHelloWorld(join(work.path, "told"));
    const prepared = (root as BareRoot).run(
      `cp "$WORK"/tiro_*.deb "$WORK/talk.wav" "$ROOT/root/"
      cp "$WORK/told/model.bin" "$ROOT/root/ggml-told.bin"
      install -m 0755 "$WORK/systemctl" "$ROOT/usr/bin/systemctl"
      mkdir -p "$ROOT/run/systemd/system"
      echo "127.0.0.1 localhost stt.example.com" > "$ROOT/etc/hosts"`,
      { WORK: work.path },
    );
    succeeded(prepared);
  });

  test("there is no compiler, and nobody's development files", () => {
    expect(inRoot("command -v cc gcc clang tcc || ls /usr/include/stdio.h").exitCode).not.toBe(0);
  });

  test("the tutorial, from the package to the restore, with ten backups", () => {
    const blocks = codeBlocks("src/manual/tutorial.md").filter(({ language }) => language === "sh");
    const script = blocks.flatMap(({ code }, index) => {
      const times = code.includes("tiro backup ") ? 10 : 1;
      return Array.from({ length: times }, () => `echo "== ${index} at $(date +%s%3N)"\n${code}`);
    });
    const told = succeeded(
      inRoot(`${script.join("\n")}
      echo "== end at $(date +%s%3N)"; stat -c '%U %a %n' /etc/tiro/tls /etc/tiro/tls/server.key /var/lib/tiro; ls /var/backups/tiro | wc -l
      systemctl stop tiro`),
    );
    for (const line of secondsBySection(told, blocks)) console.log(line);
    expect(told).toContain(TEXT);
    expect(told).toContain("The configuration is valid");
    expect(told).not.toContain("FAIL");
    expect(told.match(/works\.\naddress +https:\/\/stt\.example\.com:8443\n/g)).toHaveLength(2);
    expect(told).toContain("\n200\n");
    expect(told).toEndWith(
      "tiro 755 /etc/tiro/tls\ntiro 600 /etc/tiro/tls/server.key\ntiro 700 /var/lib/tiro\n7\n",
    );
  });

  test("recognizers that need native code of their own: batches, and whisper.cpp", () => {
    const told = succeeded(
      inRoot(`export TIRO_DATA=/root/models-try
      TIRO_ENGINE_BATCH=8 tiro transcribe talk.wav
      tiro models install ./ggml-told.bin >&2
      TIRO_MODELS_PACK=ggml-told@1.0.0 tiro transcribe talk.wav --language en
      # dpkg knows that it is needed; whoever unpacks the executable alone learns it from tiro, before anything is fetched.
      library=$(ldconfig -p | sed -n 's/.*libgomp.so.1 .*=> //p'); mv "$library" libgomp
      cp ggml-told.bin ggml-other.bin; tiro models install ./ggml-other.bin 2>&1 >installed; mv libgomp "$library"`),
    );
    expect(told).toContain("./ggml-other.bin: not for this machine: ");
    expect(told).toContain("libgomp1 on Debian and Ubuntu");
    expect(told).toContain(TEXT);
    expect(told.toLowerCase()).toContain("hello world");
  });

  test("every command by root, the service's user and a stranger; then the service starts", async () => {
    const users = [
      ["root", ""],
      ["tiro", "setpriv --reuid=tiro --regid=tiro --clear-groups"],
      ["stranger", `setpriv --reuid=${STRANGER} --regid=${STRANGER} --clear-groups`],
    ] as const;
    const commands = await everyCommand();
    const script = users.flatMap(([name, become]) => [
      `install -d -m 0777 /tmp/${name}; cd /tmp/${name}; cp /root/talk.wav /root/people.csv .; chmod 666 *`,
      `cp "$(ls /var/backups/tiro/*.tar | tail -n 1)" backup.tar; chmod 666 backup.tar`,
      ...commands.map(
        (words) => `echo "== ${name}: ${words.join(" ")}"
          status=0; ${become} tiro ${words.map((word) => `'${word}'`).join(" ")} </dev/null >/dev/null 2>told || status=$?
          echo "status $status"; cat told`,
      ),
    ]);
    const told = succeeded(
      inRoot(`export TIRO_CONFIG=/etc/tiro/tiro.toml TIRO_MODELS_DEFAULT=starter-en
      ${script.join("\n")}
      echo "== after"; find /var/lib/tiro ! -user tiro; find /var/lib/tiro -perm /077 ! -path '*/native/*'
      systemctl start tiro; tiro status; systemctl stop tiro`),
    );
    const [calls = "", after = ""] = told.split("== after\n");
    for (const call of calls.split(/^== /m).slice(1)) {
      const [, status = ""] = /^status (\d+)$/m.exec(call) ?? [];
      expect([call, ["0", "1", "2", "3", "4", "5"].includes(status)]).toEqual([call, true]);
      expect(call).not.toContain("unexpected failure");
      expect(call).not.toContain("    at ");
    }
    expect(after).toMatch(/^tiro \S+ works/);
  });

  test("a newer package: the running service is the new one; removed and purged, it leaves data and configuration", async () => {
    const [deb, archive, look] = ["apt install", "install-files", "tiro status"].map(upgradeBlock);
    run([
      "sh",
      "-ec",
      `cd "$1"; dpkg-deb --raw-extract tiro_*.deb newer; sed -i 's/^Version: .*/Version: 99.0.0/' newer/DEBIAN/control
      mkdir upgrade; dpkg-deb --root-owner-group -Znone --build newer upgrade/tiro_99.0.0.deb >&2; rm -r newer`,
      "sh",
      work.path,
    ]);
    await buildArchive({
      target,
      executable: EXECUTABLE,
      folder: join(work.path, "upgrade"),
      compression: "fast",
      epochSeconds: EPOCH_SECONDS,
    });
    const moved = (root as BareRoot).run('mv "$WORK/upgrade" "$ROOT/root/"', { WORK: work.path });
    succeeded(moved);
    const kept = "stat -c '%U %n' /etc/tiro/tiro.toml /var/lib/tiro/tiro.db; tail -n 1 /etc/tiro/tiro.toml";
    const told = succeeded(
      inRoot(`cd upgrade; export TIRO_CONFIG=/etc/tiro/tiro.toml
      runs() { echo "== $1"; pid=$(cat /run/tiro.pid); test "$pid" != "$old"; readlink /proc/$pid/exe; old=$pid; }
      echo '# mine' >> /etc/tiro/tiro.toml
      echo TIRO_MODELS_DEFAULT=starter-en > /etc/tiro/tiro.env
      systemctl start tiro; old=$(cat /run/tiro.pid)
      ${deb}
      runs package; dpkg-query --show --showformat '\${Version}\n' tiro
      ${look}
      for how in remove purge; do
        DEBIAN_FRONTEND=noninteractive apt-get -y $how tiro >&2
        echo "== $how"; test -e /usr/bin/tiro || kill -0 "$old" 2>/dev/null || echo gone
        ${kept}
      done
      ${archive}
      runs archive; systemctl stop tiro
      rm -r /usr/local/bin/tiro /etc/systemd/system/tiro.service
      ${deb}
      systemctl start tiro; runs again; ${kept}; tiro status; systemctl stop tiro`),
    );
    const files = "root /etc/tiro/tiro.toml\ntiro /var/lib/tiro/tiro.db\n# mine\n";
    expect(told).toContain("== package\n/usr/bin/tiro\n99.0.0\n");
    expect(told).toMatch(/^tiro \S+ works/m);
    expect(told).not.toContain("restart the service");
    for (const how of ["remove", "purge"]) expect(told).toContain(`== ${how}\ngone\n${files}`);
    expect(told).toContain("== archive\n/usr/local/bin/tiro\n");
    expect(told).toContain(`== again\n/usr/bin/tiro\n${files}`);
  });
});

/** How long a section of the tutorial takes until all of it has been done once, for the manual's table. */
function secondsBySection(told: string, blocks: readonly CodeBlock[]): string[] {
  const times = [...told.matchAll(/^== (\w+) at (\d+)$/gm)].map(([, index, at]) => ({
    index: Number(index),
    at: Number(at),
  }));
  return [...new Set(blocks.map(({ section }) => section))].map((section) => {
    const first = blocks.findIndex((block) => block.section === section);
    const last = blocks.findLastIndex((block) => block.section === section);
    const begin = times.find(({ index }) => index === first)?.at;
    const end = times[times.findIndex(({ index }) => index === last) + 1]?.at;
    return `tutorial, seconds: ${section}: ${((Number(end) - Number(begin)) / 1000).toFixed(1)}`;
  });
}

/** The code on the manual's page on upgrades that does this. */
function upgradeBlock(words: string): string {
  const found = codeBlocks("src/manual/upgrade.md").find(({ code }) => code.includes(words));
  if (found === undefined) throw new Error(`upgrade.md has no block with ${words}`);
  return found.code;
}
