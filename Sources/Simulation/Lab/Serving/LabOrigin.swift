/// The check that a request comes from the Lab's own page, and not from a page of another site or by another name.
package struct LabOrigin: Hashable, Sendable {
    /// The names by which a browser may know the Lab.
    private let hosts: Set<String>

    /// - Parameters:
    ///   - host: the address that is listened on.
    package init(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        var names = [name]
        if ["127.0.0.1", "::1"].contains(host) { names += ["localhost", "127.0.0.1"] }
        hosts = Set(names.map { "\($0):\(port)" })
    }

    /// Whether the `Host` header is a name of the Lab: a page of another site whose name leads here has its own.
    package func isOwn(host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

    /// Whether a WebSocket may be opened: `Origin` must be this very host.
    package func accepts(host: String?, origin: String?) -> Bool {
        guard let host = host?.lowercased(), isOwn(host: host), let origin = origin?.lowercased() else { return false }
        return origin == "http://\(host)"
    }
}
