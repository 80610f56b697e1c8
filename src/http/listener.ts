/** The listening socket. It is there before the application is, so that a port in use is told at once. */
import { limits } from "../config/limits.ts";
import type { ListenAddress } from "../config/listen.ts";
import { OperatorError } from "../lib/errors.ts";
import type { ServerCertificate } from "./tls/server-certificate.ts";

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
  /**
   * Shows another certificate to new connections; those that are there go on. Resolves when the former socket is gone.
   * @throws OperatorError where it cannot be used; then the former one stays.
   */
  renew(certificate: ServerCertificate): Promise<void>;
  /** Takes no new connections and lets answers that are under way finish. */
  close(): Promise<void>;
  /** Closes what is still open. */
  kill(): Promise<void>;
}

type Answer = (request: Request) => Promise<Response>;

/**
 * With a certificate it speaks TLS (1.2 and 1.3), without one plain HTTP.
 * @throws OperatorError `address_unavailable` where the address cannot be had, `certificate_unusable`.
 */
export function listen(address: ListenAddress, certificate: ServerCertificate | null = null): Listener {
  const ready = Promise.withResolvers<Application>();
  const answer: Answer = async (request) => (await ready.promise).fetch(request);
  // A socket that shares its port would take it beside another program's.
  if (certificate !== null && address.port !== 0) void serverAt(address, answer, null).stop(true);
  const sockets = new Sockets(new Socket(address, answer, certificate));
  const port = sockets.newest.port ?? address.port;
  return {
    port,
    serve: (application) => {
      application.server = sockets.newest;
      ready.resolve(application);
    },
    renew: async (renewed) => {
      const replaced = sockets.replace(() => new Socket({ ...address, port }, answer, renewed));
      (await ready.promise).server = sockets.newest;
      await replaced;
    },
    close: () => sockets.stop(false),
    kill: () => sockets.stop(true),
  };
}

/**
 * Bun 1.4.5 cannot change the certificate of a server (`reload` leaves it): a second one on the same port takes its
 * place, and the first one ends with its last answer.
 */
class Sockets {
  readonly #open: Set<Socket>;
  #newest: Socket;
  #stopping = false;

  constructor(first: Socket) {
    this.#newest = first;
    this.#open = new Set([first]);
  }

  get newest(): Bun.Server<undefined> {
    return this.#newest.server;
  }

  async replace(create: () => Socket): Promise<void> {
    if (this.#stopping) return;
    const former = this.#newest;
    this.#newest = create();
    this.#open.add(this.#newest);
    former.isFormer = true;
    // Connections that found the former socket are taken before it closes, and kept ones end with an answer.
    await Bun.sleep(limits.formerSocketMs);
    void former.server.stop().then(() => this.#open.delete(former));
  }

  async stop(atOnce: boolean): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#open].map(({ server }) => server.stop(atOnce)));
  }
}

class Socket {
  readonly server: Bun.Server<undefined>;
  /** Closing it cuts off requests that arrive at that moment on a connection at rest: it tells clients to end theirs. */
  isFormer = false;

  constructor(address: ListenAddress, answer: Answer, certificate: ServerCertificate | null) {
    const answerAndEnd: Answer = async (request) => {
      const response = await answer(request);
      if (this.isFormer) response.headers.set("connection", "close");
      return response;
    };
    this.server = serverAt(address, certificate === null ? answer : answerAndEnd, certificate);
  }
}

function serverAt(
  { host, port }: ListenAddress,
  fetch: Answer,
  certificate: ServerCertificate | null,
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
      // take turns at answering instead of the second being told. A new certificate needs a second socket.
      reusePort: certificate !== null,
      ...(certificate && { tls: tlsOf(certificate) }),
      fetch,
    });
  } catch (cause) {
    throw cannotListen(`${host}:${port}`, cause);
  }
}

function tlsOf({ cert, key, clientCa }: ServerCertificate): Bun.TLSOptions {
  if (clientCa === undefined) return { cert, key };
  return { cert, key, ca: clientCa, requestCert: true, rejectUnauthorized: true };
}

function cannotListen(address: string, cause: unknown): OperatorError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code.startsWith("ERR_OSSL_"))
    return new OperatorError("certificate_unusable", `The certificate or its key is refused (${code}).`, {
      cause,
      hint: "Make a new one with a key of today's strength: EC P-256, or RSA with 2048 bits or more.",
    });
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
