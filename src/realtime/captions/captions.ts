/** The text of one live stream for those who read along: the last minutes of it, in memory alone. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import type { ServerEvent } from "../channel.ts";

/** A piece of speech up to a pause; its text may grow until it is final. */
interface Line {
  id: string;
  text: string;
  is_final: boolean;
  atMs: number;
}

export type Tell = (event: string, data: object) => void;

const TRANSCRIPTION = "conversation.item.input_audio_transcription";

export class Captions {
  readonly id = newId("cap");
  readonly #clock: Clock;
  readonly #tell: Tell;
  readonly #lines: Line[] = [];
  /** Items whose text is still to come: clearing takes nothing from them. */
  readonly #committed = new Set<string>();
  /** Words that may still change. */
  #hearing: { line: string; text: string } | null = null;

  /** @param tell receives the events for readers. */
  constructor(clock: Clock, tell: Tell) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** For those who begin to read now. */
  get shown(): object {
    this.#forget();
    return { lines: this.#lines.map(({ atMs: _, ...line }) => line), hearing: this.#hearing };
  }

  /** The events of the speaker's client, whose words go to readers. */
  hear(event: ServerEvent): void {
    const line = String(event.item_id ?? "");
    if (event.type === "tiro.partial") this.#hear(line, String(event.text));
    if (event.type === `${TRANSCRIPTION}.delta`) this.#add(line, String(event.delta));
    if (event.type === "input_audio_buffer.committed") this.#committed.add(line);
    if (event.type === `${TRANSCRIPTION}.completed`) this.#complete(line, String(event.transcript));
    // Its words stay as far as they were final.
    if (event.type === `${TRANSCRIPTION}.failed`) this.#complete(line, this.#lineOf(line).text);
    if (event.type === "input_audio_buffer.cleared") this.#clear();
  }

  #hear(line: string, text: string): void {
    this.#hearing = { line, text };
    this.#tell("hearing", this.#hearing);
  }

  #add(id: string, text: string): void {
    const line = this.#lineOf(id);
    line.text += text;
    this.#hearing = null;
    this.#tell("words", { line: id, text });
  }

  #complete(id: string, text: string): void {
    const line = this.#lineOf(id);
    line.text = text;
    line.is_final = true;
    this.#committed.delete(id);
    this.#hearing = null;
    if (text === "") this.#lines.splice(this.#lines.indexOf(line), 1);
    this.#tell("line", { line: id, text });
    this.#forget();
  }

  #clear(): void {
    const begun = new Set(this.#lines.flatMap(({ id, is_final }) => (is_final ? [] : [id])));
    if (this.#hearing !== null) begun.add(this.#hearing.line);
    for (const id of begun.difference(this.#committed)) this.#complete(id, "");
  }

  #lineOf(id: string): Line {
    const known = this.#lines.find((line) => line.id === id);
    if (known !== undefined) return known;
    const line = { id, text: "", is_final: false, atMs: this.#clock.monotonic() };
    this.#lines.push(line);
    return line;
  }

  #forget(): void {
    const since = this.#clock.monotonic() - limits.captionsKeptMs;
    const chars = () => this.#lines.reduce((sum, { text }) => sum + text.length, 0);
    while ((this.#lines[0]?.atMs ?? since) < since || chars() > limits.captionsKeptChars) this.#lines.shift();
  }
}
