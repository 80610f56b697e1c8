/** Captions that somebody else speaks, as they come. */
import { signal } from "@preact/signals";
import { downloadAddress, openEvents } from "../../client/api.ts";
import { isStillLoggedIn } from "../../client/session-end.ts";
import { Lines } from "./lines.ts";

/** `gone`: they ended before, or are not for this person. */
export type ReadingState = "opening" | "live" | "away" | "ended" | "gone";

export interface Facts {
  title: string | null;
  speaker: string | null;
  organization: string | null;
  started_at: string;
  is_connected: boolean;
}

export class Reading {
  readonly state = signal<ReadingState>("opening");
  readonly facts = signal<Facts | null>(null);
  readonly endedAt = signal<Date | null>(null);
  readonly lines = new Lines();
  readonly #source: EventSource;

  constructor(captions: string) {
    this.#source = openEvents(downloadAddress("/v1/realtime/captions/{captions}", { captions }));
    this.#on<Facts & Parameters<Lines["take"]>[0]>("captions", (told) => {
      this.facts.value = told;
      this.lines.take(told);
      this.#connected(told.is_connected);
    });
    this.#on<{ line: string; text: string }>("hearing", ({ line, text }) => this.lines.hear(line, text));
    this.#on<{ line: string; text: string }>("words", ({ line, text }) => this.lines.add(line, text));
    this.#on<{ line: string; text: string }>("line", ({ line, text }) => this.lines.complete(line, text));
    this.#on<{ is_connected: boolean }>("connection", (told) => this.#connected(told.is_connected));
    this.#on<{ at: string }>("ended", ({ at }) => {
      this.endedAt.value = new Date(at);
      this.state.value = "ended";
      this.lines.hearing.value = null;
      this.close();
    });
    this.#source.onerror = () => {
      if (this.state.value === "ended") return;
      if (this.#source.readyState === EventSource.CLOSED) void this.#refused();
      else this.#connected(false);
    };
  }

  close(): void {
    this.#source.close();
  }

  #connected(isConnected: boolean): void {
    this.lines.away(!isConnected);
    if (isConnected || this.state.value !== "opening") this.state.value = isConnected ? "live" : "away";
  }

  /** The browser does not say why. Somebody who is logged out is led to the log-in, and back. */
  async #refused(): Promise<void> {
    if (await isStillLoggedIn().catch(() => true)) this.state.value = "gone";
  }

  #on<Data>(type: string, listener: (data: Data) => void): void {
    this.#source.addEventListener(type, ({ data }: MessageEvent<string>) =>
      listener(JSON.parse(data) as Data),
    );
  }
}
