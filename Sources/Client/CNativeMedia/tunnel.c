#include <gio/gio.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "loop_private.h"
#include "media_tunnel.h"

struct cm_tunnel {
    gint references;
    GSocketListener *listener;
    GSocketClient *client;
    GTlsDatabase *roots;
    GCancellable *cancellable;
    gchar *host;
    uint16_t port;
    int connections;
};

typedef struct { cm_tunnel *tunnel; GSocketConnection *near; } passage;

static void tunnel_release(cm_tunnel *tunnel) {
    if (--tunnel->references > 0) return;
    g_object_unref(tunnel->listener);
    g_object_unref(tunnel->client);
    g_clear_object(&tunnel->roots);
    g_object_unref(tunnel->cancellable);
    g_free(tunnel->host);
    g_free(tunnel);
}

static void passage_end(passage *pass) {
    g_io_stream_close_async(G_IO_STREAM(pass->near), G_PRIORITY_DEFAULT, NULL, NULL, NULL);
    g_object_unref(pass->near);
    --pass->tunnel->connections;
    tunnel_release(pass->tunnel);
    g_free(pass);
}

static void spliced(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    g_io_stream_splice_finish(result, NULL);
    passage_end(data);
}

// Sound does not wait until a segment is full.
static void send_at_once(GSocketConnection *connection) {
    g_socket_set_option(g_socket_connection_get_socket(connection), IPPROTO_TCP, TCP_NODELAY, 1, NULL);
}

static void connected(GObject *source, GAsyncResult *result, gpointer data) {
    passage *pass = data;
    GSocketConnection *far = g_socket_client_connect_to_host_finish(G_SOCKET_CLIENT(source), result, NULL);
    if (!far) return passage_end(pass);
    send_at_once(far);
    // The time limit is for connecting: a call on hold says little.
    g_socket_set_timeout(g_socket_connection_get_socket(far), 0);
    g_io_stream_splice_async(G_IO_STREAM(pass->near), G_IO_STREAM(far),
                             G_IO_STREAM_SPLICE_CLOSE_STREAM1 | G_IO_STREAM_SPLICE_CLOSE_STREAM2, G_PRIORITY_DEFAULT,
                             pass->tunnel->cancellable, spliced, pass);
    g_object_unref(far);
}

// Asked about a certificate that the system's authorities do not answer for.
static gboolean is_trusted(GTlsConnection *connection, GTlsCertificate *certificate, GTlsCertificateFlags errors,
                           gpointer data) {
    (void)errors;
    cm_tunnel *tunnel = data;
    GSocketConnectable *identity = g_tls_client_connection_get_server_identity(G_TLS_CLIENT_CONNECTION(connection));
    return g_tls_database_verify_chain(tunnel->roots, certificate, G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, identity,
                                       NULL, G_TLS_DATABASE_VERIFY_NONE, NULL, NULL) == 0;
}

static void on_event(GSocketClient *client, GSocketClientEvent event, GSocketConnectable *connectable,
                     GIOStream *connection, gpointer data) {
    (void)client, (void)connectable;
    cm_tunnel *tunnel = data;
    if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING && tunnel->roots) {
        g_signal_connect(connection, "accept-certificate", G_CALLBACK(is_trusted), tunnel);
    }
}

static void accept_next(cm_tunnel *tunnel);

static void accepted(GObject *source, GAsyncResult *result, gpointer data) {
    cm_tunnel *tunnel = data;
    GError *error = NULL;
    GSocketConnection *near = g_socket_listener_accept_finish(G_SOCKET_LISTENER(source), result, NULL, &error);
    bool is_over = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error(&error);
    if (!is_over) accept_next(tunnel);
    if (near && (is_over || tunnel->connections >= CM_TUNNEL_CONNECTIONS_MAX)) g_clear_object(&near);
    if (near) {
        send_at_once(near);
        passage *pass = g_new(passage, 1);
        *pass = (passage){tunnel, near};
        ++tunnel->connections;
        ++tunnel->references;
        g_socket_client_connect_to_host_async(tunnel->client, tunnel->host, tunnel->port, tunnel->cancellable, connected,
                                              pass);
    }
    tunnel_release(tunnel);
}

