/**
 * Sentences read by Debian's synthetic voices, which know when each of their words begins: flite and espeak-ng through their
 * libraries, festival through a script. A voice that is not installed is left out.
 */
import { CString, dlopen, JSCallback, type Pointer, ptr, read } from "bun:ffi";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { wavFloats } from "../starter.ts";

/** One sentence as it was spoken; 16 kHz mono. */
export interface TimedSpeech {
  samples: Float32Array;
  words: TimedWord[];
}

export interface TimedWord {
  text: string;
  startSeconds: number;
}

export interface TimedVoice {
  name: string;
  speak(sentence: string): TimedSpeech;
}

const RATE = 16_000;
const FIRST_SOUND = "R:SylStructure.daughter1.daughter1.R:Segment.p.end";
const FLITE_VOICES = ["slt", "rms", "awb", "kal16"];
const FESTIVAL_VOICES = ["ked_diphone", "kal_diphone", "cmu_us_slt_arctic_hts"];
/** Languages of espeak-ng with a speed in words a minute. */
const ESPEAK_VOICES = [
  ["en-gb", 150],
  ["en-us", 190],
] as const;

export function timedVoices(): TimedVoice[] {
  return [flite, festival, espeak].flatMap((open) => {
    try {
      return open();
    } catch (error) {
      console.log(`no voices of ${open.name}: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function flite(): TimedVoice[] {
  const { symbols: lib } = dlopen("libflite.so.1", {
    flite_init: { args: [], returns: "i32" },
    flite_synth_text: { args: ["ptr", "ptr"], returns: "ptr" },
    utt_relation: { args: ["ptr", "ptr"], returns: "ptr" },
    relation_head: { args: ["ptr"], returns: "ptr" },
    item_next: { args: ["ptr"], returns: "ptr" },
    item_feat_string: { args: ["ptr", "ptr"], returns: "ptr" },
    ffeature_float: { args: ["ptr", "ptr"], returns: "f32" },
    utt_wave: { args: ["ptr"], returns: "ptr" },
    cst_wave_save_riff: { args: ["ptr", "ptr"], returns: "i32" },
    delete_utterance: { args: ["ptr"], returns: "void" },
  });
  lib.flite_init();
  return FLITE_VOICES.map((name) => {
    const register = `register_cmu_us_${name}` as const;
    const { symbols } = dlopen(`libflite_cmu_us_${name}.so.1`, {
      [register]: { args: ["ptr"], returns: "ptr" },
    });
    const voice = symbols[register]?.(null) as Pointer;
    const speak = (sentence: string): TimedSpeech => {
      const utterance = lib.flite_synth_text(text(sentence), voice);
      const words: TimedWord[] = [];
      let item = lib.relation_head(lib.utt_relation(utterance, text("Word")));
      for (; item !== null; item = lib.item_next(item)) {
        const name = new CString(lib.item_feat_string(item, text("name")) as Pointer).toString();
        words.push({ text: name, startSeconds: lib.ffeature_float(item, text(FIRST_SOUND)) });
      }
      const samples = inFile((path) => lib.cst_wave_save_riff(lib.utt_wave(utterance), text(path)));
      lib.delete_utterance(utterance);
      return { samples, words };
    };
    return { name: `flite ${name}`, speak };
  });
}

function festival(): TimedVoice[] {
  if (Bun.which("festival") === null) throw new Error("the program is not installed");
  const { stdout } = Bun.spawnSync(["festival", "--pipe"], { stdin: Buffer.from("(print (voice.list))") });
  const installed = stdout.toString();
  return FESTIVAL_VOICES.filter((name) => installed.includes(name)).map((name) => ({
    name: `festival ${name}`,
    speak(sentence) {
      const words: TimedWord[] = [];
      const samples = inFile((path) => {
        const script = `(voice_${name})
(set! u (utt.synth (Utterance Text ${JSON.stringify(sentence)})))
(mapcar (lambda (w) (format t "%s\\t%f\\n" (item.name w) (item.feat w "R:SylStructure.daughter1.daughter1.segment_start")))
  (utt.relation.items u 'Word))
(utt.save.wave u ${JSON.stringify(path)} 'riff)`;
        writeFileSync(`${path}.scm`, script);
        const { stdout } = Bun.spawnSync(["festival", "-b", `${path}.scm`]);
        for (const line of stdout.toString().trim().split("\n")) {
          const [text = "", startSeconds] = line.split("\t");
          words.push({ text, startSeconds: Number(startSeconds) });
        }
      });
      return { samples, words };
    },
  }));
}

/** `espeak_EVENT`: type, identifiers, place and length in the text, milliseconds of audio. */
const EVENT_BYTES = 40;
const EVENT = { type: 0, place: 8, length: 12, milliseconds: 16 };
const WORD_EVENT = 1;
const SYNCHRONOUS = 2;
const UTF8 = 1;
const RATE_PARAMETER = 1;

function espeak(): TimedVoice[] {
  const { symbols: lib } = dlopen("libespeak-ng.so.1", {
    espeak_Initialize: { args: ["i32", "i32", "ptr", "i32"], returns: "i32" },
    espeak_SetSynthCallback: { args: ["ptr"], returns: "void" },
    espeak_SetVoiceByName: { args: ["ptr"], returns: "i32" },
    espeak_SetParameter: { args: ["i32", "i32", "i32"], returns: "i32" },
    espeak_Synth: {
      args: ["ptr", "u64", "u32", "i32", "u32", "u32", "ptr", "ptr"],
      returns: "i32",
    },
  });
  const rate = lib.espeak_Initialize(SYNCHRONOUS, 0, null, 0);
  let blocks: Int16Array[] = [];
  let heard: { place: number; length: number; milliseconds: number }[] = [];
  const callback = new JSCallback(
    (wave: Pointer | null, count: number, events: Pointer) => {
      if (wave !== null && count > 0)
        blocks.push(Int16Array.from({ length: count }, (_, i) => read.i16(wave, 2 * i)));
      for (let at = 0; read.i32(events, at + EVENT.type) !== 0; at += EVENT_BYTES) {
        if (read.i32(events, at + EVENT.type) !== WORD_EVENT) continue;
        const [place, length, milliseconds] = [EVENT.place, EVENT.length, EVENT.milliseconds].map((field) =>
          read.i32(events, at + field),
        ) as [number, number, number];
        heard.push({ place, length, milliseconds });
      }
      return 0;
    },
    { args: ["ptr", "i32", "ptr"], returns: "i32" },
  );
  lib.espeak_SetSynthCallback(callback.ptr);
  return ESPEAK_VOICES.map(([name, speed]) => ({
    name: `espeak-ng ${name}`,
    speak(sentence) {
      blocks = [];
      heard = [];
      lib.espeak_SetVoiceByName(text(name));
      lib.espeak_SetParameter(RATE_PARAMETER, speed, 0);
      const said = text(sentence);
      lib.espeak_Synth(said, BigInt(said.length), 0, 1, 0, UTF8, ptr(new Uint8Array(8)), null);
      const words = heard.map(({ place, length, milliseconds }) => ({
        text: sentence.slice(place - 1, place - 1 + length),
        startSeconds: milliseconds / 1000,
      }));
      const all = Float32Array.from(
        blocks.flatMap((block) => [...block]),
        (sample) => sample / 32_768,
      );
      return { samples: resampled(all, rate), words };
    },
  }));
}

function inFile(write: (path: string) => unknown): Float32Array {
  using folder = temporaryFolder();
  const path = join(folder.path, "speech.wav");
  write(path);
  return resampled(wavFloats(path), readFileSync(path).readUInt32LE(24));
}

/** By straight lines after a mean over what one new sample stands for: the voices have little above 8 kHz. */
function resampled(samples: Float32Array, rate: number): Float32Array {
  if (rate === RATE) return samples;
  const step = rate / RATE;
  const half = Math.max(Math.round(step / 2), 0);
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const at = i * step;
    let sum = 0;
    for (let k = -half; k <= half; k++) {
      const place = at + k;
      const whole = Math.floor(place);
      const [a, b] = [samples[whole] ?? 0, samples[whole + 1] ?? 0];
      sum += a + (b - a) * (place - whole);
    }
    return sum / (2 * half + 1);
  });
}
