import ExchangeCore

/// What is on its way between the exchange and the phones.
struct RingWires: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        case put(RingState.Packet)
        case take(RingState.Packet)
        /// A phone that is done with the call hears no farewell.
        case dropFarewells(party: Int)
        /// A connection is gone with what was on its way.
        case cut(ConnectionID)
    }

    /// In order, so that equal multisets are equal.
    private(set) var packets: [RingState.Packet] = []

    mutating func perform(_ change: Change) {
        switch change {
        case .put(let packet): packets.insert(packet, at: packets.firstIndex { packet < $0 } ?? packets.endIndex)
        case .take(let packet): if let index = packets.firstIndex(of: packet) { packets.remove(at: index) }
        case .dropFarewells(let party): packets.removeAll { $0.party == party && $0.kind == .bye }
        case .cut(let connection): packets.removeAll { $0.connection == connection }
        }
    }
}
