/** Asks a worker what it has: one stream with one answer. */
import { limits } from "../../config/limits.ts";
import { UntrueAnswer } from "./answer-check.ts";
import { type Announcement, announcementSchema, parsed, WORKER_FRAME } from "./beats.ts";
import type { Channel, WorkerFrame } from "./channel.ts";
import type { Link, LinkStream } from "./link.ts";

class AnnouncementStream implements LinkStream {
  readonly channel: Channel;
  readonly #leave: () => void;
  readonly #answered: (announcement: Announcement | null) => void;

  constructor(channel: Channel, leave: () => void, answered: (announcement: Announcement | null) => void) {
    this.channel = channel;
    this.#leave = leave;
    this.#answered = answered;
  }

  tick(): void {}

  /** Its one frame is bounded. */
  noteMessage(): void {}

  take({ type, payload }: WorkerFrame): void {
    const announcement = type === WORKER_FRAME.announced ? parsed(announcementSchema, payload) : null;
    if (announcement === null) throw new UntrueAnswer("announces itself in another shape");
    this.#leave();
    this.#answered(announcement);
  }

  lost(): void {
    this.#answered(null);
  }
}

/** @param answered is called with null if the answer was lost. @throws Error if the connection is broken. */
export function askForAnnouncement(link: Link, answered: (announcement: Announcement | null) => void): void {
  link.open(
    { what: "announcement" },
    limits.workerAnnouncementBytes,
    (channel, leave) => new AnnouncementStream(channel, leave, answered),
  );
}
