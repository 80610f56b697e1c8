/** Where recordings are worked on, as `CarriedRecording` and its like see it: processes of this machine, or other machines. */
import type { TiroError } from "../lib/errors.ts";
import type { AudioStream, AudioStreamListener } from "./carried-recording.ts";
import type { EngineState, EngineStatus, Lane } from "./engine.ts";
import type { LiveHeard } from "./live-protocol.ts";
import type { Opening, Settled } from "./protocol.ts";

/** Listens to a stream of any kind; `heard` takes the place of `settled` in a live one. */
export interface HostListener<S> extends AudioStreamListener<S> {
  heard?(heard: LiveHeard): void;
}

/** @typeParam S what settles a part of a recording: words, or who speaks. */
export interface Hosts<S = Settled> {
  readonly state: EngineState;
  /** Why it is not ready, for the operator. */
  readonly problem: string | null;
  readonly processes: EngineStatus["processes"];
  /** The share of its places in use where `open` would put a stream now, 0 if idle; null: it would have to wait. */
  load(lane: Lane): number | null;
  /** Opens a stream as soon as there is a place; rejects when there will be none, or with the signal's reason. */
  open(opening: Opening, listener: HostListener<S>, signal: AbortSignal): Promise<AudioStream>;
  unavailable(): TiroError;
  close(): void;
}
