/** Packs as administrators see and change them while the server runs; each change is in the audit log. */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import type { Config } from "../../config/schema.ts";
import type { Engine, LoadedModel } from "../../engine/engine.ts";
import { invalidRequest, OperatorError, TiroError } from "../../lib/errors.ts";
import { type CatalogueEntry, catalogueEntry } from "../../packs/catalogue.ts";
import { type FoundPack, findPacks } from "../../packs/choose-pack.ts";
import { removePack } from "../../packs/install/remove.ts";
import type { Pack } from "../../packs/load-pack.ts";
import { packBytes } from "../../packs/manifest.ts";
import { verifyPack } from "../../packs/verify.ts";
import { languagesChoosing } from "../../recognition/chosen-models.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { settingsNaming } from "../../recognition/pack-uses.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { modelChoices } from "../../store/recognition/model-choices.ts";
import type { Task, TaskHandle, Tasks } from "../../work/tasks.ts";
import { PackArrivals, type PackArrivalsDeps, packFileName } from "./arrivals.ts";
import { modelRoutes, type RouteSite } from "./model-routes.ts";

export interface AdministeredPacksDeps extends Omit<PackArrivalsDeps, "modelsDir"> {
  config: PackArrivalsDeps["config"] & Pick<Config, "models" | "data">;
  db: Db;
  engine: Engine;
  recognizers: RouteSite["recognizers"];
  tasks: Tasks;
  /** The catalogue; another in tests. */
  entryOf?: ((id: string) => CatalogueEntry | undefined) | undefined;
}

export class AdministeredPacks {
  readonly #deps: AdministeredPacksDeps;
  readonly #modelsDir: string;
  readonly #arrivals: PackArrivals;

  constructor(deps: AdministeredPacksDeps) {
    this.#deps = deps;
    const { dataDir, modelsDir = `${dataDir}/models` } = packPlaces(deps.config);
    this.#modelsDir = modelsDir;
    this.#arrivals = new PackArrivals({ ...deps, modelsDir });
  }

  installed() {
    const { config, uploads } = this.#deps;
    const found = this.#found();
    const uses = this.#uses();
    const { loaded = [], quarantined = [] } = this.#deps.engine.status().packs ?? {};
    const stateOf = (name: string) => {
      if (quarantined.some(({ id }) => id === name)) return "set_aside" as const;
      return loaded.some(({ id }) => id === name) ? ("loaded" as const) : ("idle" as const);
    };
    return {
      data: found.flatMap(({ pack, builtin }) => {
        if (pack === null) return [];
        const { name, manifest } = pack;
        const { kind, licence, languages } = manifest;
        return [
          {
            ...{ id: name, kind, licence, languages, bytes: packBytes(manifest), builtin },
            used_for: uses.languages.get(name) ?? [],
            is_default: uses.defaultName === name,
            state: stateOf(name),
            kept_by: this.#keptBy(pack, builtin),
          },
        ];
      }),
      unusable: found.flatMap(({ folder, problem }) =>
        problem ? [{ folder, problem: problem.extras.hint ?? problem.message }] : [],
      ),
      mirrors: config.models.install_from,
      upload_bytes_max: uploads.maxBytes,
    };
  }

  isInstalled(name: string): boolean {
    return this.#found().some(({ pack }) => pack?.name === name);
  }

  /** @throws TiroError `model_not_found`, `invalid_request`, and as `Tasks.start`. */
  async install(
    changes: ChangeDeps,
    { pack, mirror }: { pack: string; mirror: string | null },
  ): Promise<Task> {
    const { config, entryOf = catalogueEntry } = this.#deps;
    const entry = entryOf(pack);
    if (entry === undefined)
      throw new TiroError("model_not_found", "The catalogue has no pack of this id.", { param: "pack" });
    const from = mirror ?? config.models.install_from[0];
    if (from === undefined || !config.models.install_from.includes(from))
      throw invalidRequest([
        { param: "mirror", message: "must be an address of models.install_from, which is set on the host" },
      ]);
    const name = `${entry.id}@${entry.version}`;
    return this.#start(changes, name, (handle) => this.#arrivals.fromMirror(entry, from, handle));
  }

