/// Which addresses of the port belong to broadcasting.
enum BroadcastAddress {
    /// The key of the application a client wants to listen to: `/app/{key}`, with or without a query.
    static func key(of uri: String) -> Substring? {
        let path = uri.prefix { $0 != "?" }
        guard path.hasPrefix("/app/") else { return nil }
        return path.dropFirst(5)
    }

    /// Whether a request is one of an application's server.
    static func isRequest(_ uri: String) -> Bool { uri.hasPrefix("/apps/") }
}
