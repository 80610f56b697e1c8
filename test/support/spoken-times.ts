/** Committed recordings of which it is known when each word begins. */

/** When each word begins, in seconds, as reported by the flite voices that read them. */
export const SPOKEN: Readonly<Record<string, readonly (readonly [word: string, seconds: number])[]>> = {
  "synth_02_rms.wav": [
    ["The", 0.18],
    ["meeting", 0.34],
    ["has", 0.66],
    ["been", 0.87],
    ["moved", 1.19],
    ["to", 1.49],
    ["Thursday,", 1.62],
    ["at", 2.19],
    ["half", 2.38],
    ["past", 2.64],
    ["two.", 3.18],
  ],
  "synth_04_rms.wav": [
    ["We", 0.14],
    ["need", 0.38],
    ["25", 0.66],
    ["chairs", 1.45],
    ["for", 1.85],
    ["the", 2.06],
    ["conference", 2.16],
    ["room", 2.81],
    ["on", 3.24],
    ["the", 3.43],
    ["2nd", 3.49],
    ["floor.", 3.95],
  ],
  "synth_07_slt.wav": [
    ["The", 0.17],
    ["total", 0.27],
    ["cost", 0.54],
    ["is", 0.97],
    ["$450.", 1.1],
  ],
};
