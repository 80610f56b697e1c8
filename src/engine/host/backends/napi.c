/* What the C files of the backends have in common. They are compiled at run time, where there are no headers. */
typedef void *napi_env, *napi_value, *napi_deferred, *napi_async_work;
typedef int napi_status;

extern napi_status napi_get_null(napi_env, napi_value *);
extern napi_status napi_create_promise(napi_env, napi_deferred *, napi_value *);
extern napi_status napi_resolve_deferred(napi_env, napi_deferred, napi_value);
extern napi_status napi_create_string_utf8(napi_env, const char *, unsigned long, napi_value *);
extern napi_status napi_create_async_work(napi_env, napi_value, napi_value, void (*)(napi_env, void *),
                                          void (*)(napi_env, napi_status, void *), void *, napi_async_work *);
extern napi_status napi_queue_async_work(napi_env, napi_async_work);
extern napi_status napi_delete_async_work(napi_env, napi_async_work);
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);

#define RTLD_NOW 2

