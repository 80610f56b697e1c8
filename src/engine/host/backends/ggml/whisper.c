/*
 * whisper.cpp 1.7.4 as the host uses it: one context with the weights, and places in which stretches of audio are decoded
 * side by side, off the JavaScript thread. Compiled at run time (bun:ffi), behind `napi.c`; the two structs of
 * parameters are laid out as that version's whisper.h has them.
 */
typedef _Bool bool;

extern char *dlerror(void);
extern unsigned long strlen(const char *);
extern void *memcpy(void *, const void *, unsigned long);
extern long write(int, const void *, unsigned long);

#define GREEDY 0
#define BEAM_SEARCH 1
#define LOG_ERROR 4
#define NAME "whisper_decode"

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

/* What is wrong with the library, or null. */
const char *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) return dlerror();
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
  if (missing) return missing;
  whisper.log_set(log_errors, 0);
  return 0;
}

/* Null where the library refuses the file. */
void *load_model(const char *path) {
  struct context_params params = whisper.context_default_params();
  params.use_gpu = 0;
  return whisper.init_from_file(path, params);
}

int language_number(const char *code) { return whisper.lang_id(code); }

/* Of a short text. The library's own count complains on stderr. */
int count_tokens(void *context, const char *text) {
  int tokens[1024];
  int count = whisper.tokenize(context, text, tokens, 1024);
  return count < 0 ? -count : count;
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

/* For one decode at a time. Null where memory is short. */
place *open_place(void *context, int threads, int beam_size, int translate, double no_speech_threshold) {
  place *p = calloc(1, sizeof(place));
  if (!p) return 0;
  p->context = context;
  p->threads = threads;
  p->beam_size = beam_size;
  p->translate = translate;
  p->no_speech_threshold = (float)no_speech_threshold;
  p->state = whisper.init_state(context);
  if (p->state) return p;
  free(p);
  return 0;
}

void cancel(place *p) { p->cancelled = 1; }
unsigned steps_of(place *p) { return p->steps; }
int failure_of(place *p) { return p->failure; }

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
  napi_value nothing;
  napi_get_null(env, &nothing);
  napi_resolve_deferred(env, p->deferred, nothing);
  napi_delete_async_work(env, p->work);
}

static napi_value start(napi_env env, place *p, const float *samples, int count) {
  napi_value promise, name;
  p->samples = samples;
  p->count = count;
  p->failure = 0;
  napi_create_promise(env, &p->deferred, &promise);
  napi_create_string_utf8(env, NAME, sizeof(NAME) - 1, &name);
  napi_create_async_work(env, 0, name, execute, complete, p, &p->work);
  napi_queue_async_work(env, p->work);
  return promise;
}

/* A promise. The caller keeps everything alive until it is settled; then `failure_of` tells how it went. */
napi_value start_decode(napi_env env, place *p, const float *samples, int count, const char *language,
                        const char *prompt) {
  p->language = language;
  p->prompt = prompt;
  p->probabilities = 0;
  return start(env, p, samples, count);
}

/* The same; one probability for each of the library's languages. */
napi_value start_detection(napi_env env, place *p, const float *samples, int count, float *probabilities) {
  p->probabilities = probabilities;
  return start(env, p, samples, count);
}

/* A place that was cancelled may be used again. */
void reset(place *p) { p->cancelled = 0; }

/*
 * The tokens of the text: their bytes, one after the other, and for each four numbers: how many bytes, from when until
 * when in hundredths of a second, and its log probability. Returns how many, or -1 where there is too little room.
 */
int read_tokens(place *p, char *text, int text_bytes, double *numbers, int most) {
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
