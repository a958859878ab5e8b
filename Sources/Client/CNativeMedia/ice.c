#include <agent.h>
#include <string.h>
#include "loop_private.h"
#include "media_ice.h"

// A relay that the agent does not know yet.
typedef struct {
    NiceRelayType type;
    char *address, *user, *password;
    uint16_t port;
} relay;

struct cm_ice {
    cm_loop *loop;
    NiceAgent *agent;
    guint stream;
    gint last_state;
    gint closing;
    bool is_relay_only, has_stun, is_idle, expects_relays;
    // The families of our addresses, of which a relay over UDP needs one.
    bool has_version[7];
    GPtrArray *relays;
    // Turns of the loop before the agent is told of the relays; 0 once it knows them.
    int turns_left;
    cm_ice_callbacks callbacks;
};

static const guint component = 1;
// Milliseconds between two checks. libnice waits 20, where RFC 8445 §14.2 allows 5.
static const guint pacing = 5;
// Milliseconds without a check after which an agent stops looking for any, and gives up components without a pair. One
// that is ready stops at once, 50 being the least that libnice takes. New candidates begin its checks again.
static const guint idle_limit = 5000, idle_limit_ready = 50;
// Turns of the loop after which libnice has begun to ask the STUN server. It resolves even a numeric address later.
static const int stun_turns = 3;

static bool is_closing(cm_ice *ice) { return g_atomic_int_get(&ice->closing) != 0; }

static void on_candidate(NiceAgent *agent, NiceCandidate *candidate, gpointer data) {
    cm_ice *ice = data;
    gchar *line = is_closing(ice) ? NULL : nice_agent_generate_local_candidate_sdp(agent, candidate);
    static const char prefix[] = "a=candidate:";
    if (line && g_str_has_prefix(line, prefix)) ice->callbacks.candidate(ice->callbacks.context, line + strlen(prefix));
    g_free(line);
}

// Gathering ends when every server was asked and none is awaited.
static void report_end(cm_ice *ice) {
    if (is_closing(ice) || !ice->is_idle || ice->turns_left > 0 || ice->expects_relays) return;
    ice->callbacks.gathered(ice->callbacks.context);
}

static void on_gathered(NiceAgent *agent, guint stream, gpointer data) {
    (void)agent, (void)stream;
    cm_ice *ice = data;
    ice->is_idle = true;
    report_end(ice);
}

static void report_state(void *context) {
    cm_ice *ice = context;
    if (is_closing(ice)) return;
    gint state = 0;
    NiceComponentState now = nice_agent_get_component_state(ice->agent, ice->stream, component);
    bool is_ready = now == NICE_COMPONENT_STATE_READY;
    g_object_set(ice->agent, "idle-timeout", is_ready ? idle_limit_ready : idle_limit, NULL);
    switch (now) {
    case NICE_COMPONENT_STATE_CONNECTING: state = CM_ICE_CHECKING; break;
    case NICE_COMPONENT_STATE_CONNECTED:
    case NICE_COMPONENT_STATE_READY: state = CM_ICE_CONNECTED; break;
    case NICE_COMPONENT_STATE_FAILED: state = CM_ICE_FAILED; break;
    default: break;
    }
    if (state == 0 || state == ice->last_state) return;
    ice->last_state = state;
    ice->callbacks.state(ice->callbacks.context, state);
}

static void on_state(NiceAgent *agent, guint stream, guint which, guint state, gpointer data) {
    (void)agent, (void)stream, (void)which, (void)state;
    cm_ice *ice = data;
    // A send from another thread may emit what libnice had queued.
    if (cm_loop_is_current(ice->loop)) report_state(ice);
    else cm_loop_post(ice->loop, report_state, ice);
}

static void on_received(NiceAgent *agent, guint stream, guint which, guint count, gchar *bytes, gpointer data) {
    (void)agent, (void)stream, (void)which;
    cm_ice *ice = data;
    if (!is_closing(ice)) ice->callbacks.received(ice->callbacks.context, (const uint8_t *)bytes, count);
}

static void relay_free(gpointer data) {
    relay *known = data;
    g_free(known->address);
    g_free(known->user);
    g_free(known->password);
    g_free(known);
}

// libnice writes warnings to the standard error of the app, such as of a STUN server that an agent had no time to ask. The
// candidates and states that the callbacks report tell more.
static void drop_warning(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain, (void)level, (void)message, (void)data;
}

