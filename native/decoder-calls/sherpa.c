/*
 * Decodes several streams as one batch, off the JavaScript thread. sherpa-onnx's Node add-on hands its recognizers and
 * streams out as N-API externals, which are the C API's own pointers; all that is missing there is this one call.
 */
#include "node-api.h"

/* limits.engineBatch */
#define MOST_STREAMS 64

typedef void (*decode_streams)(const void *recognizer, const void **streams, int count);

static decode_streams decode_multiple;

typedef struct {
  const void *recognizer;
  const void *streams[MOST_STREAMS];
  unsigned count;
  napi_deferred deferred;
  napi_async_work work;
} batch;

/* (path): what is wrong with the library, or null where it offers batches. */
FUNCTION(open_sherpa) {
  ARGUMENTS(1);
  void *library = dlopen(pointer_of(env, args[0]), RTLD_NOW);
  if (library) decode_multiple = (decode_streams)dlsym(library, "SherpaOnnxDecodeMultipleOfflineStreams");
  return decode_multiple ? null_value(env) : text_value(env, dlerror());
}

static void execute(napi_env env, void *data) {
  batch *b = data;
  decode_multiple(b->recognizer, b->streams, (int)b->count);
}

static void complete(napi_env env, napi_status status, void *data) {
  batch *b = data;
  napi_resolve_deferred(env, b->deferred, null_value(env));
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

/*
 * (recognizer, streams): a promise, or null where the arguments are not a recognizer and 1 to 64 streams. The caller
 * keeps them alive.
 */
FUNCTION(decode_batch) {
  ARGUMENTS(2);
  napi_value promise;
  batch *b = calloc(1, sizeof(batch));
  if (!b) return null_value(env);
  if (napi_get_value_external(env, args[0], (void **)&b->recognizer) || !b->recognizer ||
      !read_streams(env, args[1], b) || napi_create_promise(env, &b->deferred, &promise)) {
    free(b);
    return null_value(env);
  }
  b->work = start_work(env, "decode_batch", execute, complete, b);
  return promise;
}
