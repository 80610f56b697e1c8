/*
 * whisper.cpp 1.7.4 as the host uses it: one context with the weights, and places in which stretches of audio are decoded
 * side by side, off the JavaScript thread. The two structs of parameters are laid out as that version's whisper.h has
 * them. Texts come as typed arrays that end with a zero byte.
 */
#include "node-api.h"

typedef _Bool bool;

#define GREEDY 0
#define BEAM_SEARCH 1
#define LOG_ERROR 4

struct context_params {
  bool use_gpu;
  bool flash_attn;
  int gpu_device;
  bool dtw_token_timestamps;
  int dtw_aheads_preset;
  int dtw_n_top;
  struct {
    unsigned long n_heads;
    const void *heads;
  } dtw_aheads;
  unsigned long dtw_mem_size;
};

struct full_params {
  int strategy;
  int n_threads;
  int n_max_text_ctx;
  int offset_ms;
  int duration_ms;
  bool translate;
  bool no_context;
  bool no_timestamps;
  bool single_segment;
  bool print_special;
  bool print_progress;
  bool print_realtime;
  bool print_timestamps;
  bool token_timestamps;
  float thold_pt;
  float thold_ptsum;
  int max_len;
  bool split_on_word;
  int max_tokens;
  bool debug_mode;
  int audio_ctx;
  bool tdrz_enable;
  const char *suppress_regex;
  const char *initial_prompt;
  const int *prompt_tokens;
  int prompt_n_tokens;
  const char *language;
  bool detect_language;
  bool suppress_blank;
  bool suppress_nst;
  float temperature;
  float max_initial_ts;
  float length_penalty;
  float temperature_inc;
  float entropy_thold;
  float logprob_thold;
  float no_speech_thold;
  int best_of;
  int beam_size;
  float patience;
  void *new_segment_callback, *new_segment_data;
  void *progress_callback, *progress_data;
  void *encoder_begin_callback, *encoder_begin_data;
  void *abort_callback, *abort_data;
  void *logits_filter_callback, *logits_filter_data;
  const void **grammar_rules;
  unsigned long n_grammar_rules;
  unsigned long i_start_rule;
  float grammar_penalty;
};

struct token_data {
  int id, tid;
  float p, plog, pt, ptsum;
  long t0, t1, t_dtw;
  float vlen;
};

static struct {
  struct context_params (*context_default_params)(void);
  void *(*init_from_file)(const char *, struct context_params);
  void *(*init_state)(void *);
  struct full_params (*full_default_params)(int);
  int (*full)(void *, void *, struct full_params, const float *, int);
  int (*pcm_to_mel)(void *, void *, const float *, int, int);
  int (*detect)(void *, void *, int, int, float *);
  int (*lang_id)(const char *);
  int (*tokenize)(void *, const char *, int *, int);
  int (*token_eot)(void *);
  int (*n_segments)(void *);
  int (*n_tokens)(void *, int);
  struct token_data (*token_data)(void *, int, int);
  const char *(*token_text)(void *, void *, int, int);
  void (*log_set)(void (*)(int, const char *, void *), void *);
} whisper;

static const char *missing;

static void *find(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol && !missing) missing = name;
  return symbol;
}

/* Why a model or a decode failed, on stderr, where the parent looks; the rest is chat. */
static void log_errors(int level, const char *text, void *data) {
  if (level == LOG_ERROR) write(2, text, strlen(text));
}

