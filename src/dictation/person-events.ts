/** Events of a person's history, customizations and settings. */
import type { EventSink } from "../work/events/hub.ts";
import { topics } from "../work/events/topics.ts";

interface EventDeps {
  events: EventSink;
}

interface ChangedSession {
  userId: string;
  /** Through which it was made; null if it was with a key of the person's own. */
  organizationId: string | null;
  sessionId: string;
}

export function publishSession(
  { events }: EventDeps,
  change: "made" | "corrected",
  { userId, organizationId, sessionId }: ChangedSession,
): void {
  const own = topics.dictations(userId);
  const heardBy = organizationId === null ? [own] : [own, topics.dictationsThrough(organizationId, userId)];
  events.publish(heardBy, "dictation", { session_id: sessionId, change });
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

/** Of a person's own. */
export function publishTemplate(
  { events }: EventDeps,
  userId: string,
  change: { templateId: string; change: "added" | "changed" | "removed" },
): void {
  events.publish([topics.customizations(userId)], "template", {
    id: change.templateId,
    change: change.change,
  });
}
