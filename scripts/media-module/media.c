/*
 * FFmpeg as one small module: opens a recording, decodes its first audio track and mixes it to mono floats at the
 * track's own rate. It reaches nothing outside but the two functions that it imports. One recording at a time.
 */
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#define IMPORT(name) __attribute__((import_module("tiro"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/** Copies up to `bytes` from `position` of the recording and returns how many there were. */
IMPORT(read) int read_source(double position, uint8_t *into, int bytes);
/** Writes how much of each channel goes into mono. Does not return where there are too many channels. */
IMPORT(weigh) void weigh_channels(int channels, double speakers, float *weights);

enum { OPENED, DAMAGED_HEADER, NO_AUDIO_TRACK, NO_DECODER, DECODER_FAILED };

#define IO_BYTES (64 * 1024)
/* The longest frame that an ADTS header can state. */
#define ADTS_BYTES 8192
/* `limits.audioChannels` in tiro. */
#define MAX_CHANNELS 64
#define BLOCK_SAMPLES (16 * 1024)

/* Where the caller puts the name of a format. */
static char format_name[16];
static double source_bytes, source_position;

static AVFormatContext *input;
static AVStream *track;
static AVCodecContext *decoder;
static AVPacket *packet;
static AVFrame *frame;
static int is_drained;
/* What of the frame is in the block already. */
static int frame_used;

static AVChannelLayout weighed_layout;
static float weights[MAX_CHANNELS];
static float block[BLOCK_SAMPLES];
static int block_rate;

static int read_block(void *opaque, uint8_t *into, int bytes)
{
    int count = read_source(source_position, into, bytes);
    source_position += count;
    return count > 0 ? count : AVERROR_EOF;
}

static int64_t seek_source(void *opaque, int64_t offset, int whence)
{
    if (whence == AVSEEK_SIZE)
        return source_bytes;
    double base = whence == SEEK_CUR ? source_position : whence == SEEK_END ? source_bytes : 0;
    if (base + offset < 0)
        return AVERROR(EINVAL);
    return source_position = base + offset;
}

static int open_input(void)
{
    uint8_t *buffer = av_malloc(IO_BYTES);
    AVIOContext *io = buffer ? avio_alloc_context(buffer, IO_BYTES, 0, NULL, read_block, NULL, seek_source) : NULL;
    input = avformat_alloc_context();
    if (!io || !input)
        return AVERROR(ENOMEM);
    input->pb = io;
    return avformat_open_input(&input, "", av_find_input_format(format_name), NULL);
}

/* The first audio track; nothing is read of any other. */
static AVStream *choose_track(void)
{
    AVStream *chosen = NULL;
    for (unsigned i = 0; i < input->nb_streams; i++) {
        AVStream *stream = input->streams[i];
        if (!chosen && stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
            chosen = stream;
        else
            stream->discard = AVDISCARD_ALL;
    }
    return chosen;
}

static int open_decoder(const AVCodec *codec, const AVCodecParameters *parameters)
{
    packet = av_packet_alloc();
    frame = av_frame_alloc();
    decoder = avcodec_alloc_context3(codec);
    if (!packet || !frame || !decoder)
        return DECODER_FAILED;
    if (parameters && avcodec_parameters_to_context(decoder, parameters) < 0)
        return DECODER_FAILED;
    decoder->request_sample_fmt = AV_SAMPLE_FMT_S16P;
    return avcodec_open2(decoder, codec, NULL) < 0 ? DECODER_FAILED : OPENED;
}

EXPORT(formatName) char *format_name_place(void)
{
    return format_name;
}

/* The demuxer is the one whose name stands at `formatName`. */
EXPORT(openFile) int open_file(double bytes)
{
    av_log_set_level(AV_LOG_QUIET);
    source_bytes = bytes;
    source_position = 0;
    if (open_input() < 0)
        return DAMAGED_HEADER;
    avformat_find_stream_info(input, NULL);
    track = choose_track();
    if (!track)
        return NO_AUDIO_TRACK;
    const AVCodec *codec = avcodec_find_decoder(track->codecpar->codec_id);
    return codec ? open_decoder(codec, track->codecpar) : NO_DECODER;
}

/* AAC frames with ADTS headers: every read gives the next whole one. */
EXPORT(openAdts) int open_adts(void)
{
    av_log_set_level(AV_LOG_QUIET);
    return open_decoder(avcodec_find_decoder(AV_CODEC_ID_AAC), NULL);
}

EXPORT(codecName) const char *codec_name(void)
{
    return avcodec_get_name(track->codecpar->codec_id);
}

EXPORT(sampleRate) int sample_rate(void)
{
    return track->codecpar->sample_rate;
}

EXPORT(channels) int channels(void)
{
    return track->codecpar->ch_layout.nb_channels;
}

/* In seconds; 0 where the file does not say. */
EXPORT(duration) double duration(void)
{
    return track->duration > 0 ? track->duration * av_q2d(track->time_base) : 0;
}

static int next_packet(void)
{
    if (!input) {
        int result = av_new_packet(packet, ADTS_BYTES);
        if (result < 0)
            return result;
        int bytes = read_source(0, packet->data, ADTS_BYTES);
        av_shrink_packet(packet, bytes);
        return bytes > 0 ? 0 : AVERROR_EOF;
    }
    for (;;) {
        int result = av_read_frame(input, packet);
        if (result < 0 || packet->stream_index == track->index)
            return result;
        av_packet_unref(packet);
    }
}

/* Damaged packets give no frame. */
static int next_frame(void)
{
    frame_used = 0;
    while (avcodec_receive_frame(decoder, frame) < 0) {
        if (is_drained)
            return AVERROR_EOF;
        int result = next_packet();
        if (result < 0 && result != AVERROR_EOF)
            return result;
        is_drained = result == AVERROR_EOF;
        avcodec_send_packet(decoder, is_drained ? NULL : packet);
        av_packet_unref(packet);
    }
    return 0;
}

static void weigh(const AVChannelLayout *layout)
{
    if (av_channel_layout_compare(layout, &weighed_layout) == 0)
        return;
    double speakers = layout->order == AV_CHANNEL_ORDER_NATIVE ? (uint32_t)layout->u.mask : 0;
    weigh_channels(layout->nb_channels, speakers, weights);
    av_channel_layout_copy(&weighed_layout, layout);
}

#define ADD_SAMPLES(type, zero, scale) do {                                       \
        const type *from = (const type *)plane + (int64_t)frame_used * stride;    \
        float factor = weight * (scale);                                          \
        if (stride == 1)                                                          \
            for (int i = 0; i < count; i++)                                       \
                to[i] += ((float)from[i] - (zero)) * factor;                      \
        else                                                                      \
            for (int i = 0; i < count; i++)                                       \
                to[i] += ((float)from[(size_t)i * stride] - (zero)) * factor;     \
    } while (0)

