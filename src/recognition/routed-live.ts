/** A live stream with the pack that its language's route names: marks where the pack writes none, and allowed languages only. */
import type { LiveEvent, LiveOptions, LiveSettings, LiveStream } from "../engine/live.ts";
import { languageOf } from "../lib/languages.ts";
import { capabilitiesOf } from "../packs/capabilities.ts";
import { hasMarks, joinWords, type MarkedWord } from "../text/formatting/punctuation/marked-words.ts";
import { codeOf, languageNotAvailable, notAllowed } from "./choose.ts";
import type { InstalledRecognizer } from "./installed-packs.ts";
import type { Lease } from "./loaded-packs.ts";
import { type HeardWord, type MarkOptions, NotPunctuated } from "./punctuator.ts";

export interface RoutedLiveOptions extends LiveOptions {
  /** An organization's; null if all are. */
  allowedLanguages?: readonly string[] | null;
}

interface LiveRoute {
  lease: Lease;
  pack: InstalledRecognizer;
  /** tiro's code of what is spoken; null if it is not known. */
  language: string | null;
  punctuate(words: readonly HeardWord[], options: MarkOptions): Promise<MarkedWord[] | null>;
}

type UtteranceEvent = Extract<LiveEvent, { type: "utterance" }>;

/** Holds the pack until the stream is over. @throws as `LiveEngine.openLive`. */
export async function openRoutedLive(route: LiveRoute, options: RoutedLiveOptions): Promise<LiveStream> {
  const { lease, pack } = route;
  const { allowedLanguages = null, ...others } = options;
  try {
    const language = route.language && codeOf(pack, route.language);
    const stream = await lease.engine.openLive({ ...others, language });
    return routed(stream, route, allowedLanguages, options.signal);
  } catch (fault) {
    lease.release();
    throw fault;
  }
}

function routed(
  stream: LiveStream,
  route: LiveRoute,
  allowed: readonly string[] | null,
  signal: AbortSignal | undefined,
): LiveStream {
  const { pack, lease } = route;
  let told = route.language;
  async function* events(): AsyncGenerator<LiveEvent> {
    try {
      for await (const event of stream.events)
        yield event.type === "utterance" ? await finished(event) : event;
    } finally {
      await close();
    }
  }
  const finished = async (event: UtteranceEvent): Promise<LiveEvent> => {
    const language = event.language === null ? told : languageOf(event.language);
    if (language !== null && allowed && !allowed.includes(language)) throw notAllowed(language, allowed);
    const text = await withMarks(event, language, route, signal);
    return { ...event, language, text, confidence: pack.manifest.decoding.confidence };
  };
  const configure = (settings: Partial<LiveSettings>) => {
    const { language } = settings;
    if (!language) return stream.configure(settings);
    const code = codeOf(pack, language);
    if (code === null) throw languageNotAvailable(language, language);
    if (allowed && !allowed.includes(language)) throw notAllowed(language, allowed);
    told = language;
    return stream.configure({ ...settings, language: code });
  };
  const close = async () => {
    await stream.close();
    lease.release();
  };
  return {
    append: (samples) => stream.append(samples),
    commit: () => stream.commit(),
    clear: () => stream.clear(),
    configure,
    end: () => stream.end(),
    close,
    events: events(),
    get position() {
      return stream.position;
    },
  };
}

/** The text as it is where nothing on the site can do better. */
async function withMarks(
  { text, words }: UtteranceEvent,
  language: string | null,
  { pack, punctuate }: LiveRoute,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (capabilitiesOf(pack.manifest).punctuation || language === null || hasMarks(text)) return text;
  const heard = words.map((word, index) => ({
    text: word.text,
    pauseSeconds: Math.max(0, (words[index + 1]?.startSeconds ?? 0) - word.endSeconds),
  }));
  try {
    const marked = await punctuate(heard, { language, lane: "interactive", ...(signal && { signal }) });
    return marked ? joinWords(marked.map((word) => word.text + word.marks)) : text;
  } catch (error) {
    if (error instanceof NotPunctuated) return text;
    throw error;
  }
}
