/** FFmpeg's decoder for one audio track. */
import { FrameMixer, type MonoFrame } from "./libav-frame.ts";
import type { TrackInfo } from "./libav-input.ts";
import { freeThrough, type LibavModule, type Pointer, withText } from "./libav-module.ts";

/** `AVCodecID`. */
const MP1 = 0x1503a;
const MP2 = 0x15000;
const MP3 = 0x15001;

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

  *decodeBytes(bytes: Uint8Array): Generator<MonoFrame> {
    const { module } = this;
    if (module._av_grow_packet(this.#ownPacket, bytes.byteLength) < 0)
      throw new Error("the decoder is out of memory");
    module.HEAPU8.set(bytes, module._AVPacket_data(this.#ownPacket));
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
