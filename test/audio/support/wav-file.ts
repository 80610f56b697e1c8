/** Small WAV files without ffmpeg: a 440 Hz tone in 16-bit PCM. */

export interface WavOptions {
  seconds: number;
  sampleRate: number;
  channels?: number;
}

export function wavFile({ seconds, sampleRate, channels = 1 }: WavOptions): Uint8Array {
  const frames = Math.round(seconds * sampleRate);
  const file = Buffer.alloc(44 + frames * channels * 2);
  wavHeader({ sampleRate, channels, dataBytes: frames * channels * 2 }).copy(file);
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(12_000 * Math.sin((2 * Math.PI * 440 * frame) / sampleRate));
    for (let channel = 0; channel < channels; channel++) {
      file.writeInt16LE(value, 44 + (frame * channels + channel) * 2);
    }
  }
  return file;
}

/** A header that claims anything, true or not. */
export function wavHeader({
  sampleRate,
  channels,
  dataBytes,
}: {
  sampleRate: number;
  channels: number;
  dataBytes: number;
}): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE((36 + dataBytes) >>> 0, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE((sampleRate * channels * 2) >>> 0, 28);
  header.writeUInt16LE((channels * 2) & 0xffff, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes >>> 0, 40);
  return header;
}
