/** The listening socket. It is there before the application is, so that a port in use is reported at once. */
import { limits } from "../../config/limits.ts";
import type { ListenAddress } from "../../config/listen.ts";
import { OperatorError } from "../../lib/errors.ts";
import { acceptedSocket, type Socket as OpenSocket, type SocketHandlers } from "../../web/socket.ts";
import { tellingRoutes, withoutPattern } from "./sent-path.ts";
import type { ServerCertificate } from "./server-certificate.ts";

/** Where the application's answers come from. */
export interface Application {
  fetch(request: Request): Response | Promise<Response>;
  /** Set by the listener: the server that new connections come to. */
  server: Pick<Server, "port" | "requestIP" | "timeout"> | null;
}

/** Each of its WebSockets carries its handler. */
type Server = Bun.Server<SocketHandlers>;

export interface Listener {
  /** The port that was taken, also if the system chose it. */
  port: number;
  /** From now on requests are answered; those that came before waited. */
  serve(application: Application): void;
  /**
   * Shows another certificate to new connections; existing ones continue.
   * @throws OperatorError if it cannot be used; then the former one stays.
   */
  renew(certificate: ServerCertificate): Promise<void>;
  /** Takes no new connections and lets answers that are under way finish. */
  close(): Promise<void>;
  /** Closes what is still open. */
  kill(): Promise<void>;
}

type Answer = (request: Request) => Promise<Response>;

export interface TlsListening {
  certificate: ServerCertificate;
  /**
   * Has the kernel send the port's new connections to the socket at this place among those that share it. Whether it
   * does.
   */
  steer: (port: number, place: number) => boolean;
}

/**
 * With a certificate it speaks TLS (1.2 and 1.3), without one plain HTTP.
 * @throws OperatorError `address_unavailable` if the address cannot be had, `certificate_unusable`.
 */
export function listen(address: ListenAddress, tls: TlsListening | null = null): Listener {
  const ready = Promise.withResolvers<Application>();
  const answer: Answer = async (request) => (await ready.promise).fetch(request);
  // A socket that shares its port would take it beside another program's.
  if (tls !== null && address.port !== 0) void serverAt(address, answer, null).stop(true);
  const first = new Socket(address, answer, tls?.certificate ?? null);
  const port = first.server.port ?? address.port;
  const sockets = new Sockets(first, (place) => tls?.steer(port, place) ?? false);
  return {
    port,
    serve: (application) => {
      application.server = sockets.newest;
      ready.resolve(application);
    },
    renew: async (certificate) => {
      sockets.replace(() => new Socket({ ...address, port }, answer, certificate));
      (await ready.promise).server = sockets.newest;
    },
    close: () => sockets.stop(false),
    kill: () => sockets.stop(true),
  };
}

/**
 * Bun 1.4.5 cannot change the certificate of a server (`reload` leaves it): a second one on the same port takes its
 * place. The former one gets no new connections; it lives on until those that it has are over, because closing it cuts
 * off what arrives at that moment on a connection at rest.
 */
class Sockets {
  /** Those that share the port, in the kernel's order: the last one takes the place of one that is gone. */
  readonly #sharing: Socket[];
  /** Of those all but the newest, the oldest first. */
  readonly #formers: Socket[] = [];
  /** Closed, with answers under way. */
  readonly #ending = new Set<Socket>();
  readonly #steer: (place: number) => boolean;
  #newest: Socket;
  #stopping = false;

  constructor(first: Socket, steer: (place: number) => boolean) {
    this.#newest = first;
    this.#sharing = [first];
    this.#steer = steer;
  }

  get newest(): Server {
    return this.#newest.server;
  }

