/** The container image, made on the libraries of this machine, and started as a container runtime would. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { run } from "../../scripts/package/command.ts";
import { IMAGE_USER } from "../../scripts/package/image/config.ts";
import { buildImage, IMAGE_ARCHITECTURES } from "../../scripts/package/image/image.ts";
import { carries, unpackPackage } from "../../scripts/package/inspect.ts";
import { writeHelloWorld } from "../engine/models/whisper-ggml.ts";
import { AUDIO, EXECUTABLE, emptyFolder, PRIVATE_MOUNTS, shellInPrivateMounts } from "./executable.ts";
import { hasImageLibraries, imageSettings, imageSystem } from "./image-system.ts";

const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;
const EPOCH_SECONDS = 1_700_000_000;
const isDebian = hasImageLibraries;

let folder: ReturnType<typeof emptyFolder>;
let image = "";
beforeAll(async () => {
  folder = emptyFolder();
  if (!isDebian) return;
  image = await buildImage({
    target,
    executable: EXECUTABLE,
    folder: folder.path,
    compression: "fast",
    epochSeconds: EPOCH_SECONDS,
    system: imageSystem(folder.path),
  });
}, 300_000);
afterAll(() => folder.remove());

test.skipIf(!isDebian)("it holds the libraries and tiro, and a runtime finds its way", () => {
  const root = join(folder.path, "root");
  const content = unpackPackage(image, root);
  expect(content).toMatchObject({
    architecture: IMAGE_ARCHITECTURES[target.arch],
    version: packageJson.version,
  });
  expect(carries(root, EXECUTABLE, content)).toBe(true);
  expect(readFileSync(join(root, "etc/passwd"), "utf8")).toContain(`tiro:x:${IMAGE_USER}:`);
  if (Bun.which("skopeo")) {
    const { Labels, Architecture } = JSON.parse(run(["skopeo", "inspect", `oci-archive:${image}`]));
    expect([Labels["org.opencontainers.image.version"], Architecture]).toEqual([
      packageJson.version,
      content.architecture,
    ]);
  }
});

const canMount = isDebian && PRIVATE_MOUNTS !== null;
test.skipIf(!canMount)(
  "started as its user in its root it recognizes, in its sandbox, also in batches and with whisper.cpp",
  () => {
    const given = join(folder.path, "root/given");
    mkdirSync(given);
    writeHelloWorld(given);
    copyFileSync(join(AUDIO, "synth_02_rms.wav"), join(given, "talk.wav"));
    const { config } = imageSettings(image);
    const environment = config.Env.map((entry) => `'${entry}'`).join(" ");
    // There is no shell in it, so env comes from outside.
    const { exitCode, stdout, stderr } = shellInPrivateMounts(
      `mkdir -p root/dev root/proc
     mount --rbind /dev root/dev
     mount --rbind /proc root/proc
     cd root
     run() { env -i ${environment} "$@"; }
     tiro="/usr/sbin/chroot --userspec=${config.User} . ${config.Entrypoint[0]}"
     run $tiro doctor
     run TIRO_ENGINE_BATCH=8 $tiro transcribe /given/talk.wav
     run $tiro models install /given/model.bin >&2
     run TIRO_MODELS_PACK=model@1.0.0 $tiro transcribe /given/talk.wav --language en`,
      folder.path,
    );
    expect([exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    expect(stdout).toContain("data folder: /var/lib/tiro\n");
    expect(stdout).toContain("port: 0.0.0.0:8420");
    expect(stdout.match(/The meeting has been moved to Thursday at half-past two\./g)).toHaveLength(2);
    expect(stdout.toLowerCase()).toContain("hello world");
  },
  300_000,
);
