import ExchangeCore
import Explorer

/// A state of the explored system: the exchange itself, the phones, and the messages on their way between them.
package struct RingState: Hashable, Sendable {
    typealias Faults = RingModel.Faults

    /// A message on its way.
    package struct Packet: Hashable, Comparable, Sendable {
        package enum Kind: Int, Hashable, Sendable {
            // To the exchange.
            case dial, answer, hangUp
            // To a phone.
            case invite, answered, bye
            /// The phone is back, and its call still stands, or does not.
            case listed, unlisted
            // Of media that connects while it rings: a device describes its own, is asked for that with its invitation,
            // and the caller is given it.
            case describe, askingInvite, early
        }

        let kind: Kind
        let party: Int
        let connection: ConnectionID
        /// The device whose media a message to the caller describes; 0 if media does not connect while it rings.
        var describer = 0

        package static func < (left: Packet, right: Packet) -> Bool {
            (left.party, left.connection, left.kind.rawValue, left.describer)
                < (right.party, right.connection, right.kind.rawValue, right.describer)
        }
    }

    @Shared var sides: RingParticipants
    @Shared var wires = RingChannel()
    var faults: Faults

    var exchange: Exchange { sides.exchange }
    package var checker: ExchangeChecker { sides.checker }
    var network: [Packet] { wires.packets }

    init(sides: RingParticipants, faults: Faults) {
        _sides = Shared(sides)
        self.faults = faults
    }

    /// Whether a phone has hung up without a reply, so that it must repeat its hang-up.
    func mustRepeatHangUp(_ party: Int) -> Bool {
        sides.parties[party].phase == .hangingUp && sides.parties[party].connection != nil
            && !network.contains { $0.party == party && $0.kind == .hangUp }
    }

    /// Whether a correcting message is on its way to every phone that wrongly believes it is in the call.
    var whoIsWrongHasEvents: Bool {
        sides.mistaken.allSatisfy { party in
            network.contains { $0.party == party && ($0.kind == .bye || $0.kind == .unlisted) }
        }
    }
}

/// The messages on their way between the exchange and the phones.
struct RingChannel: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        case put(RingState.Packet)
        case remove(RingState.Packet)
        /// Removes messages about the end to a phone that is done with the call.
        case dropByes(party: Int)
        /// Removes a connection's messages.
        case cut(ConnectionID)
    }

    /// Sorted, so that equal multisets are equal arrays.
    private(set) var packets: [RingState.Packet] = []

    mutating func perform(_ change: Change) {
        switch change {
        case .put(let packet): packets.insert(packet, at: packets.firstIndex { packet < $0 } ?? packets.endIndex)
        case .remove(let packet): if let index = packets.firstIndex(of: packet) { packets.remove(at: index) }
        case .dropByes(let party): packets.removeAll { $0.party == party && $0.kind == .bye }
        case .cut(let connection): packets.removeAll { $0.connection == connection }
        }
    }
}