/* Mixes the next `count` samples of the frame. */
static int mix(float *restrict to, int count)
{
    int channels = frame->ch_layout.nb_channels;
    int is_planar = av_sample_fmt_is_planar(frame->format);
    int stride = is_planar ? 1 : channels;
    weigh(&frame->ch_layout);
    memset(to, 0, count * sizeof(*to));
    for (int channel = 0; channel < channels; channel++) {
        float weight = weights[channel];
        const uint8_t *plane = is_planar
            ? frame->extended_data[channel]
            : frame->data[0] + channel * av_get_bytes_per_sample(frame->format);
        switch (av_get_packed_sample_fmt(frame->format)) {
        case AV_SAMPLE_FMT_U8:  ADD_SAMPLES(uint8_t, 128, 0x1p-7f); break;
        case AV_SAMPLE_FMT_S16: ADD_SAMPLES(int16_t, 0, 0x1p-15f); break;
        case AV_SAMPLE_FMT_S32: ADD_SAMPLES(int32_t, 0, 0x1p-31f); break;
        case AV_SAMPLE_FMT_FLT: ADD_SAMPLES(float, 0, 1); break;
        case AV_SAMPLE_FMT_DBL: ADD_SAMPLES(double, 0, 1); break;
        default: return AVERROR(EINVAL);
        }
    }
    return 0;
}

EXPORT(block) float *block_place(void)
{
    return block;
}

/* Of the block that `decode` has filled. */
EXPORT(blockRate) int block_sample_rate(void)
{
    return block_rate;
}

/* Fills the block with samples of one rate and returns how many; 0 at the end, less where the file cannot be read on. */
EXPORT(decode) int decode(void)
{
    int filled = 0;
    while (filled < BLOCK_SAMPLES) {
        if (frame_used == frame->nb_samples) {
            int result = next_frame();
            if (result == AVERROR_EOF)
                break;
            if (result < 0)
                return result;
        }
        if (filled > 0 && frame->sample_rate != block_rate)
            break;
        block_rate = frame->sample_rate;
        int count = FFMIN(frame->nb_samples - frame_used, BLOCK_SAMPLES - filled);
        int result = mix(block + filled, count);
        if (result < 0)
            return result;
        frame_used += count;
        filled += count;
    }
    return filled;
}

EXPORT(close) void close_file(void)
{
    AVIOContext *io = input ? input->pb : NULL;
    avformat_close_input(&input);
    if (io)
        av_freep(&io->buffer);
    avio_context_free(&io);
    avcodec_free_context(&decoder);
    av_packet_free(&packet);
    av_frame_free(&frame);
    av_channel_layout_uninit(&weighed_layout);
    track = NULL;
    is_drained = 0;
}
