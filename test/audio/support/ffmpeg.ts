/** The native ffmpeg, which builds test files and says what they hold. Tests that need it are skipped without it. */
import { SAMPLE_RATE } from "../../../src/audio/audio.ts";

export const hasFfmpeg = Bun.which("ffmpeg") !== null;
if (!hasFfmpeg) console.log("ffmpeg is not installed: the tests that build media files with it are skipped");

/** Runs ffmpeg in `folder` and returns its standard output. @throws with the end of its messages where it fails. */
export function ffmpeg(folder: string, args: string[]): Uint8Array {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  if (exitCode !== 0) throw new Error(`ffmpeg ${args.join(" ")}: ${stderr.toString().slice(-2000)}`);
  return stdout;
}

/** ffmpeg's decoding of a file's first audio track: 16 kHz mono, mixed down so that nothing clips. */
export function decodeWithFfmpeg(folder: string, file: string): Int16Array {
  const mix = `aresample=${SAMPLE_RATE}:ochl=mono:rematrix_maxval=1.0`;
  const output = ["-map", "0:a:0", "-af", mix, "-c:a", "pcm_s16le", "-f", "s16le", "-"];
  const bytes = ffmpeg(folder, ["-threads", "1", "-i", file, ...output]);
  return new Int16Array(bytes.slice().buffer, 0, Math.floor(bytes.byteLength / 2));
}

/**
 * A source for ffmpeg: a rising tone under a slow beat, with a second tone. Every moment differs from every
 * other, so that a shift, a gap or a repeated block shows in the correlation.
 */
export function testSignal(seconds: number, sampleRate: number, channels = 1): string[] {
  const level = "(0.55+0.4*sin(2*PI*2.3*t+t*t/9))";
  const tones = "(0.35*sin(2*PI*(220+120*t)*t)+0.15*sin(2*PI*(610+37*t)*t))";
  // Stereo carries different sounds, or a wrong mix would not show; more channels carry copies.
  const second = channels === 2 ? `${level}*0.3*sin(2*PI*(430+90*t)*t)` : `${level}*${tones}`;
  const all = [`${level}*${tones}`, ...Array.from({ length: channels - 1 }, () => second)].join("|");
  const layout = channels === 6 ? ":c=5.1" : "";
  return ["-f", "lavfi", "-i", `aevalsrc='${all}':s=${sampleRate}:d=${seconds}${layout}`];
}
