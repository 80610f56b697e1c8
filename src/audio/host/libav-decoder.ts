/** FFmpeg's decoder for one audio track. */
import { FrameMixer, type MonoFrame } from "./libav-frame.ts";
import type { TrackInfo } from "./libav-input.ts";
import { freeThrough, type LibavModule, type Pointer, withText } from "./libav-module.ts";

/** `AVCodecID`. */
const MP1 = 0x1503a;
const MP2 = 0x15000;
const MP3 = 0x15001;

/** `AV_PKT_DATA_SKIP_SAMPLES`: with this a container takes away what its encoder filled up. */
const SKIP_SAMPLES = 11;

/** A packet's content, to be decoded by another module. */
export function copyPacket(
  module: LibavModule,
  packet: Pointer,
): { bytes: Uint8Array; skip: Uint8Array | null } {
  const copy = (start: Pointer, bytes: number) => module.HEAPU8.slice(start, start + bytes);
  const list = module._AVPacket_side_data(packet);
  const indexes = Array.from({ length: module._AVPacket_side_data_elems(packet) }, (_, index) => index);
  const found = indexes.find((index) => module._AVPacketSideData_type(list, index) === SKIP_SAMPLES);
  return {
    bytes: copy(module._AVPacket_data(packet), module._AVPacket_size(packet)),
    skip:
      found === undefined
        ? null
        : copy(module._AVPacketSideData_data(list, found), module._AVPacketSideData_size(list, found)),
  };
}

export class LibavDecoder {
  readonly #context: Pointer;
  readonly #frame: Pointer;
  readonly #ownPacket: Pointer;
  readonly #mixer: FrameMixer;

  private constructor(
    private readonly module: LibavModule,
    codec: Pointer,
    parameters: Pointer,
  ) {
    this.#context = module._avcodec_alloc_context3(codec);
    if (parameters !== 0) module._avcodec_parameters_to_context(this.#context, parameters);
    const result = module._avcodec_open2(this.#context, codec, 0);
    if (result < 0) throw new Error(`avcodec_open2: ${result}`);
    this.#frame = module._av_frame_alloc();
    this.#ownPacket = module._av_packet_alloc();
    this.#mixer = new FrameMixer(module);
  }

  /** Null where the module has no decoder for the track. */
  static forTrack(module: LibavModule, track: TrackInfo): LibavDecoder | null {
    // FFmpeg's MP3 decoder reads layers I and II as well, when it is told that they are MP3.
    if (track.codecId === MP1 || track.codecId === MP2)
      module._AVCodecParameters_codec_id_s(track.parameters, MP3);
    const codec = module._avcodec_find_decoder(module._AVCodecParameters_codec_id(track.parameters));
    return codec === 0 ? null : new LibavDecoder(module, codec, track.parameters);
  }

  /** For frames that describe themselves. */
  static byName(module: LibavModule, name: "aac" | "mp3"): LibavDecoder {
    const codec = withText(module, name, (pointer) => module._avcodec_find_decoder_by_name(pointer));
    if (codec === 0) throw new Error(`the module has no ${name} decoder`);
    return new LibavDecoder(module, codec, 0);
  }

  /** @param packet 0 at the end. A packet that cannot be decoded gives nothing. */
  *decode(packet: Pointer): Generator<MonoFrame> {
    const { module } = this;
    module._avcodec_send_packet(this.#context, packet);
    while (module._avcodec_receive_frame(this.#context, this.#frame) >= 0) {
      yield this.#mixer.toMono(this.#frame);
      module._av_frame_unref(this.#frame);
    }
  }

  /** @param skip what `copyPacket` found beside the bytes: how much to drop at either end of what they give. */
  *decodeBytes(bytes: Uint8Array, skip: Uint8Array | null = null): Generator<MonoFrame> {
    const { module } = this;
    if (module._av_grow_packet(this.#ownPacket, bytes.byteLength) < 0)
      throw new Error("the decoder is out of memory");
    module.HEAPU8.set(bytes, module._AVPacket_data(this.#ownPacket));
    if (skip) {
      const place = module._av_packet_new_side_data(this.#ownPacket, SKIP_SAMPLES, skip.byteLength);
      if (place !== 0) module.HEAPU8.set(skip, place);
    }
    yield* this.decode(this.#ownPacket);
    module._av_packet_unref(this.#ownPacket);
  }

  close(): void {
    const { module } = this;
    freeThrough(module, module._av_packet_free, this.#ownPacket);
    freeThrough(module, module._av_frame_free, this.#frame);
    freeThrough(module, module._avcodec_free_context, this.#context);
  }
}
