/** A service manager's socket, as systemd has one: a real one, by Python, since Bun has none of this kind. */
import { join } from "node:path";
import { temporaryFolder } from "./database.ts";
import { PATIENCE_MS } from "./eventually.ts";

export const PYTHON = Bun.which("python3");

const LISTENER = `
import json, socket, sys
address = sys.argv[1]
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind("\\0" + address[1:] if address.startswith("@") else address)
print("bound", flush=True)
while True:
    print(json.dumps(manager.recv(65536).decode()), flush=True)
`;

export interface TestManager {
  /** As NOTIFY_SOCKET has it. */
  address: string;
  /** Every message so far: its lines. */
  messages: string[][];
  /** Resolves when a message has the line; fails after some time. */
  heard(line: string | RegExp, from?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const GIVE_UP_MS = PATIENCE_MS;

/** @param isAbstract whether its name stands in no folder. */
export async function startManager(isAbstract = false): Promise<TestManager> {
  const folder = temporaryFolder();
  const address = isAbstract ? `@tiro-${crypto.randomUUID()}` : join(folder.path, "notify");
  const child = Bun.spawn([PYTHON ?? "python3", "-c", LISTENER, address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const messages: string[][] = [];
  const bound = Promise.withResolvers<void>();
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const block of child.stdout) {
      text += decoder.decode(block, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines)
        if (line === "bound") bound.resolve();
        else messages.push(JSON.parse(line).split("\n"));
    }
  })();
  await bound.promise;
  const matches = (line: string, wanted: string | RegExp) =>
    typeof wanted === "string" ? line === wanted : wanted.test(line);
  return {
    address,
    messages,
    heard: async (wanted, from = 0) => {
      const deadline = performance.now() + GIVE_UP_MS;
      while (
        !messages
          .slice(from)
          .flat()
          .some((line) => matches(line, wanted))
      ) {
        if (performance.now() > deadline)
          throw new Error(`no ${wanted} among ${JSON.stringify(messages.slice(from))}`);
        await Bun.sleep(5);
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await reading;
      folder[Symbol.dispose]();
    },
  };
}
