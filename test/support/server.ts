/** A real server: the program's own context and app on a port of its own, with a data folder that goes with it. */
import { tmpdir } from "node:os";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { createApp, routesOf } from "../../src/app.ts";
import { type ConfigInput, loadConfig } from "../../src/config/load.ts";
import {
  type Context,
  type ContextOptions,
  type ContextOverrides,
  createContext,
} from "../../src/context.ts";
import { listen } from "../../src/http/listener/listener.ts";
import { createLogger, type LogFields } from "../../src/lib/logger.ts";
import { CHEAP_HASHES } from "./accounts.ts";
import { placeDatabase, TEST_ACTOR, temporaryFolder } from "./database.ts";
import { checked } from "./described.ts";
import { eventually } from "./eventually.ts";
import { openSharedPool, sharedTextProcesses } from "./shared-processes.ts";

export type { Json } from "./json.ts";

export interface TestServer {
  /** Without a slash at the end and without `/v1`. */
  url: string;
  /** An API key of `account`. */
  key: string;
  /** Makes another person and returns a key of theirs. */
  newKey(): string;
  context: Context;
  dataDir: string;
  /** Every line that was logged. */
  log: ({ event: string; level: string } & LogFields)[];
  /** An authenticated call; `path` begins after `/v1`. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Resolves when no upload is left on disk; fails where one stays. */
  spoolEmpty(): Promise<void>;
  /** Fails where an answer was not one that the description of the API has. */
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** `TIRO_…` variables; data folder and address are set, and the recognizer whose exact words tests know. */
  environment?: ConfigInput["environment"];
  overrides?: ContextOverrides;
  /** The name under which clients reach it: browsers take some things from hosts with a name only. */
  host?: "localhost" | "127.0.0.1";
  /** Its address behind a proxy; its own address by default. */
  publicUrl?: string;
  certificateDaysLeft?: ContextOptions["certificateDaysLeft"];
  /** Whether it starts recognizers of its own, which a test may end or count; otherwise all servers of a process share them. */
  ownRecognizers?: boolean;
  /** Whether answers are held against the API's description: true, unless what the server itself takes is measured. */
  isChecked?: boolean;
}

export async function startServer({
  environment = {},
  overrides,
  host = "127.0.0.1",
  publicUrl,
  certificateDaysLeft,
  ownRecognizers = false,
  isChecked = true,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = temporaryFolder();
  placeDatabase(folder.path);
  const log: TestServer["log"] = [];
  const logger = createLogger("debug", (line) => void log.push(JSON.parse(line)));
  const { config, secrets, file, sources } = loadConfig({
    environment: { TIRO_MODELS_DEFAULT: "starter-en", ...environment },
    flags: { data: folder.path, listen: "127.0.0.1:0" },
  });
  const listener = listen({ host: "127.0.0.1", port: 0 });
  const url = `http://${host}:${listener.port}`;
  const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
  const context = await createContext(
    {
      config,
      secrets,
      logger,
      libraries,
      publicUrl: publicUrl ?? url,
      configFile: file,
      sources: () => sources,
      ...(certificateDaysLeft && { certificateDaysLeft }),
    },
    {
      hashCost: CHEAP_HASHES,
      ...(!ownRecognizers && { openPool: openSharedPool }),
      textProcesses: sharedTextProcesses(config.engine.sandbox),
      ...overrides,
    },
  );
  context.startUpkeep();
  const app = createApp(context);
  const { faults, fetch: answer } = isChecked
    ? checked(app, routesOf(context))
    : { faults: [], fetch: (request: Request) => app.fetch(request) };
  listener.serve({
    fetch: answer,
    set server(server: typeof app.server) {
      app.server = server;
    },
  });

  let people = 0;
  const newKey = () => {
    const deps = {
      db: context.db,
      clock: context.clock,
      actor: TEST_ACTOR,
      keyPrefixes: config.auth.key_prefixes,
    };
    people++;
    const user = addUser(deps, {
      email: `person${people}@example.org`,
      name: `Person ${people}`,
      plan: "free",
    });
    return createKey(deps, user, { name: "test" }).key;
  };
  const key = newKey();
  return {
    url,
    key,
    call: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
      return fetch(`${url}/v1${path}`, { ...init, headers });
    },
    newKey,
    context,
    dataDir: folder.path,
    log,
    spoolEmpty: () => eventually(() => context.spool.names(), []),
    close: async () => {
      await context.close();
      await listener.kill();
      folder[Symbol.dispose]();
      if (faults.length > 0) throw new Error(`not as described:\n${faults.join("\n")}`);
    },
  };
}
