/// The origins from which a page may open a socket. Any website that is open in a browser on this machine could ask.
package struct PageOrigins: Sendable {
    /// The hosts of this machine, from which every page may come.
    private static let ownHosts = ["localhost", "127.0.0.1", "[::1]"]

    private let others: [String]

    /// - Parameter others: the origins besides this machine's.
    package init(_ others: [String] = []) {
        self.others = others
    }

    /// - Parameter origin: the `origin` header; nil for a program, which could send any.
    package func admits(_ origin: String?) -> Bool {
        guard let origin else { return true }
        return others.contains(origin) || Self.host(of: origin).map(Self.ownHosts.contains) ?? false
    }

    /// The host of `scheme://host:port`; nil for an opaque origin.
    private static func host(of origin: String) -> String? {
        guard let start = origin.firstRange(of: "://")?.upperBound else { return nil }
        let rest = origin[start...]
        // The colons of an address of IPv6 are in brackets.
        let end = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 } ?? rest.endIndex
        return String(rest[..<end])
    }
}
