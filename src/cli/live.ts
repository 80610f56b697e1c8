import { Command, InvalidArgumentError } from "commander";
import { limits } from "../config/limits.ts";
import { ENGINE_SAMPLE_RATE } from "../engine/engine.ts";
import type { LiveStream } from "../engine/live.ts";
import { TiroError } from "../lib/errors.ts";
import { languageOf } from "../lib/languages.ts";
import { samplesOf } from "./live/samples.ts";
import { showOn, showsPartials } from "./live/show.ts";
import { openRecognizer, unpackFolder } from "./support/recognizer.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";
import { STANDARD_INPUT } from "./transcribe/inputs.ts";

const SPEECH_THRESHOLD = 0.5;
const PREFIX_PADDING_MS = 300;
/** A file comes faster than it is heard: it is read no further ahead. */
const AHEAD_SAMPLES = (limits.liveAheadSeconds / 2) * ENGINE_SAMPLE_RATE;
const LOOK_AGAIN_MS = 20;

interface LiveFlags extends SiteFlags {
  language?: string;
  silence: number;
}

export function buildCommand(): Command {
  const command = new Command("live")
    .description("Writes what is spoken while it is spoken, without a server or a database.")
    .argument("<input>", "- for standard input: 16 kHz, one channel, 16 bits, as samples or a WAV file")
    .option("-l, --language <code>", "ISO 639-1 code of the language (default: that of the default pack)")
    .option("--silence <ms>", "how long a silence ends a line", silenceMs, 500);
  return addSiteOptions(command).action(live);
}

async function live(input: string, flags: LiveFlags): Promise<void> {
  if (input !== STANDARD_INPUT)
    throw new TiroError("invalid_request", "tiro live listens to standard input: tiro live -.", {
      hint: "tiro transcribe takes recordings.",
    });
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const { engine, speakers } = openRecognizer({ ...config, data: { dir: unpackFolder(config) } });
  speakers.engine.close();
  const json = flags.json === true;
  try {
    await engine.ready();
    const stream = await engine.openLive({
      language: languageFlag(flags),
      endpointing: {
        threshold: SPEECH_THRESHOLD,
        prefixPaddingMs: PREFIX_PADDING_MS,
        silenceDurationMs: flags.silence,
      },
      partials: showsPartials(process.stdout, json),
      mustAdmit: true,
    });
    await Promise.all([feed(stream), write(stream, json)]);
  } finally {
    await engine.close();
  }
}

async function write({ events }: LiveStream, json: boolean): Promise<void> {
  const show = showOn(process.stdout, json);
  for await (const event of events) show(event);
}

/** Until the input ends, or somebody interrupts it: the words before that are still written. */
async function feed(stream: LiveStream): Promise<void> {
  const reader = Bun.stdin.stream().getReader();
  const interrupt = () => void reader.cancel();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  async function* blocks() {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  try {
    for await (const samples of samplesOf(blocks())) {
      stream.append(samples);
      while (isFarAhead(stream)) await Bun.sleep(LOOK_AGAIN_MS);
    }
    stream.end();
  } catch (fault) {
    await stream.close();
    throw fault;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

function isFarAhead({ position }: LiveStream): boolean {
  return position.receivedSamples - position.settledSamples > AHEAD_SAMPLES;
}

function languageFlag({ language }: LiveFlags): string | null {
  if (language === undefined) return null;
  const code = languageOf(language);
  if (code === null)
    throw new TiroError("invalid_request", `\`${language}\` is no language.`, { param: "language" });
  return code;
}

function silenceMs(value: string): number {
  const ms = Number(value);
  if (Number.isInteger(ms) && ms >= limits.liveSilenceMsMin && ms <= limits.liveSilenceMsMax) return ms;
  throw new InvalidArgumentError(
    `Give milliseconds from ${limits.liveSilenceMsMin} to ${limits.liveSilenceMsMax}.`,
  );
}
