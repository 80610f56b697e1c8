/** A media file opened with FFmpeg's demuxer: its audio track, packet by packet. */
import type { ByteSource } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { freeThrough, type LibavModule, type Pointer, readText, withText } from "./libav-module.ts";

/** FFmpeg's names of its demuxers. */
export type InputFormat = "mov" | "matroska" | "ogg" | "flac" | "mp3";

export interface TrackInfo {
  parameters: Pointer;
  codecId: number;
  codec: string;
  sampleRate: number;
  channels: number;
  durationSeconds: number | null;
}

const MEDIA_TYPE_AUDIO = 1;
const DISCARD_ALL = 48;
const ERROR_END_OF_FILE = -0x20464f45;
/** `AV_NOPTS_VALUE`, of which the upper half is enough. */
const NO_DURATION_HIGH = -0x80000000;
/** Read ahead: an index at the end of the file and the samples at its start are each one read. */
const BLOCK_BYTES = 256 * 1024;

let inputs = 0;

export class LibavInput {
  readonly track: TrackInfo;
  readonly #name = `input-${inputs++}`;
  readonly #context: Pointer;
  readonly #trackIndex: number;
  readonly #packet: Pointer;

  /** Throws `invalid_audio` where the file cannot be opened or has no audio track. */
  constructor(
    private readonly module: LibavModule,
    source: ByteSource,
    format: InputFormat,
  ) {
    module.onblockread = (name, position) => {
      module.ff_block_reader_dev_send(name, position, source.read(position, BLOCK_BYTES));
    };
    module.mkblockreaderdev(this.#name, source.bytes);
    const inputFormat = withText(module, format, (name) => module._av_find_input_format(name));
    this.#context = withText(module, this.#name, (name) =>
      module._avformat_open_input_js(name, inputFormat, 0),
    );
    if (this.#context === 0) throw invalidAudio("The file cannot be decoded: its header is damaged.");
    module._avformat_find_stream_info(this.#context, 0);
    this.#trackIndex = this.#chooseTrack();
    this.track = this.#describe(module._AVFormatContext_streams_a(this.#context, this.#trackIndex));
    this.#packet = module._av_packet_alloc();
  }

  /** The first audio track; nothing is read of any other. */
  #chooseTrack(): number {
    const { module } = this;
    const streams = Array.from({ length: module._AVFormatContext_nb_streams(this.#context) }, (_, index) =>
      module._AVFormatContext_streams_a(this.#context, index),
    );
    const isAudio = (stream: Pointer) =>
      module._AVCodecParameters_codec_type(module._AVStream_codecpar(stream)) === MEDIA_TYPE_AUDIO;
    const chosen = streams.findIndex(isAudio);
    if (chosen < 0) throw invalidAudio("The file has no audio track.");
    streams.forEach((stream, index) => {
      if (index !== chosen) module._AVStream_discard_s(stream, DISCARD_ALL);
    });
    return chosen;
  }

  #describe(stream: Pointer): TrackInfo {
    const { module } = this;
    const parameters = module._AVStream_codecpar(stream);
    const codecId = module._AVCodecParameters_codec_id(parameters);
    return {
      parameters,
      codecId,
      codec: readText(module, module._avcodec_get_name(codecId)),
      sampleRate: module._AVCodecParameters_sample_rate(parameters),
      channels: module._AVCodecParameters_ch_layout_nb_channels(parameters),
      durationSeconds: this.#durationSeconds(stream),
    };
  }

  #durationSeconds(stream: Pointer): number | null {
    const { module } = this;
    const high = module._AVStream_durationhi(stream);
    const ticks = high * 2 ** 32 + (module._AVStream_duration(stream) >>> 0);
    if (high === NO_DURATION_HIGH || ticks <= 0) return null;
    return (ticks * module._AVStream_time_base_num(stream)) / module._AVStream_time_base_den(stream);
  }

  /** Each packet of the track, valid until the next one is asked for. Throws where reading fails before the end. */
  *packets(): Generator<Pointer> {
    const { module } = this;
    for (;;) {
      const result = module._av_read_frame(this.#context, this.#packet);
      if (result === ERROR_END_OF_FILE) return;
      if (result < 0) throw new Error(`av_read_frame: ${result}`);
      if (module._AVPacket_stream_index(this.#packet) === this.#trackIndex) yield this.#packet;
      module._av_packet_unref(this.#packet);
    }
  }

  close(): void {
    const { module } = this;
    freeThrough(module, module._av_packet_free, this.#packet);
    freeThrough(module, module._avformat_close_input, this.#context);
    module.unlink(this.#name);
  }
}