/* (path): what is wrong with the library, or null. */
FUNCTION(open_whisper) {
  ARGUMENTS(1);
  void *library = dlopen(pointer_of(env, args[0]), RTLD_NOW);
  if (!library) return text_value(env, dlerror());
  whisper.context_default_params = find(library, "whisper_context_default_params");
  whisper.init_from_file = find(library, "whisper_init_from_file_with_params_no_state");
  whisper.init_state = find(library, "whisper_init_state");
  whisper.full_default_params = find(library, "whisper_full_default_params");
  whisper.full = find(library, "whisper_full_with_state");
  whisper.pcm_to_mel = find(library, "whisper_pcm_to_mel_with_state");
  whisper.detect = find(library, "whisper_lang_auto_detect_with_state");
  whisper.lang_id = find(library, "whisper_lang_id");
  whisper.tokenize = find(library, "whisper_tokenize");
  whisper.token_eot = find(library, "whisper_token_eot");
  whisper.n_segments = find(library, "whisper_full_n_segments_from_state");
  whisper.n_tokens = find(library, "whisper_full_n_tokens_from_state");
  whisper.token_data = find(library, "whisper_full_get_token_data_from_state");
  whisper.token_text = find(library, "whisper_full_get_token_text_from_state");
  whisper.log_set = find(library, "whisper_log_set");
  if (missing) return text_value(env, missing);
  whisper.log_set(log_errors, 0);
  return null_value(env);
}

/* (path): a context, or null where the library refuses the file. */
FUNCTION(load_model) {
  ARGUMENTS(1);
  struct context_params params = whisper.context_default_params();
  params.use_gpu = 0;
  return handle_value(env, whisper.init_from_file(pointer_of(env, args[0]), params));
}

/* (code): the library's number for a language. */
FUNCTION(language_number) {
  ARGUMENTS(1);
  return number_value(env, whisper.lang_id(pointer_of(env, args[0])));
}

/* (context, text): of a short text. The library's own count complains on stderr. */
FUNCTION(count_tokens) {
  ARGUMENTS(2);
  int tokens[1024];
  int count = whisper.tokenize(pointer_of(env, args[0]), pointer_of(env, args[1]), tokens, 1024);
  return number_value(env, count < 0 ? -count : count);
}

typedef struct {
  void *context, *state;
  int threads, beam_size, translate;
  float no_speech_threshold;
  /* Of the decode under way. */
  const float *samples;
  int count;
  const char *language, *prompt;
  float *probabilities;
  volatile int cancelled, failure;
  volatile unsigned steps;
  napi_deferred deferred;
  napi_async_work work;
} place;

/*
 * (context, threads, beamSize, translate, noSpeechThreshold): a place for one decode at a time, or null where memory is
 * short.
 */
FUNCTION(open_place) {
  ARGUMENTS(5);
  place *p = calloc(1, sizeof(place));
  if (!p) return null_value(env);
  p->context = pointer_of(env, args[0]);
  p->threads = (int)number_of(env, args[1]);
  p->beam_size = (int)number_of(env, args[2]);
  p->translate = (int)number_of(env, args[3]);
  p->no_speech_threshold = (float)number_of(env, args[4]);
  p->state = whisper.init_state(p->context);
  if (p->state) return handle_value(env, p);
  free(p);
  return null_value(env);
}

static place *place_of(napi_env env, napi_callback_info info) {
  ARGUMENTS(1);
  return pointer_of(env, args[0]);
}

/* (place) */
FUNCTION(cancel) {
  place_of(env, info)->cancelled = 1;
  return null_value(env);
}

/* (place): it may be used again. */
FUNCTION(reset) {
  place_of(env, info)->cancelled = 0;
  return null_value(env);
}

/* (place): steps of the decoder so far. */
FUNCTION(steps_of) { return number_value(env, place_of(env, info)->steps); }

/* (place): of the decode that ended last; 0 where it succeeded. */
FUNCTION(failure_of) { return number_value(env, place_of(env, info)->failure); }

/* Asked before each step of the decoder. */
static bool is_cancelled(void *data) {
  place *p = data;
  p->steps++;
  return p->cancelled != 0;
}

static bool may_encode(void *context, void *state, void *data) { return !is_cancelled(data); }

