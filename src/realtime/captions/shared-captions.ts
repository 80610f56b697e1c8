/**
 * Captions that speakers share: who may read along with which stream. A link is of one organization, whose members read
 * after they logged in; without an organization the speaker alone does. It ends with its stream.
 */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId } from "../../lib/ids.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { transact } from "../../store/database/write-lock.ts";
import { memberOf, membershipsOf } from "../../store/organizations/members.ts";
import { type Organization, organizationById } from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";
import { type AdmissionDeps, admittedUntil } from "../../work/events/admitted-until.ts";
import type { LiveStreams } from "../live-streams.ts";
import type { RealtimeStream } from "../stream.ts";
import { Captions } from "./captions.ts";
import { noSuchCaptions, type Viewer, Viewers } from "./viewers.ts";

export interface SharedCaptionsDeps extends AdmissionDeps {
  logger: Logger;
  liveStreams: Pick<LiveStreams, "ownStream">;
}

export interface Sharing {
  stream: string;
  title: string | null;
  /** Null: the speaker's only one, if there is one. */
  organization: string | null;
}

export interface Shared {
  id: string;
  title: string | null;
  organization: Organization | null;
}

interface Entry extends Shared {
  stream: RealtimeStream;
  captions: Captions;
  viewers: Viewers;
  startedAt: number;
  /** As it was last sent. */
  isConnected: boolean;
  readers: number;
}

export class SharedCaptions {
  readonly #deps: SharedCaptionsDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #recurring: readonly Recurring[];

  constructor(deps: SharedCaptionsDeps) {
    this.#deps = deps;
    const { logger } = deps;
    this.#recurring = [
      new Recurring({
        everyMs: limits.liveLookMs,
        failure: "captions_look_failed",
        logger,
        work: () => this.look(),
      }),
      new Recurring({
        everyMs: limits.eventHeartbeatMs,
        failure: "captions_heartbeat_failed",
        logger,
        work: async () => {
          for (const { viewers } of this.#entries.values()) viewers.beat();
        },
      }),
    ];
  }

  get size(): number {
    return this.#entries.size;
  }

  start(): void {
    for (const recurring of this.#recurring) recurring.repeat();
  }

  async close(): Promise<void> {
    for (const entry of this.#entries.values()) this.#end(entry);
    await Promise.all(this.#recurring.map((recurring) => recurring.close()));
  }

  /**
   * One link for a stream, also if it is asked for again.
   * @throws TiroError `session_not_found` if the stream is none of the caller's, `invalid_request` where they belong to
   *   several organizations and name none, `organization_not_found`.
   */
  async share(principal: Principal, sharing: Sharing, changes: ChangeDeps): Promise<Shared> {
    const stream = this.#deps.liveStreams.ownStream(principal, sharing.stream);
    const known = [...this.#entries.values()].find((entry) => entry.stream === stream);
    if (known !== undefined) return known;
    const organization = this.#organizationOf(principal, sharing.organization);
    const viewers = new Viewers(this.#deps.clock, (viewer) => this.#admission(stream, organization, viewer));
    const captions = new Captions(this.#deps.clock, (event, data) => viewers.tell(event, data));
    const { id } = captions;
    await transact(this.#deps.db, () =>
      recordAudit(changes, "captions.shared", id, {
        ...(organization && { organization: organization.id }),
        account: principal.accountId,
      }),
    );
    const startedAt = this.#deps.clock.now();
    const { title } = sharing;
    const entry = {
      id,
      title,
      organization,
      stream,
      captions,
      viewers,
      startedAt,
      isConnected: true,
      readers: 0,
    };
    this.#entries.set(id, entry);
    stream.follow({ told: (event) => captions.hear(event), ended: () => this.#end(entry) });
    return entry;
  }

  /** @throws TiroError `session_not_found`, also if the reader may not; `concurrency_limit_exceeded`. */
  view(viewer: Viewer, id: string): ReadableStream<Uint8Array> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw noSuchCaptions();
    return entry.viewers.open(viewer, ["captions", this.#shown(entry)]);
  }

  /** Ends those whose time is over, and reports what became of connections. */
  async look(): Promise<void> {
    for (const entry of this.#entries.values()) {
      const { viewers, stream } = entry;
      const isConnected = stream.detachedAtMs === null;
      if (isConnected !== entry.isConnected) viewers.tell("connection", { is_connected: isConnected });
      if (viewers.size !== entry.readers) stream.tell({ type: "tiro.captions", viewers: viewers.size });
      entry.isConnected = isConnected;
      entry.readers = viewers.size;
      viewers.keepAdmitted({ onlyDue: true });
    }
  }

  /** After anything was changed. */
  endThoseWhoMayNot(): void {
    for (const entry of this.#entries.values()) {
      if (this.#maySpeak(entry)) entry.viewers.keepAdmitted({ onlyDue: false });
      else this.#end(entry);
    }
  }

  #shown({ id, title, organization, stream, captions, startedAt, isConnected }: Entry): object {
    const { userId } = stream.principal;
    const speaker = userId === null ? null : userById(this.#deps.db, userId);
    return {
      ...{ id, title, speaker: speaker && (speaker.name ?? speaker.email) },
      organization: organization?.name ?? null,
      started_at: toIsoTime(startedAt),
      is_connected: isConnected,
      ...captions.shown,
    };
  }

  #end(entry: Entry): void {
    if (!this.#entries.delete(entry.id)) return;
    entry.viewers.tell("ended", { at: toIsoTime(this.#deps.clock.now()) });
    entry.viewers.endAll();
  }

  /** A speaker shares with an organization as long as they belong to it. */
  #maySpeak({ stream, organization }: Entry): boolean {
    const { userId } = stream.principal;
    if (organization === null) return true;
    const { db } = this.#deps;
    if (organizationById(db, organization.id)?.disabledAt !== null) return false;
    return userId === null || memberOf(db, organization.id, userId) !== null;
  }

  #admission(
    stream: RealtimeStream,
    organization: Organization | null,
    { principal, address }: Viewer,
  ): number {
    const { userId } = principal;
    const isSpeaker = userId !== null && userId === stream.principal.userId;
    const isMember =
      userId !== null && organization !== null && memberOf(this.#deps.db, organization.id, userId) !== null;
    return isSpeaker || isMember ? admittedUntil(this.#deps, principal, address) : Number.NEGATIVE_INFINITY;
  }

  /** With an organization's key there is no choice. */
  #organizationOf({ accountId, userId }: Principal, wanted: string | null): Organization | null {
    const { db } = this.#deps;
    const own = isId("org", accountId)
      ? [accountId]
      : membershipsOf(db, userId ?? "").map(({ organizationId }) => organizationId);
    if (wanted === null && own.length > 1)
      throw new TiroError("invalid_request", "You belong to several organizations; say for which one.", {
        param: "organization",
      });
    const id = wanted ?? own[0] ?? null;
    if (id === null) return null;
    const organization = own.includes(id) ? organizationById(db, id) : null;
    if (organization !== null && organization.disabledAt === null) return organization;
    throw new TiroError("organization_not_found", "You belong to no organization with this id.", {
      param: "organization",
    });
  }
}
