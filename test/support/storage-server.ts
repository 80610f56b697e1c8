/** Debian's OpenStack Swift as storage with the interface of S3, which checks signatures: four processes, one device. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";

const PYTHON = "/usr/bin/python3";
const SERVERS = ["account", "container", "object", "proxy"] as const;
const binaryOf = (server: string) => `/usr/bin/swift-${server}-server`;

export const hasSwift = SERVERS.every((server) => existsSync(binaryOf(server)));

export interface StorageServer {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Reads its configuration from a folder of its own, in the place of the system's. */
const LAUNCHER = `import runpy, sys
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = sys.argv[1]
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
`;

const RINGS = `import sys
from swift.common.ring import RingBuilder
for each in sys.argv[2:]:
    server, port = each.split(":")
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "d1", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(f"{sys.argv[1]}/{server}.ring.gz")
`;

export async function startSwift(folder: string): Promise<StorageServer> {
  for (const name of ["devices/d1", "etc"]) mkdirSync(join(folder, name), { recursive: true });
  const etc = join(folder, "etc");
  const file = (name: string, text: string) => {
    writeFileSync(join(etc, name), text);
    return join(etc, name);
  };
  const launcher = file("launch.py", LAUNCHER);
  const common = file(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = x\n[storage-policy:0]\nname = one\ndefault = yes\n",
  );
  const user = Bun.spawnSync(["id", "-un"]).stdout.toString().trim();
  const ports = new Map<string, number>();
  for (const server of SERVERS) ports.set(server, await freePort());
  const ring = [...ports].map(([server, port]) => `${server}:${port}`);
  const rings = Bun.spawnSync([PYTHON, file("rings.py", RINGS), etc, ...ring]);
  if (rings.exitCode !== 0) throw new Error(rings.stderr.toString());
  const children = SERVERS.map((server) => {
    const base = `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports.get(server)}\nworkers = 0\nuser = ${user}\nswift_dir = ${etc}\ndevices = ${folder}/devices\nmount_check = false\n`;
    const own =
      server === "proxy"
        ? PROXY
        : `[pipeline:main]\npipeline = ${server}-server\n[app:${server}-server]\nuse = egg:swift#${server}\n${PATIENT}`;
    const config = file(`${server}.conf`, base + own);
    return Bun.spawn([PYTHON, launcher, common, binaryOf(server), config], {
      stdio: ["ignore", "ignore", "ignore"],
    });
  });
  const addresses = [...ports.values()].map((port) => `http://127.0.0.1:${port}`);
  // All of them: a device that does not answer yet would count as broken for a while.
  const answers = (address: string) =>
    fetch(address).then(
      () => true,
      () => false,
    );
  for (const address of addresses) await eventually(() => answers(address), true);
  const endpoint = `http://127.0.0.1:${ports.get("proxy")}`;
  return {
    endpoint,
    accessKey: "test:tester",
    secretKey: "testing",
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill();
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}

/** A busy machine is no broken device. */
const PATIENT =
  "conn_timeout = 60\nnode_timeout = 60\nrecoverable_node_timeout = 60\nerror_suppression_limit = 1000\n";

const PROXY = `[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${PATIENT}[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
min_segment_size = 1
`;
