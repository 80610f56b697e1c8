/**
 * A live stream of the server (`/v1/realtime`): sound goes out as it is heard, and words come back. Sound waits while there
 * is no connection. A lost connection is taken up again, and continues where the server stopped hearing.
 */
import { signal } from "@preact/signals";
import { realtimeLimits } from "../../config/limits/realtime.ts";
import type { TextRange } from "../../lib/text-ranges.ts";
import { call, type Schemas } from "./api.ts";
import { ApiFault } from "./fault.ts";
import { ownAddress } from "./session.ts";

/** `away`: it was open, and its connection is lost. `over`: it will not be open again. */
type LiveState = "opening" | "open" | "away" | "over";

/** The server's events as they are used here; others have a type alone. */
export interface LiveEvent {
  type: string;
  event_id?: string;
  item_id?: string;
  delta?: string;
  text?: string;
  transcript?: string;
  session?: { id: string };
  audio_received_bytes?: number;
  /** Who read along with captions. */
  viewers?: number;
  /** That the stream became; null if it could not be made. */
  recording?: { id: string } | null;
  /** Of a dictation: its result, and the places of words that may be misheard. */
  dictation?: Schemas["DictationResult"];
  unsure_words?: TextRange[];
}

export interface LiveStreamOptions {
  intent: "transcription" | "dictation";
  /** The session's settings; those that the server's secret knows, and those of the stream alone. */
  session: { audio: LiveInput; tiro: object };
  onEvent: (event: LiveEvent) => void;
}

interface LiveInput {
  transcription?: { language?: string };
  turn_detection: { type: "server_vad"; silence_duration_ms: number } | null;
}

type Samples = Int16Array<ArrayBuffer>;

const BYTES_PER_SECOND = 32_000;
/** Sent at once: a tenth of a second, or half a second of what has waited. */
const LEAST_BYTES = BYTES_PER_SECOND / 10;
const MOST_BYTES = BYTES_PER_SECOND / 2;
/** The server takes no more ahead of its recognizer. */
const KEPT_BYTES = 120 * BYTES_PER_SECOND;
const SECRET_SECONDS = 30;
const RETRY_MS = 1_000;
/** A network that is gone says nothing: after so long the server is asked whether it is there, and after twice as long it is not. */
const QUIET_MS = 5_000;
/** RFC 6455: a code of one's own. The server waits for a client that did not say goodbye. */
const LOST = 4_000;
const GOODBYE = 1_000;
/** With these the server says that the stream is over. */
const OVER: ReadonlySet<number> = new Set([1000, 1008, 1011, 1012]);

export class LiveStream {
  readonly state = signal<LiveState>("opening");
  readonly #options: LiveStreamOptions;
  #tiro: object;
  #socket: WebSocket | null = null;
  #id: string | null = null;
  #lastEvent = "";
  #heardAtMs = 0;
  readonly #watch: ReturnType<typeof setInterval>;
  readonly #leaving = new AbortController();
  #wake = () => {};
  /** Sound that the server may lack, beginning at the byte `#keptFrom` of all. */
  #kept: Samples[] = [];
  #keptFrom = 0;
  #added = 0;
  #sent = 0;
  #isCommitted = false;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.#tiro = options.session.tiro;
    this.#watch = setInterval(() => this.#look(), RETRY_MS);
    const { signal } = this.#leaving;
    addEventListener("offline", () => this.#lost(), { signal });
    addEventListener("online", () => this.#wake(), { signal });
    void this.#open();
  }

  /** As it is heard. */
  add(samples: Samples): void {
    if (this.state.value === "over" || samples.length === 0) return;
    this.#kept.push(samples);
    this.#added += samples.byteLength;
    this.#sendSound(LEAST_BYTES);
    this.#forget();
  }

  /** Ends the utterance so far. @param tiro settings that count for it. */
  commit(tiro: object): void {
    this.#tiro = tiro;
    this.#isCommitted = true;
    if (this.state.value === "open") this.#sendRest();
  }

  /** Nothing of it is to be kept. */
  forget(): void {
    if (this.state.value === "open")
      this.#send({ type: "session.update", session: { type: "transcription", tiro: { recording: null } } });
    this.close();
  }

  /** Nothing more comes: the server names the recording that it becomes, and closes it. */
  finish(): void {
    if (this.state.value === "open") this.#send({ type: "tiro.end" });
    else this.close();
  }

  /** Nothing more is wanted of it. */
  close(): void {
    this.#end(GOODBYE);
  }

  /** Does not wait for the next try. */
  retry(): void {
    this.#wake();
  }

  async #open(): Promise<void> {
    const { intent } = this.#options;
    // A browser does not say why a stream was refused: the holder of the sound sends it another way.
    if ((await this.#connect(`intent=${intent}`)) !== "open") this.#end(GOODBYE);
  }

  /** As long as the server waits. */
  async #resume(): Promise<void> {
    const until = performance.now() + realtimeLimits.liveResumeMs;
    let refused = 0;
    while (this.state.value === "away" && performance.now() < until && refused < 2) {
      const found = await this.#connect(`stream=${this.#id}&after=${this.#lastEvent}`);
      if (found === "open") return;
      if (found === "refused") refused += 1;
      await this.#mayBeBack();
    }
    if (this.state.value === "away") this.#end(LOST);
  }

  /** A browser cannot distinguish a refusal from a lost network; the secret, which comes before, can. */
  async #connect(query: string): Promise<"open" | "refused" | "unreachable"> {
    try {
      const secret = await this.#secret();
      const isOpen = this.state.value !== "over" && (await this.#openSocket(query, secret));
      return isOpen ? "open" : "refused";
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      return error.status === 0 || error.status >= 500 ? "unreachable" : "refused";
    }
  }

  async #secret(): Promise<string> {
    const { audio } = this.#options.session;
    const session = { type: "transcription", audio: { input: inputOf(audio) } };
    const body = { session, expires_after: { seconds: SECRET_SECONDS } };
    return (await call("POST /v1/realtime/client_secrets", { body })).value;
  }

