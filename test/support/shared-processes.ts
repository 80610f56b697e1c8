/**
 * Recognizers and text processes that all servers of a test process share: a model is loaded once instead of for each
 * server. They are the real ones.
 */
import { join } from "node:path";
import { TextProcesses, textHost } from "../../src/dictation/finishing/text-processes.ts";
import type { AudioStream } from "../../src/engine/carried-recording.ts";
import {
  type EngineOptions,
  type OpenPool,
  type ResizableHosts,
  startHostPool,
} from "../../src/engine/create-engine.ts";
import type { EngineState, Lane } from "../../src/engine/engine.ts";
import type { Hosts } from "../../src/engine/hosts.ts";
import type { Opening } from "../../src/engine/protocol.ts";
import type { StreamListener } from "../../src/engine/stream-listener.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import type { SandboxMode } from "../../src/lib/sandbox.ts";
import { endOfProcess } from "./end-of-process.ts";
import { eventually } from "./eventually.ts";

interface Pool {
  hosts: ResizableHosts;
  /** Called after every change. */
  watchers: Set<() => void>;
}

const REPOSITORY = join(import.meta.dir, "../..");
const pools = new Map<string, Pool>();

/** The hosts that another server has with the same settings. A server has its own of a pack that a test installs. */
export const openSharedPool: OpenPool = (options, sizing, onChange) => {
  const isOurs = Object.values(options.model.files).every((file) => file.startsWith(REPOSITORY));
  if (!isOurs) return startHostPool(options, sizing, onChange);
  const key = JSON.stringify([programOf(options), sizing]);
  const pool = pools.get(key) ?? startPool(options, sizing);
  pools.set(key, pool);
  return new SharedHosts(pool, onChange);
};

/** The options that a host is started with. */
function programOf({ logger, clock, oomKills, liveLoad, workers, ...program }: EngineOptions) {
  return program;
}

function startPool(options: EngineOptions, sizing: Parameters<OpenPool>[1]): Pool {
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const tell of watchers) tell();
  };
  const hosts = startHostPool(
    { ...programOf(options), logger: silentLogger, clock: systemClock },
    sizing,
    changed,
  );
  endOfProcess.push(() => {
    const pids = hosts.processes.flatMap(({ pid }) => pid ?? []);
    hosts.close();
    return eventually(() => pids.some(isAlive), false);
  });
  return { hosts, watchers };
}

/** As the hosts of one server: when that closes, its streams end and the hosts stay. */
class SharedHosts implements Hosts {
  readonly #pool: Pool;
  readonly #onChange: () => void;
  readonly #streams = new Map<StreamListener, AudioStream>();
  readonly #closing = new AbortController();

  constructor(pool: Pool, onChange: () => void) {
    this.#pool = pool;
    this.#onChange = onChange;
    pool.watchers.add(onChange);
  }

  get state(): EngineState {
    return this.#closing.signal.aborted ? "stopped" : this.#pool.hosts.state;
  }

  get problem() {
    return this.#pool.hosts.problem;
  }

  get processes() {
    return this.#pool.hosts.processes;
  }

  load(lane: Lane) {
    return this.#pool.hosts.load(lane);
  }

  async open(opening: Opening, listener: StreamListener, signal: AbortSignal): Promise<AudioStream> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const forgetting: StreamListener = {
      settled: (settled) => listener.settled(settled),
      heard: (heard) => listener.heard?.(heard),
      done: () => {
        this.#streams.delete(listener);
        listener.done();
      },
      gone: (reason, planned) => {
        this.#streams.delete(listener);
        listener.gone(reason, planned);
      },
    };
    const stream = await this.#pool.hosts.open(opening, forgetting, either);
    this.#streams.set(listener, stream);
    const abort = () => {
      this.#streams.delete(listener);
      stream.abort();
    };
    return { ...stream, abort };
  }

  /** All servers together have the machine. */
  resize(): void {}

  unavailable(): TiroError {
    return this.state === "stopped" ? stopping() : this.#pool.hosts.unavailable();
  }

  close(): void {
    this.#closing.abort(stopping());
    this.#pool.watchers.delete(this.#onChange);
    for (const [listener, stream] of this.#streams) {
      stream.abort();
      listener.gone("the engine was stopped", false);
    }
    this.#onChange();
  }
}

const stopping = () => new TiroError("shutting_down", "The server is stopping.");

class SharedTextProcesses extends TextProcesses {
  override close(): void {}

  end(): void {
    super.close();
  }
}

const textProcesses = new Map<SandboxMode, SharedTextProcesses>();

export function sharedTextProcesses(mode: SandboxMode): TextProcesses {
  const known = textProcesses.get(mode);
  if (known) return known;
  const processes = new SharedTextProcesses(textHost(mode));
  textProcesses.set(mode, processes);
  endOfProcess.push(() => processes.end());
  return processes;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
