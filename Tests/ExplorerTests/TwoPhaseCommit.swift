import Explorer

/// Gray and Lamport's two-phase commit, as TLA+ has it (`TwoPhase.tla`): a known machine with known counts.
struct TwoPhaseCommit: Model {
    enum Manager: Hashable { case working, prepared, committed, aborted }
    enum Coordinator: Hashable { case deciding, committed, aborted }

    struct State: Hashable, Sendable {
        var managers: [Manager]
        var coordinator = Coordinator.deciding
        /// Who is known to be prepared, as bits.
        var known: UInt32 = 0
        /// Who has said so, as bits. Messages are never taken away.
        var said: UInt32 = 0
        var isCommitSaid = false
        var isAbortSaid = false
    }

    enum Action: Hashable {
        case commit, abort
        case hear(Int), prepare(Int), chooseToAbort(Int), hearCommit(Int), hearAbort(Int)
    }

    let count: Int

    var initialStates: [State] { [State(managers: Array(repeating: .working, count: count))] }

    func actions(in state: State) -> [Action] {
        [.commit, .abort]
            + (0..<count).flatMap { [.hear($0), .prepare($0), .chooseToAbort($0), .hearCommit($0), .hearAbort($0)] }
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .commit:
            guard state.coordinator == .deciding, state.known == UInt32(1) << UInt32(count) - 1 else { return nil }
            next.coordinator = .committed
            next.isCommitSaid = true
        case .abort:
            guard state.coordinator == .deciding else { return nil }
            next.coordinator = .aborted
            next.isAbortSaid = true
        case .hear(let index):
            guard state.coordinator == .deciding, state.said & 1 << UInt32(index) != 0 else { return nil }
            next.known |= 1 << UInt32(index)
        case .prepare(let index):
            guard state.managers[index] == .working else { return nil }
            next.managers[index] = .prepared
            next.said |= 1 << UInt32(index)
        case .chooseToAbort(let index):
            guard state.managers[index] == .working else { return nil }
            next.managers[index] = .aborted
        case .hearCommit(let index):
            guard state.isCommitSaid else { return nil }
            next.managers[index] = .committed
        case .hearAbort(let index):
            guard state.isAbortSaid else { return nil }
            next.managers[index] = .aborted
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.always, "no participant commits what another aborts") {
                !($0.managers.contains(.committed) && $0.managers.contains(.aborted))
            },
            Property(.sometimes, "all commit") { $0.managers.allSatisfy { $0 == .committed } },
            Property(.sometimes, "all abort") { $0.managers.allSatisfy { $0 == .aborted } },
        ]
    }
}
