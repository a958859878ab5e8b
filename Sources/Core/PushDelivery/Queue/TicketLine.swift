/// Tickets in the order they came.
struct TicketLine: Hashable, Sendable {
    /// Taken tickets are forgotten together once there are this many, and more of them than of the others.
    private static let compactionCountMin = 64
    private var tickets: [PushTicket] = []
    private var taken = 0

    var isEmpty: Bool { taken == tickets.count }

    mutating func append(_ ticket: PushTicket) {
        tickets.append(ticket)
    }

    mutating func takeFirst() -> PushTicket? {
        guard taken < tickets.count else { return nil }
        let ticket = tickets[taken]
        taken += 1
        if taken >= Self.compactionCountMin, taken * 2 > tickets.count {
            tickets.removeFirst(taken)
            taken = 0
        }
        return ticket
    }
}
