import type { AudioStreamListener } from "./carried-recording.ts";
import type { LiveHeard } from "./live-protocol.ts";
import type { Settled } from "./protocol.ts";

/** Who listens to a recording's stream, or to a live one. */
export interface StreamListener extends AudioStreamListener<Settled> {
  /** Of a live stream, in the place of `settled`. */
  heard?(heard: LiveHeard): void;
}
