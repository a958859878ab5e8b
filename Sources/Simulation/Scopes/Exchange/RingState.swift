import ExchangeCore
import Explorer

/// A moment of the explored system: the exchange itself, the phones, and what is on its way between them.
package struct RingState: Hashable, Sendable {
    typealias Faults = RingModel.Faults

    /// A message on its way.
    package struct Packet: Hashable, Comparable, Sendable {
        package enum Kind: Int, Hashable, Sendable {
            // To the exchange.
            case dial, answer, hangUp
            // To a phone.
            case invite, answered, bye
            /// The phone is back, and its call still stands; or no longer does.
            case listed, unlisted
        }

        let kind: Kind
        let party: Int
        let connection: ConnectionID

        package static func < (left: Packet, right: Packet) -> Bool {
            (left.party, left.connection, left.kind.rawValue) < (right.party, right.connection, right.kind.rawValue)
        }
    }

    @Shared var sides: RingSides
    @Shared var wires = RingWires()
    var faults: Faults

    var exchange: Exchange { sides.exchange }
    package var checker: ExchangeChecker { sides.checker }
    var network: [Packet] { wires.packets }

    init(sides: RingSides, faults: Faults) {
        _sides = Shared(sides)
        self.faults = faults
    }

    /// Whether a phone has hung up and hears nothing, so that it says so again.
    func mustRepeatHangUp(_ party: Int) -> Bool {
        sides.parties[party].phase == .hangingUp && sides.parties[party].connection != nil
            && !network.contains { $0.party == party && $0.kind == .hangUp }
    }

    /// Whether for every phone that wrongly believes to be in the call something is on the way that will tell it.
    var whoIsWrongHasNews: Bool {
        sides.mistaken.allSatisfy { party in
            network.contains { $0.party == party && ($0.kind == .bye || $0.kind == .unlisted) }
        }
    }
}
