#include <gio/gio.h>
#include <pthread.h>
#include <sys/prctl.h>
#include "loop_private.h"

struct cm_loop {
    GMainContext *context;
    GMainLoop *main;
    pthread_t thread;
    bool frees_itself;
};

static void loop_free(cm_loop *loop) {
    g_main_loop_unref(loop->main);
    g_main_context_unref(loop->context);
    g_free(loop);
}

static void *loop_run(void *argument) {
    cm_loop *loop = argument;
    // Seen in debuggers and in top.
    prctl(PR_SET_NAME, "media-loop");
    g_main_context_push_thread_default(loop->context);
    g_main_loop_run(loop->main);
    while (g_main_context_iteration(loop->context, FALSE)) {}
    g_main_context_pop_thread_default(loop->context);
    if (loop->frees_itself) loop_free(loop);
    return NULL;
}

cm_loop *cm_loop_create(void) {
    cm_loop *loop = g_new0(cm_loop, 1);
    loop->context = g_main_context_new();
    loop->main = g_main_loop_new(loop->context, FALSE);
    if (pthread_create(&loop->thread, NULL, loop_run, loop) == 0) return loop;
    loop_free(loop);
    return NULL;
}

GMainContext *cm_loop_context(cm_loop *loop) { return loop->context; }

typedef struct { void (*run)(void *); void *context; } posted;

static gboolean posted_run(gpointer data) {
    posted *post = data;
    post->run(post->context);
    return G_SOURCE_REMOVE;
}

void cm_loop_post(cm_loop *loop, void (*run)(void *), void *context) {
    posted *post = g_new(posted, 1);
    *post = (posted){run, context};
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, posted_run, post, g_free);
    g_source_attach(source, loop->context);
    g_source_unref(source);
}

bool cm_loop_is_current(const cm_loop *loop) { return pthread_equal(loop->thread, pthread_self()); }

static void loop_quit(void *context) { g_main_loop_quit(context); }

void cm_loop_stop(cm_loop *loop) {
    loop->frees_itself = cm_loop_is_current(loop);
    if (loop->frees_itself) pthread_detach(loop->thread);
    pthread_t thread = loop->thread;
    bool must_join = !loop->frees_itself;
    // Posted, not called: a quit before g_main_loop_run would be lost.
    cm_loop_post(loop, loop_quit, loop->main);
    if (!must_join) return;
    pthread_join(thread, NULL);
    loop_free(loop);
}

typedef struct { void (*resolved)(void *, const char *, const char *); void *context; } lookup;

static gchar *first_of(GList *addresses, GSocketFamily family) {
    for (GList *item = addresses; item; item = item->next) {
        if (g_inet_address_get_family(item->data) == family) return g_inet_address_to_string(item->data);
    }
    return NULL;
}

static void lookup_done(GObject *resolver, GAsyncResult *result, gpointer data) {
    lookup *look = data;
    GList *addresses = g_resolver_lookup_by_name_finish(G_RESOLVER(resolver), result, NULL);
    gchar *ipv4 = first_of(addresses, G_SOCKET_FAMILY_IPV4), *ipv6 = first_of(addresses, G_SOCKET_FAMILY_IPV6);
    look->resolved(look->context, ipv4, ipv6);
    g_free(ipv4);
    g_free(ipv6);
    g_resolver_free_addresses(addresses);
    g_free(look);
}

void cm_loop_resolve(cm_loop *loop, const char *host, void (*resolved)(void *, const char *, const char *),
                     void *context) {
    (void)loop;  // The answer comes on the thread-default context, which is this loop's.
    lookup *look = g_new(lookup, 1);
    *look = (lookup){resolved, context};
    GResolver *resolver = g_resolver_get_default();
    g_resolver_lookup_by_name_async(resolver, host, NULL, lookup_done, look);
    g_object_unref(resolver);
}

struct cm_timer { GSource source; void (*fire)(void *); void *context; };

static gboolean timer_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    (void)callback, (void)data;
    cm_timer *timer = (cm_timer *)source;
    g_source_set_ready_time(source, -1);
    timer->fire(timer->context);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs timer_functions = {.dispatch = timer_dispatch};

cm_timer *cm_timer_create(cm_loop *loop, void (*fire)(void *), void *context) {
    cm_timer *timer = (cm_timer *)g_source_new(&timer_functions, sizeof(cm_timer));
    timer->fire = fire;
    timer->context = context;
    g_source_attach(&timer->source, loop->context);
    return timer;
}

void cm_timer_arm(cm_timer *timer, int64_t microseconds) {
    g_source_set_ready_time(&timer->source, microseconds < 0 ? -1 : g_get_monotonic_time() + microseconds);
}

void cm_timer_free(cm_timer *timer) {
    g_source_destroy(&timer->source);
    g_source_unref(&timer->source);
}
