/** Sounds without a word, the same on every run: noise of many colours, hum, breath, knocking, engines, and music. */

const RATE = 16_000;
const TURN = 2 * Math.PI;

export interface Noise {
  name: string;
  /** 16 kHz mono, ±1. */
  samples(seconds: number, random: () => number): Float32Array;
}

export const NOISES: readonly Noise[] = [
  { name: "white noise", samples: (seconds, random) => coloured(seconds, random, 0) },
  { name: "room noise", samples: (seconds, random) => coloured(seconds, random, 0.9) },
  { name: "rumble", samples: (seconds, random) => coloured(seconds, random, 0.995) },
  { name: "wind", samples: wind },
  { name: "hum", samples: hum },
  { name: "breath", samples: breath },
  { name: "knocks", samples: knocks },
  { name: "engine", samples: engine },
  { name: "chords", samples: (seconds, random) => music(seconds, random, [0, 4, 7], 1.2) },
  { name: "melody", samples: (seconds, random) => music(seconds, random, [0], 0.35) },
  { name: "drums and bass", samples: drums },
];

function filled(seconds: number, sampleAt: (i: number) => number): Float32Array {
  return Float32Array.from({ length: Math.floor(seconds * RATE) }, (_, i) => sampleAt(i));
}

/** @param memory of a filter with one pole: the nearer to 1, the darker. */
function coloured(seconds: number, random: () => number, memory: number): Float32Array {
  const level = 10 ** (-0.5 - 2 * random());
  const scale = level * Math.sqrt(1 - memory * memory) * Math.sqrt(3);
  let last = 0;
  return filled(seconds, () => {
    last = memory * last + (2 * random() - 1) * scale;
    return last;
  });
}

function wind(seconds: number, random: () => number): Float32Array {
  const noise = coloured(seconds, random, 0.97);
  const [slow, fast] = [0.1 + 0.3 * random(), 0.5 + random()];
  return noise.map((sample, i) => {
    const at = i / RATE;
    return sample * (0.3 + Math.abs(Math.sin(TURN * slow * at) * Math.sin(TURN * fast * at)));
  });
}

function hum(seconds: number, random: () => number): Float32Array {
  const base = random() < 0.5 ? 50 : 60;
  const harmonics = Array.from({ length: 8 }, (_, n) => (0.2 * random()) / (n + 1));
  return filled(seconds, (i) =>
    harmonics.reduce((sum, share, n) => sum + share * Math.sin((TURN * base * (n + 1) * i) / RATE), 0),
  );
}

/** In and out, as near a microphone. */
function breath(seconds: number, random: () => number): Float32Array {
  const noise = coloured(seconds, random, 0.6);
  const period = 2.5 + 2 * random();
  return noise.map((sample, i) => {
    const phase = ((i / RATE) % period) / period;
    const swell = phase < 0.35 ? Math.sin((Math.PI * phase) / 0.35) : 0;
    const out = phase > 0.45 && phase < 0.9 ? 0.6 * Math.sin((Math.PI * (phase - 0.45)) / 0.45) : 0;
    return sample * (swell + out + 0.02);
  });
}

/** Keys of a keyboard, doors, a pen on a table. */
function knocks(seconds: number, random: () => number): Float32Array {
  const samples = coloured(seconds, random, 0.9).map((sample) => sample * 0.02);
  for (let at = 0; at < samples.length; at += Math.floor((0.08 + 0.6 * random() ** 2) * RATE)) {
    const [level, pitch, fall] = [0.1 + 0.5 * random(), 80 + 2500 * random(), 60 + 400 * random()];
    for (let i = 0; i < RATE / 10 && at + i < samples.length; i++)
      samples[at + i] =
        (samples[at + i] as number) +
        level * Math.exp((-fall * i) / RATE) * (Math.sin((TURN * pitch * i) / RATE) + random() - 0.5);
  }
  return samples;
}

function engine(seconds: number, random: () => number): Float32Array {
  const noise = coloured(seconds, random, 0.98);
  const [turns, wobble] = [20 + 60 * random(), 0.05 + 0.2 * random()];
  return noise.map((sample, i) => {
    const at = i / RATE;
    const phase = TURN * turns * (at + 0.02 * Math.sin(TURN * wobble * at));
    return (
      sample + 0.1 * Math.sin(phase) + 0.06 * Math.sin(2 * phase) + 0.03 * Math.sign(Math.sin(3 * phase))
    );
  });
}

const SCALE = [0, 2, 4, 5, 7, 9, 11];

/** Plucked or bowed notes of a scale, with overtones. @param intervals sounded together, in half-tones. */
function music(
  seconds: number,
  random: () => number,
  intervals: readonly number[],
  noteSeconds: number,
): Float32Array {
  const samples = new Float32Array(Math.floor(seconds * RATE));
  const isBowed = random() < 0.5;
  for (let at = 0; at < samples.length; ) {
    const length = Math.floor(noteSeconds * (0.5 + random()) * RATE);
    const step = (SCALE[Math.floor(random() * SCALE.length)] as number) + 12 * Math.floor(2 * random());
    for (const interval of intervals) {
      const hertz = 130.8 * 2 ** ((step + interval) / 12);
      for (let i = 0; i < length && at + i < samples.length; i++) {
        const share = i / length;
        const swell = isBowed ? Math.sin(Math.PI * share) : Math.exp(-4 * share);
        const phase = (TURN * hertz * i) / RATE;
        const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
        samples[at + i] = (samples[at + i] as number) + (0.15 / intervals.length) * swell * tone;
      }
    }
    at += length;
  }
  return samples;
}

function drums(seconds: number, random: () => number): Float32Array {
  const samples = music(seconds, random, [-24], 0.5);
  const beat = Math.floor((0.35 + 0.3 * random()) * RATE);
  for (let at = 0, n = 0; at < samples.length; at += beat, n++) {
    const isSnare = n % 2 === 1;
    for (let i = 0; i < beat && at + i < samples.length; i++) {
      const seconds = i / RATE;
      const kick = Math.sin(TURN * 60 * seconds) * Math.exp(-18 * seconds);
      const snare = (2 * random() - 1) * Math.exp(-25 * seconds);
      samples[at + i] = (samples[at + i] as number) + 0.5 * (isSnare ? snare : kick);
    }
  }
  return samples;
}
