/// Decides when a dial tries to connect once more beside an attempt that waits.
///
/// TCP repeats a lost SYN only after a second (RFC 6298 §2.1), and the first packet over a network that has just come up
/// is often lost. The first attempt that connects is used.
package struct DialMachine: Hashable, Sendable {
    /// The delay between two attempts. Source: RFC 8305 §5.
    package static let delay: Duration = .milliseconds(250)
    /// The most attempts. After the third, TCP's own repetition of the first follows.
    package static let attemptsMax = 3

    private var begun = 0
    private var pending: [Int] = []
    private var isOver = false

    package init() {}

    package mutating func handle(_ event: DialEvent, into effects: inout [DialEffect]) {
        guard !isOver else {
            if case .connected(let attempt) = event { effects.append(.close(attempt)) }
            return
        }
        switch event {
        case .began, .delayPassed: begin(into: &effects)
        case .connected(let attempt):
            isOver = true
            effects.append(.use(attempt))
            effects += pending.filter { $0 != attempt }.map { .close($0) }
        case .failed(let attempt):
            pending.removeAll { $0 == attempt }
            guard pending.isEmpty else { return }
            isOver = true
            effects.append(.fail)
        }
    }

    private mutating func begin(into effects: inout [DialEffect]) {
        guard begun < Self.attemptsMax else { return }
        pending.append(begun)
        effects.append(.attempt(begun))
        begun += 1
        if begun < Self.attemptsMax { effects.append(.wait(Self.delay)) }
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
    /// Report `delayPassed` after this time.
    case wait(Duration)
    case use(Int)
    case close(Int)
    /// End the dial with the error of the attempt that failed last.
    case fail
}
