/** The path of a recording from the mouth to the file. */

const RATE = 16_000;

export const SURROUNDINGS = ["clean", "noise", "room"] as const;
export type Surroundings = (typeof SURROUNDINGS)[number];

/** As long as the speech, and as late: the sound that comes first is the direct one. */
export function surroundedBy(
  speech: Float32Array,
  surroundings: Surroundings,
  random: () => number,
): Float32Array {
  if (surroundings === "clean") return speech;
  if (surroundings === "noise") return withNoise(speech, 8 + 12 * random(), random);
  return withNoise(inRoom(speech, random), 20, random);
}

/** White or dark noise. @param decibels by which the speech is louder. */
function withNoise(speech: Float32Array, decibels: number, random: () => number): Float32Array {
  const memory = random() < 0.5 ? 0 : 0.95;
  let last = 0;
  const noise = speech.map(() => {
    last = memory * last + 2 * random() - 1;
    return last;
  });
  const scale = Math.sqrt(power(speech) / power(noise)) / 10 ** (decibels / 20);
  return speech.map((sample, i) => sample + scale * (noise[i] as number));
}

/** Sixty echoes that become fewer and softer: a room in which sound falls by 60 dB in 0.25 to 0.65 s. */
function inRoom(speech: Float32Array, random: () => number): Float32Array {
  const decay = 0.25 + 0.4 * random();
  const heard = Float32Array.from(speech);
  for (let echo = 0; echo < 60; echo++) {
    const delay = Math.floor(random() ** 2 * 0.7 * decay * RATE) + 1;
    const share = (random() - 0.5) * Math.exp((-6.9 * delay) / (decay * RATE));
    for (let i = delay; i < speech.length; i++)
      heard[i] = (heard[i] as number) + share * (speech[i - delay] as number);
  }
  return heard;
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}
