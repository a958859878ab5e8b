import NativeMedia
import Testing

/// When connections have to find another way.
struct AddressLossTests {
    private let wifi = "192.168.1.2", cell = "10.20.0.7", renewed = "192.168.1.9"

    /// Whether each look asked for another way.
    private func looks(from known: Set<String>, _ seen: Set<String>...) -> [Bool] {
        var loss = AddressLoss(known)
        return seen.map { loss.look($0) }
    }

    @Test func `an address that goes while another is there asks for another way at once`() {
        #expect(looks(from: [wifi, cell], [cell], [cell]) == [true, false])
    }

    @Test func `a device without an address looks for a path when it gets one`() {
        #expect(looks(from: [wifi], [], [], [cell], [cell]) == [false, false, true, false])
    }

    @Test func `a network that comes beside the one in use changes nothing`() {
        #expect(looks(from: [cell], [cell, wifi], [wifi]) == [false, true])
    }

    @Test func `an address that is replaced asks once, in either order`() {
        #expect(looks(from: [wifi], [wifi, renewed], [renewed]) == [false, true])
        #expect(looks(from: [wifi], [], [renewed], [renewed]) == [false, true, false])
    }
}
