import NativeMedia
import Testing

/// When connections have to use another network.
struct NetworkDifferenceTests {
    private let wifi = "192.168.1.2", cell = "10.20.0.7", renewed = "192.168.1.9"

    /// Whether each look asked for another network.
    private func looks(
        from known: Set<String>, over route: String?, _ seen: (addresses: Set<String>, route: String?)...
    ) -> [Bool] {
        var change = NetworkDifference(known, route: route)
        return seen.map { change.look($0.addresses, route: $0.route) }
    }

    /// The same without a default route.
    private func looks(from known: Set<String>, _ seen: Set<String>...) -> [Bool] {
        var change = NetworkDifference(known, route: nil)
        return seen.map { change.look($0, route: nil) }
    }

    @Test func `an address that goes while another is there asks for another network at once`() {
        #expect(looks(from: [wifi, cell], [cell], [cell]) == [true, false])
    }

    @Test func `a device without an address changes its network when it gets one`() {
        #expect(looks(from: [wifi], [], [], [cell], [cell]) == [false, false, true, false])
    }

    @Test func `a network that comes beside the one in use changes nothing`() {
        #expect(looks(from: [cell], [cell, wifi], [wifi]) == [false, true])
    }

    @Test func `an address that is replaced asks once, in either order`() {
        #expect(looks(from: [wifi], [wifi, renewed], [renewed]) == [false, true])
        #expect(looks(from: [wifi], [], [renewed], [renewed]) == [false, true, false])
    }

    @Test func `a default route over another interface asks, and none does not`() {
        let both: Set = [wifi, cell]
        let seen = looks(from: both, over: "rmnet0", (both, "wlan0"), (both, "wlan0"), (both, nil), (both, "wlan0"))
        #expect(seen == [true, false, false, true])
    }

    @Test func `a new lease of Wi-Fi asks for cellular, and for Wi-Fi as soon as it has its route again`() {
        let seen = looks(
            from: [wifi, cell], over: "wlan0", ([cell], "rmnet0"), ([cell, renewed], "rmnet0"),
            ([cell, renewed], "wlan0"))
        #expect(seen == [true, false, true])
    }

    @Test func `a route that comes before the address asks once the address is there`() {
        #expect(
            looks(from: [wifi], over: "wlan0", ([], nil), ([], "rmnet0"), ([cell], "rmnet0")) == [false, false, true])
    }
}