  /** @throws TiroError `upload_not_found`, and as `Tasks.start`. */
  async installUpload(
    changes: ChangeDeps,
    principal: Principal,
    upload: { uploadId: string; sha256: string | null },
  ): Promise<Task> {
    const { metadata } = await this.#deps.uploads.settled(principal, upload.uploadId);
    return this.#start(changes, packFileName(metadata) || upload.uploadId, (handle) =>
      this.#arrivals.fromUpload(principal, upload, handle),
    );
  }

  /** @throws TiroError `model_not_found`, and as `Tasks.start`. */
  async verify(changes: ChangeDeps, name: string): Promise<Task> {
    const { pack } = this.#require(name);
    const what = { kind: "pack_verification", target: pack.name, startedBy: changes.actor.id } as const;
    const task = this.#deps.tasks.start(what, async ({ signal, progress }) => {
      const wrong = await verifyPack(pack, ({ doneBytes, totalBytes }) => {
        signal.throwIfAborted();
        progress(doneBytes / totalBytes);
      });
      if (wrong.length > 0)
        throw new OperatorError("pack_damaged", `${wrong.join(", ")} differ from their checksums.`);
      return undefined;
    });
    await transact(changes.db, () => recordAudit(changes, "pack.verified", pack.name, {}));
    return task;
  }

  /** @throws TiroError `model_not_found`, `pack_conflict` with the reason. */
  async remove(changes: ChangeDeps, name: string): Promise<void> {
    const { pack, builtin } = this.#require(name);
    const reasons = this.#keptBy(pack, builtin);
    if (reasons.length > 0) throw conflict(pack, reasons, this.#loadedAs(pack));
    try {
      removePack(this.#modelsDir, pack);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      throw new TiroError("pack_conflict", error.message, { cause: error });
    }
    await transact(changes.db, () => recordAudit(changes, "pack.removed", pack.name, {}));
    this.#deps.reloadPacks();
  }

  async #start(
    changes: ChangeDeps,
    target: string,
    arrive: (handle: TaskHandle) => Promise<Pack>,
  ): Promise<Task> {
    const what = { kind: "pack_installation", target, startedBy: changes.actor.id } as const;
    const task = this.#deps.tasks.start(what, async (handle) => {
      const { name } = await arrive(handle);
      await transact(changes.db, () => recordAudit(changes, "pack.installed", name, { from: target }));
      return { pack: name };
    });
    await transact(changes.db, () => recordAudit(changes, "pack.install_started", target, {}));
    return task;
  }

  #found(): FoundPack[] {
    return findPacks(packPlaces(this.#deps.config));
  }

  #require(name: string): { pack: Pack; builtin: boolean } {
    for (const { pack, builtin } of this.#found()) if (pack?.name === name) return { pack, builtin };
    throw new TiroError("model_not_found", "No pack of this name is installed.", { param: "pack" });
  }

  #keptBy(pack: Pack, builtin: boolean): string[] {
    if (builtin) return ["builtin"];
    const isBusy = this.#loadedAs(pack).some(({ recordings }) => recordings > 0);
    const isChosen = languagesChoosing(modelChoices(this.#deps.db), pack).length > 0;
    const settings = settingsNaming(this.#deps.config.models, pack);
    return [...settings, ...(isChosen ? ["chosen"] : []), ...(isBusy ? ["in_use"] : [])];
  }

  #loadedAs({ name }: Pack): LoadedModel[] {
    return this.#deps.engine.status().packs?.loaded.filter(({ id }) => id === name) ?? [];
  }

  /** The first pack of each language, and that of speech without a known one. */
  #uses(): { languages: Map<string, string[]>; defaultName: string | null } {
    const { config, db, recognizers } = this.#deps;
    const [unknown, ...routes] = modelRoutes({ config, recognizers }, modelChoices(db));
    const languages = new Map<string, string[]>();
    for (const { language, packs } of routes) {
      const [first] = packs;
      if (first !== undefined) languages.set(first, [...(languages.get(first) ?? []), language]);
    }
    return { languages, defaultName: unknown?.packs[0] ?? null };
  }
}

function conflict({ name }: Pack, reasons: readonly string[], loaded: readonly LoadedModel[]): TiroError {
  const told = reasons.map((reason) => {
    if (reason === "builtin") return "tiro carries it";
    if (reason === "chosen") return "it is chosen for a language";
    return reason === "in_use" ? useOf(loaded) : `the setting ${reason} names it`;
  });
  return new TiroError("pack_conflict", `${name} cannot be removed: ${told.join("; ")}.`, {
    details: { reasons: [...reasons] },
  });
}

/** The use of a pack in words: the server itself uses one for some seconds once it is installed. */
export function useOf(loaded: readonly Pick<LoadedModel, "state" | "recordings" | "checks">[]): string {
  if (loaded.some(({ state }) => state !== "ready")) return "it is being loaded; try again in a moment";
  if (loaded.some(({ recordings, checks }) => recordings > checks)) return "it recognizes a recording now";
  return "the server tries it with its check recording; try again in a moment";
}
