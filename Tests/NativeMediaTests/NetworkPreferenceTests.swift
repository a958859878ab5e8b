import NativeMedia
import Testing

/// Which interfaces a connection uses where several lead to other networks.
struct NetworkPreferenceTests {
    private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    private static let none =
        "fe800000000000000000000000000000 40 00000000000000000000000000000000 00 "
        + "00000000000000000000000000000000 00000100 00000001 00000000 00000001    wlan0\n"

    private static func route(_ interface: String, metric: UInt32, flags: String = "0003") -> String {
        "\(interface)\t00000000\t0101A8C0\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0\n"
    }

    private static func routeOfIPv6(_ interface: String, metric: String, flags: String = "00000003") -> String {
        let zero = String(repeating: "0", count: 32)
        let hop = "fe800000000000000000000000000001"
        return "\(zero) 00 \(zero) 00 \(hop) \(metric) 00000001 00000000 \(flags) \(interface)\n"
    }

    private func interface(_ ipv4: String, _ ipv6: String = "") -> String? {
        NetworkPreference(ipv4: Self.head + ipv4, ipv6: ipv6).defaultInterface
    }

    private func used(_ interfaces: [String], default interface: String?) -> [String] {
        let preference = NetworkPreference(defaultInterface: interface)
        return interfaces.filter { preference.uses($0, of: interfaces) }
    }

    @Test func `a cellular network is left out while the default route is another's`() {
        #expect(used(["wlan0", "rmnet0"], default: "wlan0") == ["wlan0"])
        #expect(used(["enp3s0", "wlan0", "wwp0s20u4"], default: "enp3s0") == ["enp3s0", "wlan0"])
    }

    @Test func `a system that routes over the cellular network has all in use`() {
        #expect(used(["wlan0", "rmnet0"], default: "rmnet0") == ["wlan0", "rmnet0"])
    }

    @Test func `without a default route, or if its interface has no address, all are used`() {
        #expect(used(["wlan0", "rmnet0"], default: nil) == ["wlan0", "rmnet0"])
        #expect(used(["rmnet0", "eth1"], default: "wlan0") == ["rmnet0", "eth1"])
    }

    private func alternative(_ interfaces: [String], default interface: String?) -> String? {
        NetworkPreference(defaultInterface: interface).alternative(among: interfaces)
    }

    @Test func `a connection that the default route does not carry goes over another interface`() {
        #expect(alternative(["wlan0", "rmnet0"], default: "wlan0") == "rmnet0")
        #expect(alternative(["wlan0", "rmnet0"], default: "rmnet0") == "wlan0")
        #expect(alternative(["wlan0", "wlan0"], default: "wlan0") == nil)
        #expect(alternative(["wlan0"], default: nil) == nil, "without a route nothing leads anywhere")
    }

    @Test func `a tunnel with the default route is not left, and one beside it is not entered`() {
        #expect(alternative(["tun0", "wlan0", "rmnet0"], default: "tun0") == nil)
        #expect(alternative(["wg0", "wlan0", "rmnet0"], default: "wlan0") == "rmnet0")
    }

    @Test func `networks that cost nothing are never left out`() {
        #expect(used(["tun0", "wlan0", "eth0"], default: "wlan0") == ["tun0", "wlan0", "eth0"])
    }

    @Test func `of several default routes the one with the lowest metric counts`() {
        let routes = Self.route("rmnet0", metric: 700) + Self.route("wlan0", metric: 600)
        #expect(interface(routes) == "wlan0")
        #expect(interface(routes.replacing("\t600\t", with: "\t20600\t")) == "rmnet0")
    }

    @Test func `a route to one network, one that is down and one that refuses are no default routes`() {
        let local = "wlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0\n"
        #expect(interface(local) == nil)
        #expect(interface(Self.route("wlan0", metric: 600, flags: "0002")) == nil)
        #expect(interface(Self.route("wlan0", metric: 600, flags: "0203")) == nil)
    }

    @Test func `IPv6 counts where IPv4 has no default route`() {
        let routes =
            Self.none + Self.routeOfIPv6("lo", metric: "ffffffff", flags: "00200200")
            + Self.routeOfIPv6("rmnet0", metric: "00000400") + Self.routeOfIPv6("wlan0", metric: "00000258")
        #expect(interface("", routes) == "wlan0")
        #expect(interface(Self.route("rmnet0", metric: 700), routes) == "rmnet0")
    }

    @Test func `a table that is none of the kernel's names no interface`() {
        for text in ["", "\n\n", "wlan0", "wlan0\t0\t0\t0003\t0\t0\tx\t0\t0\t0\t0"] {
            #expect(NetworkPreference(ipv4: text, ipv6: text).defaultInterface == nil)
        }
    }
}
