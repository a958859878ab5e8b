internal import NIOHTTP1

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
}
