/** The image's configuration for a container runtime (OCI image specification 1.1). */
import { RUNTIME_ENVIRONMENT } from "../../../src/cli/runtime-environment.ts";
import { LICENCE, SUMMARY, VERSION } from "../release.ts";

/** As number, because a cluster cannot look up names in the image; named after the port. */
export const IMAGE_USER = 8420;
const DATA = "/var/lib/tiro";

export const USERS: Record<string, string> = {
  "etc/passwd": `root:x:0:0:root:/root:/sbin/nologin\ntiro:x:${IMAGE_USER}:${IMAGE_USER}:tiro:${DATA}:/sbin/nologin\n`,
  "etc/group": `root:x:0:\ntiro:x:${IMAGE_USER}:\n`,
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
};

export function imageConfig(architecture: string, layers: { diffId: string }[], epochSeconds: number) {
  const created = new Date(epochSeconds * 1000).toISOString();
  return {
    created,
    architecture,
    os: "linux",
    config: {
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      Entrypoint: ["/usr/bin/tiro"],
      Cmd: ["serve"],
      // Everything that a container's command line may leave out; the last two as in the services of systemd.
      Env: [
        "PATH=/usr/bin",
        `TIRO_DATA=${DATA}`,
        "TIRO_SERVER_LISTEN=0.0.0.0:8420",
        ...Object.entries(RUNTIME_ENVIRONMENT).map((entry) => entry.join("=")),
      ],
      WorkingDir: DATA,
      ExposedPorts: { "8420/tcp": {} },
      Volumes: { [DATA]: {} },
      StopSignal: "SIGTERM",
      Labels: {
        "org.opencontainers.image.title": "tiro",
        "org.opencontainers.image.description": SUMMARY,
        "org.opencontainers.image.version": VERSION,
        "org.opencontainers.image.licenses": LICENCE,
      },
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: "tiro's build" })),
  };
}
