/** What happens to a person's history, customizations and settings, for those who listen. */
import type { EventSink } from "../work/events/hub.ts";
import { topics } from "../work/events/topics.ts";

interface EventDeps {
  events: EventSink;
}

/** @param organizationId through which it was made; null where it was with a key of the person's own. */
export function publishCreated(
  { events }: EventDeps,
  { userId, organizationId, sessionId }: { userId: string; organizationId: string | null; sessionId: string },
): void {
  const own = topics.dictations(userId);
  const heardBy = organizationId === null ? [own] : [own, topics.dictationsThrough(organizationId, userId)];
  events.publish(heardBy, "dictation", { session_id: sessionId, change: "made" });
}

export function publishErased({ events }: EventDeps, userId: string, sessionId: string | null): void {
  events.publish([topics.dictations(userId)], "dictation", { session_id: sessionId, change: "erased" });
}

export function publishCustomizations({ events }: EventDeps, userId: string, revision: number): void {
  events.publish([topics.customizations(userId)], "customizations", { revision });
}

export function publishSettings({ events }: EventDeps, userId: string): void {
  events.publish([topics.customizations(userId)], "settings", {});
}
