internal import NIOHTTP1
internal import Verto

/// Which addresses of the port speak Verto.
enum VertoAddress {
    /// Headers of the answer to an upgrade; nil: this address is no WebSocket.
    ///
    /// Any path will do, as with FreeSWITCH, but for those of the API. A client that offers sub-protocols and `verto`
    /// among them is told so: browsers insist. Source: RFC 6455 §4.2.2.
    static func upgradeHeaders(for head: HTTPRequestHead) -> HTTPHeaders? {
        let path = head.uri.prefix { $0 != "?" }
        guard head.method == .GET, !path.hasPrefix("/api/"), path != "/metrics", path != "/healthz" else { return nil }
        let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
        return offered.contains("verto") ? ["Sec-WebSocket-Protocol": "verto"] : [:]
    }

    /// The dialect an address asks for by `dialect=telnyx` or `dialect=freeswitch`, for clients whose login tells nothing
    /// or the wrong thing; nil: it asks for none. What else stands in an address, such as `voice_sdk_id`, is no concern.
    static func dialect(in address: String) -> VertoDialect? {
        switch RequestQuery(uri: address)?["dialect"]?.lowercased() {
        case "telnyx": .telnyx
        case "freeswitch": .freeSwitch
        default: nil
        }
    }
}
