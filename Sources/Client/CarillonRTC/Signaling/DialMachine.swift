/// Decides when a dial tries to connect once more beside an attempt that waits.
///
/// TCP repeats a lost SYN only after a second (RFC 6298 §2.1), and the first packet over a network that has just come up
/// is often lost. A connection whose handshake was repeated is worse than a new one: TCP takes that second for the
/// network's round trip, and from then on repeats a lost packet after three seconds. So an attempt is given up before
/// that. The first attempt that connects is used.
///
/// A network may carry nothing any more without going down, and the system goes on sending over it. So every second
/// attempt from the third on goes over another interface, where the device has one.
package struct DialMachine: Hashable, Sendable {
    /// The delay between two attempts. Source: RFC 8305 §5.
    package static let delay: Duration = .milliseconds(250)
    /// The most attempts that wait at the same time. An attempt beyond gives the oldest one up.
    package static let pendingMax = 3
    /// The first attempt over another interface, half a second after the first: most networks have answered by then.
    private static let firstElsewhere = 2
    /// The most attempts. After the last one, those that wait have all the time of the dial: the network may be slow.
    package static let attemptsMax = 8

    private var begun = 0
    private var pending: [Int] = []
    private var isOver = false

    package init() {}

    package mutating func handle(_ event: DialEvent, into effects: inout [DialEffect]) {
        switch event {
        case .began, .delayPassed: if !isOver { begin(into: &effects) }
        case .connected(let attempt):
            guard !isOver, pending.contains(attempt) else { return effects.append(.close(attempt)) }
            isOver = true
            effects.append(.use(attempt))
            effects += pending.filter { $0 != attempt }.map { .close($0) }
        case .failed(let attempt):
            guard let place = pending.firstIndex(of: attempt) else { return }
            pending.remove(at: place)
            guard !isOver, pending.isEmpty else { return }
            isOver = true
            effects.append(.fail)
        }
    }

    private mutating func begin(into effects: inout [DialEffect]) {
        guard begun < Self.attemptsMax else { return }
        pending.append(begun)
        let isElsewhere = begun >= Self.firstElsewhere && begun % 2 == 0
        effects.append(isElsewhere ? .attemptElsewhere(begun) : .attempt(begun))
        begun += 1
        if begun < Self.attemptsMax { effects.append(.wait(Self.delay)) }
        if pending.count > Self.pendingMax { effects.append(.close(pending.removeFirst())) }
    }
}

/// An event of a dial; its attempts are numbered from zero.
package enum DialEvent: Hashable, Sendable {
    case began
    /// The delay that was asked for is over.
    case delayPassed
    case connected(Int)
    case failed(Int)
}

/// What a dial is to do.
package enum DialEffect: Hashable, Sendable {
    /// Begin to connect.
    case attempt(Int)
    /// Begin to connect over another interface than the system chooses, or as ever where there is no other.
    case attemptElsewhere(Int)
    /// Report `delayPassed` after this time.
    case wait(Duration)
    case use(Int)
    case close(Int)
    /// End the dial with the error of the attempt that failed last.
    case fail
}
