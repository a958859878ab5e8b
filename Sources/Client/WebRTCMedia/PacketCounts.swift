/// Packets received and lost, to be compared with an earlier count.
struct PacketCounts: Hashable, Sendable {
    var received: UInt64 = 0
    var lost: Int64 = 0

    func receivedCount(since earlier: PacketCounts) -> UInt64 {
        received > earlier.received ? received - earlier.received : 0
    }

    func lostCount(since earlier: PacketCounts) -> Int64 { max(lost - earlier.lost, 0) }

    func fractionLost(since earlier: PacketCounts) -> Double {
        let lost = Double(lostCount(since: earlier))
        let all = Double(receivedCount(since: earlier)) + lost
        return all > 0 ? lost / all : 0
    }
}
