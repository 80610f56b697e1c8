/** `bun run media-module ARCHIVE [OUTFILE]`: compiles FFmpeg's audio half to WebAssembly. README.md says what it takes. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { limits } from "../../src/config/limits.ts";

/** Of `ffmpeg_7.1.5.orig.tar.xz`. */
const ARCHIVE_SHA256 = "de668509caf9e35e3cd162473441fdb29538c6d96ed080292b3cf9e6fc5d558f";
const CHECKED_IN = join(import.meta.dir, "../../src/audio/host/ffmpeg.wasm");

const TARGET = "--target=wasm32-wasi --sysroot=/usr";
const FEATURES = "-msimd128 -mnontrapping-fptoint -msign-ext -mbulk-memory";

const CONFIGURE = [
  "--cc=clang-19 --ld=clang-19 --ar=llvm-ar-19 --nm=llvm-nm-19 --ranlib=llvm-ranlib-19",
  "--enable-cross-compile --target-os=none --arch=wasm32",
  `--extra-cflags="${TARGET} ${FEATURES}" --extra-ldflags="${TARGET}" --optflags=-O3`,
  "--disable-all --disable-everything --disable-autodetect --disable-network --disable-pthreads --disable-debug",
  "--disable-stripping --disable-asm --disable-inline-asm --disable-iconv --disable-runtime-cpudetect",
  "--enable-fast-unaligned --enable-avcodec --enable-avformat --enable-avutil --enable-swresample",
  "--enable-demuxer=flac,matroska,mov,mp3,ogg",
  "--enable-decoder=aac,alac,flac,mp1float,mp2float,mp3float,opus,vorbis,wavpack,pcm_s16le,pcm_s24le",
  "--enable-parser=aac,flac,mpegaudio,opus,vorbis",
].join(" ");

const LINK = [
  `clang-19 ${TARGET} -mexec-model=reactor -O3 media.o -o ffmpeg.wasm`,
  "-Llibavformat -Llibavcodec -Llibswresample -Llibavutil -lavformat -lavcodec -lswresample -lavutil -lwasi-emulated-process-clocks",
  `-Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576,--max-memory=${limits.mediaModuleBytes}`,
].join(" ");

/** @throws if the archive is another one, or a step fails. */
function buildMediaModule(archive: string, outfile: string): void {
  const sha256 = new Bun.CryptoHasher("sha256").update(readFileSync(archive)).digest("hex");
  if (sha256 !== ARCHIVE_SHA256) throw new Error(`${archive} is not FFmpeg 7.1.5: its SHA-256 is ${sha256}`);
  const folder = mkdtempSync(join(tmpdir(), "tiro-media-module-"));
  try {
    run(folder, `tar -xf "${archive}" --strip-components=1`);
    // Inside the sources: from outside, the headers' whole paths would get into the module.
    run(folder, `./configure ${CONFIGURE}`);
    // FFmpeg does not know this processor: it counts leading zeros and works with 64 bits in one instruction.
    const config = readFileSync(join(folder, "config.h"), "utf8");
    writeFileSync(join(folder, "config.h"), config.replace(/(HAVE_FAST_(CLZ|64BIT)) 0/g, "$1 1"));
    run(folder, `make -j${navigator.hardwareConcurrency}`);
    copyFileSync(join(import.meta.dir, "media.c"), join(folder, "media.c"));
    run(folder, `clang-19 ${TARGET} ${FEATURES} -O3 -std=c17 -Wall -I. -c media.c`);
    run(folder, LINK);
    writeFileSync(outfile, readFileSync(join(folder, "ffmpeg.wasm")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(cwd: string, command: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", command], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (exitCode !== 0) throw new Error(`${command}: ${stderr.toString().slice(-4_000)}`);
}

const [archive, outfile = CHECKED_IN] = process.argv.slice(2);
if (!archive) throw new Error("usage: bun run media-module ARCHIVE [OUTFILE]");
buildMediaModule(resolve(archive), outfile);
const bytes = readFileSync(outfile);
console.log(
  `${outfile}: ${bytes.length} bytes, SHA-256 ${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}`,
);