static int decode(place *p) {
  struct full_params params = whisper.full_default_params(p->beam_size > 1 ? BEAM_SEARCH : GREEDY);
  params.n_threads = p->threads;
  params.translate = p->translate;
  params.no_context = 1;
  params.print_progress = 0;
  params.token_timestamps = 1;
  params.initial_prompt = p->prompt;
  params.language = p->language;
  params.temperature = 0;
  params.temperature_inc = 0;
  params.no_speech_thold = p->no_speech_threshold;
  params.best_of = 1;
  params.beam_size = p->beam_size;
  params.encoder_begin_callback = may_encode;
  params.encoder_begin_data = p;
  params.abort_callback = is_cancelled;
  params.abort_data = p;
  return whisper.full(p->context, p->state, params, p->samples, p->count);
}

static void execute(napi_env env, void *data) {
  place *p = data;
  if (p->probabilities) {
    p->failure = whisper.pcm_to_mel(p->context, p->state, p->samples, p->count, p->threads);
    if (!p->failure && whisper.detect(p->context, p->state, 0, p->threads, p->probabilities) < 0) p->failure = -1;
  } else {
    p->failure = decode(p);
  }
  p->steps++;
}

static void complete(napi_env env, napi_status status, void *data) {
  place *p = data;
  napi_resolve_deferred(env, p->deferred, null_value(env));
  napi_delete_async_work(env, p->work);
}

static napi_value start(napi_env env, place *p, napi_value samples) {
  napi_value promise;
  unsigned long count = 0;
  void *data = 0;
  napi_get_typedarray_info(env, samples, 0, &count, &data, 0, 0);
  p->samples = data;
  p->count = (int)count;
  p->failure = 0;
  napi_create_promise(env, &p->deferred, &promise);
  p->work = start_work(env, "whisper_decode", execute, complete, p);
  return promise;
}

/*
 * (place, samples, language, prompt or null): a promise. The caller keeps everything alive until it is settled; then
 * `failure_of` tells how it went.
 */
FUNCTION(start_decode) {
  ARGUMENTS(4);
  place *p = pointer_of(env, args[0]);
  p->language = pointer_of(env, args[2]);
  p->prompt = pointer_of(env, args[3]);
  p->probabilities = 0;
  return start(env, p, args[1]);
}

/* (place, samples, probabilities): the same; one probability for each of the library's languages. */
FUNCTION(start_detection) {
  ARGUMENTS(3);
  place *p = pointer_of(env, args[0]);
  p->probabilities = pointer_of(env, args[2]);
  return start(env, p, args[1]);
}

static int read_into(place *p, char *text, int text_bytes, double *numbers, int most) {
  int found = 0, used = 0, end = whisper.token_eot(p->context);
  for (int segment = 0; segment < whisper.n_segments(p->state); segment++) {
    for (int i = 0; i < whisper.n_tokens(p->state, segment); i++) {
      struct token_data token = whisper.token_data(p->state, segment, i);
      if (token.id >= end) continue;
      const char *piece = whisper.token_text(p->context, p->state, segment, i);
      int bytes = (int)strlen(piece);
      if (found == most || used + bytes > text_bytes) return -1;
      memcpy(text + used, piece, bytes);
      used += bytes;
      numbers[4 * found] = bytes;
      numbers[4 * found + 1] = (double)token.t0;
      numbers[4 * found + 2] = (double)token.t1;
      numbers[4 * found + 3] = token.plog;
      found++;
    }
  }
  return found;
}

/*
 * (place, text, numbers): the tokens of the text: their bytes, one after the other, and for each four numbers: how many
 * bytes, from when until when in hundredths of a second, and its log probability. Returns how many, or -1 where there is
 * too little room.
 */
FUNCTION(read_tokens) {
  ARGUMENTS(3);
  unsigned long text_bytes = 0, count = 0;
  void *text = 0, *numbers = 0;
  napi_get_typedarray_info(env, args[1], 0, &text_bytes, &text, 0, 0);
  napi_get_typedarray_info(env, args[2], 0, &count, &numbers, 0, 0);
  return number_value(env, read_into(pointer_of(env, args[0]), text, (int)text_bytes, numbers, (int)count / 4));
}
