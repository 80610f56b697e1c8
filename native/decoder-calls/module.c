/*
 * Calls of sherpa-onnx and whisper.cpp that take longer than the JavaScript thread may stand still, or structs that
 * `bun:ffi` cannot pass. A Node add-on of its own, compiled by `bun run decoder-calls` for both processors.
 */
#include "node-api.h"

#define CALLS(CALL)                                                                                                    \
  CALL(open_sherpa)                                                                                                    \
  CALL(decode_batch)                                                                                                   \
  CALL(open_whisper)                                                                                                   \
  CALL(load_model)                                                                                                     \
  CALL(language_number)                                                                                                \
  CALL(count_tokens)                                                                                                   \
  CALL(open_place)                                                                                                     \
  CALL(start_decode)                                                                                                   \
  CALL(start_detection)                                                                                                \
  CALL(cancel)                                                                                                         \
  CALL(reset)                                                                                                          \
  CALL(steps_of)                                                                                                       \
  CALL(failure_of)                                                                                                     \
  CALL(read_tokens)

#define DECLARE(name) FUNCTION(name);
CALLS(DECLARE)

static void add(napi_env env, napi_value exports, const char *name, napi_callback call) {
  napi_value function;
  napi_create_function(env, name, strlen(name), call, 0, &function);
  napi_set_named_property(env, exports, name, function);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
#define ADD(name) add(env, exports, #name, name);
  CALLS(ADD)
  /* Of the sources, by which a test tells whether this file was made from them. */
  napi_set_named_property(env, exports, "sources", text_value(env, SOURCES));
  return exports;
}