  replace(create: () => Socket): void {
    if (this.#stopping) return;
    const former = this.#newest;
    this.#newest = create();
    this.#sharing.push(this.#newest);
    this.#formers.push(former);
    former.isFormer = true;
    const isSteered = this.#steerToNewest();
    setTimeout(() => this.#retire(former), limits.formerSocketMs).unref();
    // Without a filter each of them would still show its certificate to some of the clients.
    while (this.#formers.length > (isSteered ? limits.formerSockets : 0))
      this.#retire(this.#formers[0] as Socket);
  }

  async stop(atOnce: boolean): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#sharing, ...this.#ending].map(({ server }) => server.stop(atOnce)));
  }

  #retire(former: Socket): void {
    const [age, place] = [this.#formers.indexOf(former), this.#sharing.indexOf(former)];
    if (age < 0 || this.#stopping) return;
    this.#formers.splice(age, 1);
    const last = this.#sharing.pop() as Socket;
    if (last !== former) this.#sharing[place] = last;
    this.#ending.add(former);
    void former.server.stop().then(() => this.#ending.delete(former));
    this.#steerToNewest();
  }

  #steerToNewest(): boolean {
    return this.#steer(this.#sharing.indexOf(this.#newest));
  }
}

/** A WebSocket begins (RFC 9110 §15.2.2). It outlives the server's `stop`, and so a new certificate. */
const SWITCHING = 101;

class Socket {
  readonly server: Server;
  /** It asks clients to end their connections. */
  isFormer = false;

  constructor(address: ListenAddress, answer: Answer, certificate: ServerCertificate | null) {
    const answerAndEnd: Answer = async (request) => {
      const response = await answer(request);
      if (this.isFormer && response.status !== SWITCHING) response.headers.set("connection", "close");
      return response;
    };
    this.server = serverAt(address, certificate === null ? answer : answerAndEnd, certificate);
  }
}

function serverAt(
  { host, port }: ListenAddress,
  fetch: Answer,
  certificate: ServerCertificate | null,
): Server {
  try {
    const answer: Answer = async (request) => {
      const response = await fetch(request);
      return response.status === SWITCHING ? upgraded(server, request, response) : response;
    };
    const server: Server = Bun.serve<SocketHandlers>({
      hostname: host,
      port,
      idleTimeout: limits.connectionIdleSeconds,
      // Bodies are refused by the routes, whose errors have the contract's shape; nobody gathers them in memory.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Without this Bun 1.4.5 shares the port with others as soon as `development` is false: two servers would
      // take turns at answering instead of the second failing. A new certificate needs a second socket.
      reusePort: certificate !== null,
      ...(certificate && { tls: tlsOf(certificate) }),
      routes: tellingRoutes(answer),
      fetch: withoutPattern(answer),
      websocket: {
        // Compression would let a small message become a large one.
        perMessageDeflate: false,
        maxPayloadLength: limits.liveMessageBytes,
        open: (socket) => socket.data.opened(openSocket(socket)),
        message: (socket, message) => socket.data.message(message),
        close: (socket, code) => socket.data.closed(code),
      },
    });
    return server;
  } catch (cause) {
    throw cannotListen(`${host}:${port}`, cause);
  }
}

/** What Bun sends once a connection was upgraded is nothing more, whatever is returned. */
function upgraded(server: Server, request: Request, { headers }: Response): Response {
  const data = acceptedSocket(request);
  if (data === null) throw new Error("no route accepted the WebSocket");
  if (server.upgrade(request, { data, headers })) return undefined as unknown as Response;
  // The client left, or its handshake is none that Bun takes.
  data.closed(NEVER_OPENED);
  return new Response("This is no WebSocket handshake.\n", { status: 400 });
}

/** RFC 6455 §7.1.5. */
const NEVER_OPENED = 1006;

function openSocket(socket: Bun.ServerWebSocket<SocketHandlers>): OpenSocket {
  return {
    send: (text) => void socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    get bufferedBytes() {
      return socket.getBufferedAmount();
    },
  };
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
      hint: "Is tiro running already? Stop the other program, or choose another port: with --listen HOST:PORT, or for redirects and metrics with their own settings.",
    });
  }
  return new OperatorError("address_unavailable", `The server cannot listen on ${address}.`, {
    cause,
    hint: "Choose an address of this machine and a port above 1023, unless tiro may use lower ones (--listen HOST:PORT; redirects and metrics have settings of their own).",
  });
}
