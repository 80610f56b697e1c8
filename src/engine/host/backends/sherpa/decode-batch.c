/*
 * Decodes several streams as one batch, off the JavaScript thread. sherpa-onnx's Node add-on hands its recognizers and
 * streams out as N-API externals, which are the C API's own pointers; all that is missing there is this one call.
 * Compiled at run time (bun:ffi), behind `napi.c`.
 */

extern napi_status napi_get_value_external(napi_env, napi_value, void **);
extern napi_status napi_get_array_length(napi_env, napi_value, unsigned *);
extern napi_status napi_get_element(napi_env, napi_value, unsigned, napi_value *);

/* limits.engineBatch */
#define MOST_STREAMS 64
#define NAME "decode_batch"

typedef void (*decode_streams)(const void *recognizer, const void **streams, int count);

static decode_streams decode_multiple;

typedef struct {
  const void *recognizer;
  const void *streams[MOST_STREAMS];
  unsigned count;
  napi_deferred deferred;
  napi_async_work work;
} batch;

/* Whether the library offers batches. */
int open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library) decode_multiple = (decode_streams)dlsym(library, "SherpaOnnxDecodeMultipleOfflineStreams");
  return decode_multiple != 0;
}

static void execute(napi_env env, void *data) {
  batch *b = data;
  decode_multiple(b->recognizer, b->streams, (int)b->count);
}

static void complete(napi_env env, napi_status status, void *data) {
  batch *b = data;
  napi_value nothing;
  napi_get_null(env, &nothing);
  napi_resolve_deferred(env, b->deferred, nothing);
  napi_delete_async_work(env, b->work);
  free(b);
}

static int read_streams(napi_env env, napi_value list, batch *b) {
  napi_value element;
  if (napi_get_array_length(env, list, &b->count) || b->count == 0 || b->count > MOST_STREAMS) return 0;
  for (unsigned i = 0; i < b->count; i++) {
    if (napi_get_element(env, list, i, &element)) return 0;
    if (napi_get_value_external(env, element, (void **)&b->streams[i]) || !b->streams[i]) return 0;
  }
  return 1;
}

/* A promise, or null where the arguments are not a recognizer and 1 to 64 streams. The caller keeps them alive. */
napi_value decode_batch(napi_env env, napi_value recognizer, napi_value streams) {
  napi_value promise, name, nothing;
  batch *b = calloc(1, sizeof(batch));
  napi_get_null(env, &nothing);
  if (!b) return nothing;
  if (napi_get_value_external(env, recognizer, (void **)&b->recognizer) || !b->recognizer ||
      !read_streams(env, streams, b) || napi_create_promise(env, &b->deferred, &promise)) {
    free(b);
    return nothing;
  }
  napi_create_string_utf8(env, NAME, sizeof(NAME) - 1, &name);
  napi_create_async_work(env, 0, name, execute, complete, b, &b->work);
  napi_queue_async_work(env, b->work);
  return promise;
}
