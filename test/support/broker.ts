/** Debian's nats-server, by the configuration that tiro writes. It is older than what is safe outside of tests. */
import { endsWithUs } from "./children.ts";
import { eventually } from "./eventually.ts";

const NATS_SERVER = Bun.which("nats-server") ?? Bun.which("/usr/sbin/nats-server");

export const hasNatsServer = NATS_SERVER !== null;

/** Of the one that is installed, such as `2.9.10`. */
export function brokerVersion(): string {
  const { stdout } = Bun.spawnSync([NATS_SERVER as string, "--version"]);
  return /\d+\.\d+\.\d+/.exec(stdout.toString())?.[0] ?? "";
}

export interface TestBroker {
  readonly process: Bun.Subprocess;
  /** Reads its configuration again, as the manual says. */
  reload(): void;
  /** As by a power cut. */
  kill(): Promise<void>;
  /** After `kill`. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param natsConf the file; it says where the broker listens. @param flags such as `-V` for a trace. */
export async function startBroker(natsConf: string, ...flags: string[]): Promise<TestBroker> {
  const [, port = ""] = /^listen: ".*:(\d+)"$/m.exec(await Bun.file(natsConf).text()) ?? [];
  const start = async () => {
    const child = endsWithUs(
      Bun.spawn([NATS_SERVER as string, "-c", natsConf, ...flags], { stdio: ["ignore", "ignore", "ignore"] }),
    );
    await eventually(() => answers(Number(port)), true);
    return child;
  };
  let child = await start();
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return {
    get process() {
      return child;
    },
    reload: () => child.kill("SIGHUP"),
    kill,
    start: async () => {
      child = await start();
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
