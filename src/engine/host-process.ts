/** One engine host as an operating-system process: started, spoken to, killed, and what it last said on stderr. */
import { limits } from "../config/limits.ts";
import { type ChildProgram, sandboxed } from "../lib/sandbox.ts";
import { type FrameSocket, HOST_SOCKET_FD, openFrameSocket } from "./frame-socket.ts";
import type { Frame } from "./protocol.ts";

export interface HostProcessHandlers {
  onFrame(frame: Frame): void;
  /** Called once, when the process is gone and its stderr read to the end. */
  onExit(exit: HostExit): void;
}

export interface HostExit {
  /** How it ended, as the rest of a sentence. */
  what: string;
  stderrTail: string;
  /** By which it ended; null if it exited, or was killed for a reason. */
  signal: string | null;
  /** The signal by which neither it nor this program ended it: no fault of what it had loaded. */
  signalFromOutside: string | null;
}

/** Signals of the kernel (for lack of memory), the operator, a service manager or a terminal, but of no library. */
const SIGNALS_FROM_OUTSIDE = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];

/**
 * glibc keeps large blocks apart while a model is loaded, and returns them when they are freed: 7 MB less. There are three heaps: of
 * the thread that runs JavaScript, and of two that decode. With two, a decode waited 3,700 times for the detector of speech or the
 * other way round while a recording of 240 s was recognized alone, which took 7 % longer; a fourth gains 2 to 4 % and keeps
 * 40 MB at rest. Each heap keeps what decodes took until the process rests (`native/memory.ts`).
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "3" };

export class HostProcess {
  readonly #handlers: HostProcessHandlers;
  readonly #child: Bun.Subprocess<"ignore", "ignore", "pipe">;
  readonly #early: Uint8Array[] = [];
  #socket: FrameSocket | null = null;
  #stderr = "";
  #killedFor: string | null = null;

  /** @throws when the program cannot be started at all. */
  constructor(program: ChildProgram, handlers: HostProcessHandlers) {
    this.#handlers = handlers;
    const { command, environment } = sandboxed({
      ...program,
      environment: { ...ALLOCATOR, ...program.environment },
    });
    this.#child = Bun.spawn(command, {
      // fd 3 becomes one end of a socket pair; stdout is not read, whatever a library may print there.
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: environment,
    });
    void this.#connect();
    void this.#watch();
  }

  get pid(): number {
    return this.#child.pid;
  }

  send(frame: Uint8Array): void {
    if (this.#socket) this.#socket.send(frame);
    else this.#early.push(frame);
  }

  /** Ends it at once; `onExit` follows with `reason`, or with how it ended. */
  kill(reason: string): void {
    this.#killedFor ??= reason;
    this.#child.kill("SIGKILL");
  }

  /** The last of what it wrote to stderr. */
  get stderrTail(): string {
    return this.#stderr;
  }

  async #connect(): Promise<void> {
    const fd = this.#child.stdio[HOST_SOCKET_FD];
    if (typeof fd !== "number") throw new Error("the child has no socket");
    this.#socket = await openFrameSocket(fd, {
      onFrame: (frame) => this.#handlers.onFrame(frame),
      onClose: (fault) => {
        if (fault) this.kill(`spoke out of turn: ${fault.message}`);
        else this.#expectEnd();
      },
    });
    for (const frame of this.#early.splice(0)) this.#socket.send(frame);
  }

  /** A host without its socket is of no use; as a rule it is ending already, for a reason that must not be covered up. */
  #expectEnd(): void {
    const timer = setTimeout(() => this.kill("closed its socket"), limits.engineHostExitMs);
    void this.#child.exited.then(() => clearTimeout(timer));
  }

  async #watch(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stderr) {
      this.#stderr = (this.#stderr + decoder.decode(chunk, { stream: true })).slice(
        -limits.engineStderrTailBytes,
      );
    }
    await this.#child.exited;
    this.#socket?.close();
    this.#handlers.onExit({ ...this.#end(), stderrTail: this.#stderr });
  }

  #end(): Pick<HostExit, "what" | "signal" | "signalFromOutside"> {
    const { signalCode, exitCode } = this.#child;
    if (signalCode && !(signalCode === "SIGKILL" && this.#killedFor)) {
      const signal = String(signalCode);
      const fromOutside = SIGNALS_FROM_OUTSIDE.includes(signal);
      return { what: `ended by ${signal}`, signal, signalFromOutside: fromOutside ? signal : null };
    }
    const what = exitCode !== null ? `exited with code ${exitCode}` : (this.#killedFor ?? "ended");
    return { what, signal: null, signalFromOutside: null };
  }
}
