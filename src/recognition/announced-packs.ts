/** The packs that workers say they have: checked, compared with those installed here, and remembered when workers go. */
import { limits } from "../config/limits.ts";
import type { AnnouncedPack, WorkerView } from "../engine/workers/views.ts";
import type { Clock } from "../lib/clock.ts";
import { announcementOf, manifestOf } from "../packs/announced.ts";
import type { Pack } from "../packs/load-pack.ts";
import type { Manifest } from "../packs/manifest.ts";

/** As of `Cluster`. */
export interface Announcing {
  workers(): readonly Pick<WorkerView, "name" | "state" | "packs">[];
  /** @param problem why the worker gets no work with the pack; null takes that back. */
  refuse(worker: string, packId: string, problem: string | null): void;
}

export interface RemotePack {
  /** `id@version` */
  name: string;
  manifest: Manifest;
  /** Of its `pack.json`. */
  checksum: string;
}

export class AnnouncedPacks {
  readonly #announcing: Announcing;
  /** All that were believed since the server started: what only they recognize is unavailable without them, not unknown. */
  readonly #known = new Map<string, RemotePack>();
  readonly #clock: Clock;
  /** When each was offered last, as far as anybody looked. */
  readonly #offeredAt = new Map<string, number>();

  constructor(announcing: Announcing, clock: Clock) {
    this.#announcing = announcing;
    this.#clock = clock;
  }

  /** @param local those installed here. @returns those that only workers have, or had. */
  lookAgain(local: readonly Pack[]): RemotePack[] {
    const here = new Map(local.map((pack) => [pack.name, pack]));
    const present = this.#present;
    const offered = new Set(present.flatMap(({ packs }) => packs.map(mark)));
    for (const { name, packs } of present)
      for (const announced of packs) {
        // The networks that distinguish speakers have none.
        if (announced.manifest === "") continue;
        const problem = this.#problemOf(announced, here.get(announced.id), offered);
        this.#announcing.refuse(name, announced.id, problem);
        if (problem === null) this.#offeredAt.set(mark(announced), this.#clock.monotonic());
      }
    return [...this.#known.values()].filter(({ name }) => !here.has(name));
  }

  /** Whether a worker offers it, or did a moment ago and may be back. */
  isPresent(id: string, checksum: string | null): boolean {
    const wanted = `${id} ${checksum}`;
    if (this.#present.some(({ packs }) => packs.some((pack) => mark(pack) === wanted))) return true;
    const offeredAt = this.#offeredAt.get(wanted) ?? Number.NEGATIVE_INFINITY;
    return this.#clock.monotonic() - offeredAt < limits.workersAwaitedMs;
  }

  get #present() {
    return this.#announcing.workers().filter(({ state }) => state === "ready" || state === "draining");
  }

  #problemOf(announced: AnnouncedPack, local: Pack | undefined, offered: ReadonlySet<string>): string | null {
    const { id, checksum } = announced;
    if (local)
      return announcementOf(local).checksum === checksum
        ? null
        : differs(id, "the one installed on the server");
    const known = this.#known.get(id);
    if (known?.checksum === checksum) return null;
    if (known && offered.has(mark({ id, checksum: known.checksum })))
      return differs(id, "that of other workers");
    if (!known && this.#known.size >= limits.announcedPacks)
      return `Its pack ${id} is one too many: ${limits.announcedPacks} were announced since the server started.`;
    try {
      this.#known.set(id, { name: id, manifest: manifestOf(announced), checksum });
      return null;
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
      return `Its pack ${id} cannot be used: ${reason.slice(0, limits.workerReasonChars)}.`;
    }
  }
}

function mark({ id, checksum }: Pick<AnnouncedPack, "id" | "checksum">): string {
  return `${id} ${checksum}`;
}

function differs(id: string, other: string): string {
  return `Its pack ${id} differs from ${other}, although both have the same version. Install the same files on both machines.`;
}