cm_ice *cm_ice_create(cm_loop *loop, bool controlling, bool relay_only, cm_ice_callbacks callbacks) {
    static gsize is_quiet = 0;
    if (g_once_init_enter(&is_quiet)) {
        g_log_set_handler("libnice", G_LOG_LEVEL_WARNING, drop_warning, NULL);
        g_once_init_leave(&is_quiet, 1);
    }
    cm_ice *ice = g_new0(cm_ice, 1);
    ice->loop = loop;
    ice->is_relay_only = relay_only;
    ice->relays = g_ptr_array_new_with_free_func(relay_free);
    ice->callbacks = callbacks;
    ice->agent = nice_agent_new_full(cm_loop_context(loop), NICE_COMPATIBILITY_RFC5245, NICE_AGENT_OPTION_ICE_TRICKLE);
    // libnice's defaults would multicast for UPnP and open TCP listeners for every agent.
    g_object_set(ice->agent, "upnp", FALSE, "ice-tcp", FALSE, "controlling-mode", (gboolean)controlling,
                 "force-relay", (gboolean)relay_only, "stun-pacing-timer", pacing, "idle-timeout", idle_limit, NULL);
    g_signal_connect(ice->agent, "new-candidate-full", G_CALLBACK(on_candidate), ice);
    g_signal_connect(ice->agent, "candidate-gathering-done", G_CALLBACK(on_gathered), ice);
    g_signal_connect(ice->agent, "component-state-changed", G_CALLBACK(on_state), ice);
    ice->stream = nice_agent_add_stream(ice->agent, 1);
    nice_agent_attach_recv(ice->agent, ice->stream, component, cm_loop_context(loop), on_received, ice);
    return ice;
}

bool cm_ice_add_local_address(cm_ice *ice, const char *address) {
    NiceAddress parsed;
    nice_address_init(&parsed);
    if (!nice_address_set_from_string(&parsed, address)) return false;
    ice->has_version[nice_address_ip_version(&parsed)] = true;
    return nice_agent_add_local_address(ice->agent, &parsed);
}

void cm_ice_set_port_range(cm_ice *ice, uint16_t first, uint16_t last) {
    nice_agent_set_port_range(ice->agent, ice->stream, component, first, last);
}

void cm_ice_set_stun(cm_ice *ice, const char *address, uint16_t port) {
    ice->has_stun = !ice->is_relay_only;
    g_object_set(ice->agent, "stun-server", address, "stun-server-port", (guint)port, NULL);
}

void cm_ice_add_relay(cm_ice *ice, const char *address, uint16_t port, bool tcp, const char *user,
                      const char *password) {
    relay *added = g_new(relay, 1);
    *added = (relay){tcp ? NICE_RELAY_TYPE_TURN_TCP : NICE_RELAY_TYPE_TURN_UDP, g_strdup(address), g_strdup(user),
                     g_strdup(password), port};
    g_ptr_array_add(ice->relays, added);
}

static guint count_sockets(cm_ice *ice) {
    GPtrArray *sockets = nice_agent_get_sockets(ice->agent, ice->stream, component);
    guint count = sockets ? sockets->len : 0;
    if (sockets) g_ptr_array_unref(sockets);
    return count;
}

// The agent tells of the end of gathering once more if it asks any of them.
static void tell_relays(cm_ice *ice) {
    guint sockets = count_sockets(ice);
    bool is_asked = false;
    for (guint index = 0; index < ice->relays->len; index++) {
        relay *known = g_ptr_array_index(ice->relays, index);
        NiceAddress server;
        nice_address_init(&server);
        if (!nice_address_set_from_string(&server, known->address)) continue;
        bool is_udp = known->type == NICE_RELAY_TYPE_TURN_UDP;
        if (is_udp && ice->has_version[nice_address_ip_version(&server)]) is_asked = true;
        nice_agent_set_relay_info(ice->agent, ice->stream, component, known->address, known->port, known->user,
                                  known->password, known->type);
    }
    g_ptr_array_set_size(ice->relays, 0);
    if (is_asked || count_sockets(ice) > sockets) ice->is_idle = false;
}

static void take_turn(void *context) {
    cm_ice *ice = context;
    if (is_closing(ice)) return;
    if (--ice->turns_left > 0) {
        cm_loop_post(ice->loop, take_turn, ice);
    } else {
        tell_relays(ice);
        report_end(ice);
    }
}

// libnice offers the answer of a server to each request from that socket, in turn. A request to a relay refuses the answer
// of a STUN server, which has no magic cookie, and ends that; a request to a STUN server passes a relay's answer on. So
// the STUN server is asked first. Otherwise it gives no candidate, and gathering ends two seconds later.
bool cm_ice_gather(cm_ice *ice, bool expects_relays) {
    ice->expects_relays = expects_relays;
    if (!ice->has_stun || ice->relays->len == 0) {
        tell_relays(ice);
        return nice_agent_gather_candidates(ice->agent, ice->stream);
    }
    ice->turns_left = stun_turns;
    if (!nice_agent_gather_candidates(ice->agent, ice->stream)) return false;
    cm_loop_post(ice->loop, take_turn, ice);
    return true;
}

void cm_ice_ask_relays(cm_ice *ice) {
    if (ice->turns_left == 0) tell_relays(ice);
}

void cm_ice_end_relays(cm_ice *ice) {
    ice->expects_relays = false;
    report_end(ice);
}

