/*
 * What both libraries' calls have in common: Node-API and the C library as far as they are used. Declared here, because
 * then the compiler needs no headers of any system, and writes the same on every machine.
 */
typedef void *napi_env, *napi_value, *napi_deferred, *napi_async_work, *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
typedef int napi_status;

#define NAPI_OBJECT 6
#define NAPI_EXTERNAL 8

extern napi_status napi_get_cb_info(napi_env, napi_callback_info, unsigned long *, napi_value *, napi_value *, void **);
extern napi_status napi_typeof(napi_env, napi_value, int *);
extern napi_status napi_get_null(napi_env, napi_value *);
extern napi_status napi_create_double(napi_env, double, napi_value *);
extern napi_status napi_get_value_double(napi_env, napi_value, double *);
extern napi_status napi_create_string_utf8(napi_env, const char *, unsigned long, napi_value *);
extern napi_status napi_create_external(napi_env, void *, void (*)(napi_env, void *, void *), void *, napi_value *);
extern napi_status napi_get_value_external(napi_env, napi_value, void **);
extern napi_status napi_get_typedarray_info(napi_env, napi_value, int *, unsigned long *, void **, napi_value *,
                                            unsigned long *);
extern napi_status napi_get_array_length(napi_env, napi_value, unsigned *);
extern napi_status napi_get_element(napi_env, napi_value, unsigned, napi_value *);
extern napi_status napi_create_function(napi_env, const char *, unsigned long, napi_callback, void *, napi_value *);
extern napi_status napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern napi_status napi_create_promise(napi_env, napi_deferred *, napi_value *);
extern napi_status napi_resolve_deferred(napi_env, napi_deferred, napi_value);
extern napi_status napi_create_async_work(napi_env, napi_value, napi_value, void (*)(napi_env, void *),
                                          void (*)(napi_env, napi_status, void *), void *, napi_async_work *);
extern napi_status napi_queue_async_work(napi_env, napi_async_work);
extern napi_status napi_delete_async_work(napi_env, napi_async_work);
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern char *dlerror(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern void *memcpy(void *, const void *, unsigned long);
extern long write(int, const void *, unsigned long);

#define RTLD_NOW 2

/* One function as JavaScript calls it. */
#define FUNCTION(name) napi_value name(napi_env env, napi_callback_info info)
/* Those that are not given are undefined. */
#define ARGUMENTS(count)                                                                                               \
  napi_value args[count];                                                                                              \
  unsigned long given = count;                                                                                         \
  napi_get_cb_info(env, info, &given, args, 0, 0)

static inline napi_value null_value(napi_env env) {
  napi_value value;
  napi_get_null(env, &value);
  return value;
}

static inline napi_value text_value(napi_env env, const char *text) {
  napi_value value;
  if (!text) return null_value(env);
  napi_create_string_utf8(env, text, strlen(text), &value);
  return value;
}

static inline napi_value number_value(napi_env env, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  return value;
}

/* Null stays null. Nothing is freed with it: the process ends with its model. */
static inline napi_value handle_value(napi_env env, void *handle) {
  napi_value value;
  if (!handle) return null_value(env);
  napi_create_external(env, handle, 0, 0, &value);
  return value;
}

static inline double number_of(napi_env env, napi_value value) {
  double number = 0;
  napi_get_value_double(env, value, &number);
  return number;
}

/* What a handle leads to, or where the elements of a typed array lie; null for everything else. */
static inline void *pointer_of(napi_env env, napi_value value) {
  int type = 0;
  void *pointer = 0;
  napi_typeof(env, value, &type);
  if (type == NAPI_EXTERNAL) napi_get_value_external(env, value, &pointer);
  if (type == NAPI_OBJECT) napi_get_typedarray_info(env, value, 0, 0, &pointer, 0, 0);
  return pointer;
}

static inline napi_async_work start_work(napi_env env, const char *name, void (*execute)(napi_env, void *),
                                         void (*complete)(napi_env, napi_status, void *), void *data) {
  napi_async_work work;
  napi_create_async_work(env, 0, text_value(env, name), execute, complete, data, &work);
  napi_queue_async_work(env, work);
  return work;
}
