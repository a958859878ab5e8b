import Glibc

/// The addresses of this machine that media may use, and the interfaces that have them.
public enum LocalAddresses {
    /// The most addresses; more would only multiply connectivity checks.
    package static let countMax = 8

    private struct Interface {
        var name: String
        var address: String
        var isLoopback: Bool

        var isOutside: Bool { !isLoopback && !isLinkLocal(address) && !isBridge(name) }
    }

    /// The addresses that a peer can reach, or loopback if there is no other.
    ///
    /// It omits link-local addresses, which need a zone that the peer does not know, and bridges to containers and
    /// virtual machines, which lead to no peer.
    ///
    /// - Parameter preference: which interfaces to use; nil for all.
    static func usable(_ preference: NetworkPreference?) -> [String] {
        let all = interfaces()
        let found = all.filter(\.isOutside)
        let names = found.map(\.name)
        let outside = found.filter { preference?.uses($0.name, of: names) ?? true }
        let chosen = outside.isEmpty ? all.filter { $0.address == "127.0.0.1" } : outside
        return Array(chosen.lazy.map(\.address).prefix(countMax))
    }

    /// The name of an interface that leads to other networks and is not that of the default route; nil if there is none,
    /// or if that route is a tunnel's.
    public static func interfaceBesideDefaultRoute() -> String? {
        NetworkPreference.current().alternative(among: interfaces().filter(\.isOutside).map(\.name))
    }

    /// The addresses at which other machines can reach this one.
    static func reachable() -> Set<String> { Set(interfaces().lazy.filter(\.isOutside).map(\.address)) }

    /// Whether a socket can be bound to the address.
    package static func isHere(_ address: String) -> Bool {
        isNumeric(address) && (address.hasPrefix("127.") || interfaces().contains { $0.address == address })
    }

    package static func isNumeric(_ host: String) -> Bool {
        var buffer = in6_addr()
        return inet_pton(AF_INET, host, &buffer) == 1 || inet_pton(AF_INET6, host, &buffer) == 1
    }

    private static func isLinkLocal(_ address: String) -> Bool {
        address.hasPrefix("169.254.") || address.lowercased().hasPrefix("fe80:")
    }

    private static func isBridge(_ name: String) -> Bool {
        ["docker", "br-", "virbr", "veth", "cni"].contains { name.hasPrefix($0) }
    }

    private static func interfaces() -> [Interface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [Interface] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int32(bitPattern: entry.ifa_flags)
            // An interface without cable or radio keeps its addresses, so it must be running.
            let works = Int32(IFF_UP) | Int32(IFF_RUNNING)
            guard flags & works == works, let text = numeric(entry.ifa_addr) else { continue }
            let isLoopback = flags & Int32(IFF_LOOPBACK) != 0
            found.append(Interface(name: String(cString: entry.ifa_name), address: text, isLoopback: isLoopback))
        }
        return found
    }

    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address else { return nil }
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 && $0 != 0x25 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