  #openSocket(query: string, secret: string): Promise<boolean> {
    const address = new URL(ownAddress(`/v1/realtime?${query}`), location.href);
    address.protocol = location.protocol.replace("http", "ws");
    const socket = new WebSocket(address, ["realtime", `openai-insecure-api-key.${secret}`]);
    this.#socket = socket;
    return new Promise((resolve) => {
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        if (socket !== this.#socket) return;
        const event = JSON.parse(data) as LiveEvent;
        this.#hear(event);
        if (event.session !== undefined) resolve(true);
      };
      socket.onclose = ({ code }) => {
        resolve(false);
        if (socket !== this.#socket || this.state.value === "opening") return;
        if (OVER.has(code)) this.#end(GOODBYE);
        else this.#lost();
      };
    });
  }

  #hear(event: LiveEvent): void {
    this.#heardAtMs = performance.now();
    if (event.event_id !== undefined) this.#lastEvent = event.event_id;
    if (event.type === "session.created" || event.type === "tiro.resumed") this.#goOn(event);
    this.#options.onEvent(event);
  }

  #goOn({ session, audio_received_bytes = 0 }: LiveEvent): void {
    this.#id = session?.id ?? this.#id;
    if (audio_received_bytes < this.#keptFrom) {
      this.#end(GOODBYE);
      return;
    }
    this.#sent = audio_received_bytes;
    this.state.value = "open";
    this.#update();
    if (this.#isCommitted) this.#sendRest();
    else this.#sendSound(LEAST_BYTES);
  }

  /** A commit that the server had before the connection was lost is refused the second time, and changes nothing. */
  #sendRest(): void {
    this.#sendSound(1);
    this.#update();
    this.#send({ type: "input_audio_buffer.commit" });
  }

  #update(): void {
    const { audio } = this.#options.session;
    const session = { type: "transcription", audio: { input: inputOf(audio) }, tiro: this.#tiro };
    this.#send({ type: "session.update", session });
  }

  #sendSound(leastBytes: number): void {
    while (this.state.value === "open" && this.#added - this.#sent >= leastBytes) {
      const audio = this.#bytes(this.#sent, Math.min(this.#added, this.#sent + MOST_BYTES));
      this.#sent += audio.length;
      this.#send({ type: "input_audio_buffer.append", audio: btoa(String.fromCharCode(...audio)) });
    }
  }

  /** Of all sound, as far as it is kept. */
  #bytes(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    let at = this.#keptFrom;
    for (const piece of this.#kept) {
      const [begin, end] = [Math.max(from, at), Math.min(to, at + piece.byteLength)];
      if (begin < end)
        bytes.set(new Uint8Array(piece.buffer, piece.byteOffset + begin - at, end - begin), begin - from);
      at += piece.byteLength;
    }
    return bytes;
  }

  #forget(): void {
    while (this.#added - this.#keptFrom > KEPT_BYTES) this.#keptFrom += this.#kept.shift()?.byteLength ?? 0;
  }

  #send(message: object): void {
    // One that is closing already takes nothing; the rest is sent again by the next.
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #look(): void {
    if (this.state.value !== "open") return;
    const quietMs = performance.now() - this.#heardAtMs;
    if (quietMs > 2 * QUIET_MS) this.#lost();
    // Answered by `session.updated`.
    else if (quietMs > QUIET_MS) this.#send({ type: "session.update", session: { type: "transcription" } });
  }

  #lost(): void {
    if (this.state.value !== "open") return;
    this.state.value = "away";
    this.#drop(LOST);
    void this.#resume();
  }

  #end(code: number): void {
    if (this.state.value === "over") return;
    this.state.value = "over";
    clearInterval(this.#watch);
    this.#leaving.abort();
    this.#kept = [];
    this.#drop(code);
  }

  #drop(code: number): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(code);
  }

  #mayBeBack(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, RETRY_MS);
    });
  }
}

function inputOf(audio: LiveInput) {
  return { ...audio, format: { type: "audio/pcm", rate: 16_000 } } as const;
}
