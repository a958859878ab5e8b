import Foundation

/// Decides which interfaces a connection uses where several lead to other networks.
///
/// libnice ranks addresses by their place in the kernel's list and by nothing else, and an application cannot change
/// that. So the interfaces that a person pays for by volume are left out while the one of the default route is another.
/// That route is the system's choice: it prefers cable and Wi-Fi, and drops a network that leads nowhere.
package struct NetworkPreference: Hashable, Sendable {
    /// The interface of the default route; nil if there is no such route.
    package let defaultInterface: String?

    package init(defaultInterface: String?) { self.defaultInterface = defaultInterface }

    /// Reads the kernel's tables of routes, as text of `/proc/net/route` and `/proc/net/ipv6_route`. IPv6 counts where
    /// IPv4 has no default route.
    package init(ipv4 table: String, ipv6 tableOfIPv6: String) {
        let routes = table.split(separator: "\n").compactMap { line in Self.route(fieldsOfIPv4: Self.fields(line)) }
        let others = tableOfIPv6.split(separator: "\n").compactMap { line in
            Self.route(fieldsOfIPv6: Self.fields(line))
        }
        let best = (routes.isEmpty ? others : routes).min { $0.metric < $1.metric }
        self.init(defaultInterface: best?.interface)
    }

    /// The preference as of now.
    static func current() -> NetworkPreference {
        let read = { (name: String) in (try? String(contentsOfFile: "/proc/net/\(name)", encoding: .utf8)) ?? "" }
        return NetworkPreference(ipv4: read("route"), ipv6: read("ipv6_route"))
    }

    /// Whether a connection that may choose uses the interface.
    ///
    /// - Parameter interfaces: the names of all interfaces that lead to other networks.
    package func uses(_ name: String, of interfaces: some Sequence<String>) -> Bool {
        guard let defaultInterface, !Self.isCellular(defaultInterface) else { return true }
        return !Self.isCellular(name) || !interfaces.contains(defaultInterface)
    }

    /// The interface for a connection that the one of the default route does not carry; nil if there is none.
    ///
    /// A person who sends everything through a tunnel does not want a connection beside it.
    ///
    /// - Parameter interfaces: the names of all interfaces that lead to other networks.
    package func alternative(among interfaces: some Sequence<String>) -> String? {
        guard let defaultInterface, !Self.isTunnel(defaultInterface) else { return nil }
        return interfaces.first { $0 != defaultInterface && !Self.isTunnel($0) }
    }

    /// Whether the name is one that the kernel, OpenVPN, WireGuard or an IPsec daemon gives to a tunnel.
    private static func isTunnel(_ name: String) -> Bool {
        ["tun", "tap", "wg", "ppp", "ipsec"].contains { name.hasPrefix($0) }
    }

    /// Whether the name is of a cellular interface. Source: the kernel's and systemd's names of WWAN interfaces, and those
    /// of Android, which libwebrtc reads the same way.
    package static func isCellular(_ name: String) -> Bool {
        ["rmnet", "ww", "ccmni"].contains { name.hasPrefix($0) }
    }

    private struct Route {
        let interface: String
        let metric: UInt32
    }

    private static func fields(_ line: Substring) -> [Substring] { line.split { $0 == " " || $0 == "\t" } }

    /// Interface, destination, gateway, flags, references, uses, metric (decimal), mask, …
    private static func route(fieldsOfIPv4 fields: [Substring]) -> Route? {
        guard fields.count >= 8, UInt32(fields[1], radix: 16) == 0, UInt32(fields[7], radix: 16) == 0,
            let metric = UInt32(fields[6]), isUsable(flags: fields[3])
        else { return nil }
        return Route(interface: String(fields[0]), metric: metric)
    }

    /// Destination, length of its prefix, source, length of its prefix, next hop, metric (hexadecimal), references, uses,
    /// flags, interface.
    private static func route(fieldsOfIPv6 fields: [Substring]) -> Route? {
        guard fields.count == 10, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
            let metric = UInt32(fields[5], radix: 16), isUsable(flags: fields[8])
        else { return nil }
        return Route(interface: String(fields[9]), metric: metric)
    }

    /// The route is up, and does not refuse packets (RTF_UP, RTF_REJECT).
    private static func isUsable(flags: Substring) -> Bool {
        UInt32(flags, radix: 16).map { $0 & 0x1 != 0 && $0 & 0x200 == 0 } ?? false
    }
}