static void accept_next(cm_tunnel *tunnel) {
    ++tunnel->references;
    g_socket_listener_accept_async(tunnel->listener, tunnel->cancellable, accepted, tunnel);
}

// GIO reads the system's authorities at its first use of TLS, which takes some 20 ms.
static gpointer system_read(gpointer unused) {
    GTlsDatabase *database = g_tls_backend_get_default_database(g_tls_backend_get_default());
    g_clear_object(&database);
    return unused;
}

static GOnce system_once = G_ONCE_INIT;

static gpointer system_reader_run(gpointer unused) { return g_once(&system_once, system_read, unused); }

static GThread *system_reader;

static void system_reader_join(void) { g_thread_join(system_reader); }

static void system_reader_start(void) {
    system_reader = g_thread_new("authorities", system_reader_run, NULL);
    // GnuTLS frees its tables when the process exits.
    atexit(system_reader_join);
}

void cm_tunnel_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, system_reader_start);
}

static void authorities_load(GTask *task, gpointer source, gpointer roots, GCancellable *cancellable) {
    (void)source, (void)cancellable;
    GError *error = NULL;
    g_once(&system_once, system_read, NULL);
    GTlsDatabase *database = roots ? g_tls_file_database_new(roots, &error) : NULL;
    if (error) g_task_return_error(task, error);
    else g_task_return_pointer(task, database, g_object_unref);
}

static void authorities_loaded(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    cm_tunnel *tunnel = data;
    GError *error = NULL;
    tunnel->roots = g_task_propagate_pointer(G_TASK(result), &error);
    if (error) g_socket_listener_close(tunnel->listener);
    else accept_next(tunnel);
    g_clear_error(&error);
    tunnel_release(tunnel);
}

// In a thread of its own, because the loop's sets up the call. Connections wait meanwhile.
static void load_authorities(cm_tunnel *tunnel, const char *roots) {
    cm_tunnel_prepare();
    ++tunnel->references;
    GTask *task = g_task_new(tunnel->client, tunnel->cancellable, authorities_loaded, tunnel);
    g_task_set_task_data(task, g_strdup(roots), g_free);
    g_task_run_in_thread(task, authorities_load);
    g_object_unref(task);
}

static uint16_t listen_here(GSocketListener *listener, bool ipv6) {
    GInetAddress *loopback = g_inet_address_new_loopback(ipv6 ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4);
    GSocketAddress *any_port = g_inet_socket_address_new(loopback, 0), *effective = NULL;
    uint16_t port = 0;
    if (g_socket_listener_add_address(listener, any_port, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &effective,
                                      NULL)) {
        port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(effective));
        g_object_unref(effective);
    }
    g_object_unref(any_port);
    g_object_unref(loopback);
    return port;
}

cm_tunnel *cm_tunnel_create(cm_loop *loop, const char *host, uint16_t port, const char *roots, bool ipv6,
                            uint16_t *local_port) {
    (void)loop;  // Answers come on the thread-default context, which is this loop's.
    if (roots && access(roots, R_OK) != 0) return NULL;
    cm_tunnel *tunnel = g_new0(cm_tunnel, 1);
    tunnel->references = 1;
    tunnel->listener = g_socket_listener_new();
    tunnel->client = g_socket_client_new();
    tunnel->cancellable = g_cancellable_new();
    tunnel->host = g_strdup(host);
    tunnel->port = port;
    g_socket_client_set_tls(tunnel->client, TRUE);
    g_socket_client_set_enable_proxy(tunnel->client, FALSE);
    g_socket_client_set_timeout(tunnel->client, 10);
    g_signal_connect(tunnel->client, "event", G_CALLBACK(on_event), tunnel);
    *local_port = listen_here(tunnel->listener, ipv6);
    if (*local_port == 0) {
        tunnel_release(tunnel);
        return NULL;
    }
    load_authorities(tunnel, roots);
    return tunnel;
}

void cm_tunnel_free(cm_tunnel *tunnel) {
    g_signal_handlers_disconnect_by_data(tunnel->client, tunnel);
    g_cancellable_cancel(tunnel->cancellable);
    g_socket_listener_close(tunnel->listener);
    tunnel_release(tunnel);
}
