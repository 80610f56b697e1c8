/** The listening socket. It is there before the application is, so that a port in use is told at once. */
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";

/** Where the application's answers come from. */
export interface Application {
  fetch(request: Request): Response | Promise<Response>;
  server: Bun.Server<undefined> | null;
}

export interface Listener {
  /** The port that was taken, also where the system chose it. */
  port: number;
  /** From now on requests are answered; those that came before waited. */
  serve(application: Application): void;
  /** Takes no new connections and lets answers that are under way finish. */
  close(): Promise<void>;
  /** Closes what is still open. */
  kill(): Promise<void>;
}

/** @throws OperatorError `address_unavailable` where the address cannot be had. */
export function listen({ host, port }: { host: string; port: number }): Listener {
  const ready = Promise.withResolvers<Application>();
  const server = serverAt({ host, port }, async (request) => (await ready.promise).fetch(request));
  return {
    port: server.port ?? port,
    serve: (application) => {
      application.server = server;
      ready.resolve(application);
    },
    close: () => server.stop(),
    kill: () => server.stop(true),
  };
}

function serverAt(
  { host, port }: { host: string; port: number },
  fetch: (request: Request) => Promise<Response>,
): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: limits.connectionIdleSeconds,
      // Bodies are refused by the routes, whose errors have the contract's shape; nobody gathers them in memory.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Without this Bun 1.4.5 shares the port with others as soon as `development` is false: two servers would
      // take turns at answering instead of the second being told.
      reusePort: false,
      fetch,
    });
  } catch (cause) {
    throw cannotListen(`${host}:${port}`, cause);
  }
}

function cannotListen(address: string, cause: unknown): OperatorError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") {
    return new OperatorError("address_unavailable", `The address ${address} is in use.`, {
      cause,
      hint: "Is tiro running already? Stop the other program, or choose another port with --listen HOST:PORT.",
    });
  }
  return new OperatorError("address_unavailable", `The address ${address} cannot be listened on.`, {
    cause,
    hint: "Choose an address of this machine and a port above 1023, unless tiro may use lower ones (--listen HOST:PORT).",
  });
}