bool cm_ice_local_credentials(cm_ice *ice, char *fragment, char *password) {
    gchar *local_fragment = NULL, *local_password = NULL;
    if (!nice_agent_get_local_credentials(ice->agent, ice->stream, &local_fragment, &local_password)) return false;
    g_strlcpy(fragment, local_fragment, 257);
    g_strlcpy(password, local_password, 257);
    g_free(local_fragment);
    g_free(local_password);
    return true;
}

bool cm_ice_set_remote_credentials(cm_ice *ice, const char *fragment, const char *password) {
    return nice_agent_set_remote_credentials(ice->agent, ice->stream, fragment, password);
}

// A restart keeps sockets and candidates. It makes new credentials for us, which the other peer does not know.
bool cm_ice_replace_remote_credentials(cm_ice *ice, const char *fragment, const char *password) {
    gchar *local_fragment = NULL, *local_password = NULL;
    if (!nice_agent_get_local_credentials(ice->agent, ice->stream, &local_fragment, &local_password)) return false;
    bool is_replaced = nice_agent_restart_stream(ice->agent, ice->stream) &&
                       nice_agent_set_local_credentials(ice->agent, ice->stream, local_fragment, local_password) &&
                       nice_agent_set_remote_credentials(ice->agent, ice->stream, fragment, password);
    g_free(local_fragment);
    g_free(local_password);
    return is_replaced;
}

bool cm_ice_add_remote_candidate(cm_ice *ice, const char *line) {
    gchar *attribute = g_strconcat("a=", line, NULL);
    NiceCandidate *candidate = nice_agent_parse_remote_candidate_sdp(ice->agent, ice->stream, attribute);
    g_free(attribute);
    if (!candidate) return false;
    int added = 0;
    if (candidate->component_id == component && candidate->transport == NICE_CANDIDATE_TRANSPORT_UDP) {
        GSList *list = g_slist_append(NULL, candidate);
        added = nice_agent_set_remote_candidates(ice->agent, ice->stream, component, list);
        g_slist_free(list);
    }
    nice_candidate_free(candidate);
    return added > 0;
}

void cm_ice_end_remote_candidates(cm_ice *ice) { nice_agent_peer_candidate_gathering_done(ice->agent, ice->stream); }

bool cm_ice_send(cm_ice *ice, const uint8_t *bytes, size_t count) {
    if (is_closing(ice)) return false;
    return nice_agent_send(ice->agent, ice->stream, component, (guint)count, (const gchar *)bytes) == (gint)count;
}

static const char *kind_name(NiceCandidateType type) {
    switch (type) {
    case NICE_CANDIDATE_TYPE_HOST: return "host";
    case NICE_CANDIDATE_TYPE_SERVER_REFLEXIVE: return "srflx";
    case NICE_CANDIDATE_TYPE_PEER_REFLEXIVE: return "prflx";
    default: return "relay";
    }
}

bool cm_ice_selected_kinds(cm_ice *ice, const char **local, const char **remote) {
    NiceCandidate *ours = NULL, *theirs = NULL;
    if (is_closing(ice)) return false;
    if (!nice_agent_get_selected_pair(ice->agent, ice->stream, component, &ours, &theirs)) return false;
    *local = kind_name(ours->type);
    *remote = kind_name(theirs->type);
    return true;
}

bool cm_ice_selected_relay(cm_ice *ice, char *address, uint16_t *port) {
    NiceCandidate *ours = NULL, *theirs = NULL;
    if (is_closing(ice)) return false;
    if (!nice_agent_get_selected_pair(ice->agent, ice->stream, component, &ours, &theirs)) return false;
    if (ours->type != NICE_CANDIDATE_TYPE_RELAYED) return false;
    NiceAddress server;
    nice_address_init(&server);
    nice_candidate_relay_address(ours, &server);
    if (!nice_address_is_valid(&server)) return false;
    nice_address_to_string(&server, address);
    *port = (uint16_t)nice_address_get_port(&server);
    return true;
}

static void on_closed(GObject *agent, GAsyncResult *result, gpointer data) {
    (void)agent, (void)result;
    cm_ice *ice = data;
    ice->callbacks.closed(ice->callbacks.context);
}

void cm_ice_close(cm_ice *ice) {
    if (g_atomic_int_exchange(&ice->closing, 1) != 0) return;
    nice_agent_attach_recv(ice->agent, ice->stream, component, cm_loop_context(ice->loop), NULL, NULL);
    g_signal_handlers_disconnect_by_data(ice->agent, ice);
    nice_agent_close_async(ice->agent, on_closed, ice);
}

static void free_on_loop(void *context) {
    cm_ice *ice = context;
    g_object_unref(ice->agent);
    g_ptr_array_unref(ice->relays);
    g_free(ice);
}

void cm_ice_free(cm_ice *ice) { cm_loop_post(ice->loop, free_on_loop, ice); }
