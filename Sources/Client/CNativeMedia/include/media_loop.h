#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A thread with a GLib main context: where every socket and timer of its connections lives.
typedef struct cm_loop cm_loop;
/// One deadline on a loop; armed again and again.
typedef struct cm_timer cm_timer;

/// Starts the thread; NULL when the system refuses one.
cm_loop *cm_loop_create(void);
/// Runs `run(context)` on the loop's thread, later and in the order posted, from any thread.
void cm_loop_post(cm_loop *loop, void (*run)(void *context), void *context);
bool cm_loop_is_current(const cm_loop *loop);
/// Ends the thread after everything posted has run, and frees the loop. May be called on the loop's own thread.
void cm_loop_stop(cm_loop *loop);

/// Looks a host name up without blocking; `resolved` gets the first numeric address of each family, or NULL for one that has
/// none, on the loop's thread, once.
void cm_loop_resolve(cm_loop *loop, const char *host,
                     void (*resolved)(void *context, const char *ipv4, const char *ipv6), void *context);

/// Disarmed at first. `fire` is called on the loop's thread.
cm_timer *cm_timer_create(cm_loop *loop, void (*fire)(void *context), void *context);
/// Fires once after `microseconds`; a negative value disarms. Replaces what was armed.
void cm_timer_arm(cm_timer *timer, int64_t microseconds);
/// No fire happens after this returns, when called on the loop's thread.
void cm_timer_free(cm_timer *timer);
