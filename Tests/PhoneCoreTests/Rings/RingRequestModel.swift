import CallModel
import Explorer
import PhoneCore
import Testing

/// The machine of requests, a phone that wants and unwants as it likes, and an exchange that answers anything, late or
/// never.
struct RingRequestModel: Model {
    struct State: Hashable {
        var machine = RingRequests()
        var wanted: Set<RingRequests.Kind> = []
        /// On their way to the exchange, or their answers back.
        var asked: [RingRequests.Kind] = []
        var timers: Set<RingRequests.Kind> = []
        /// Since it was wanted last, or could be reached again.
        var attempts: [RingRequests.Kind: Int] = [:]
        /// Since it was wanted last.
        var rounds: [RingRequests.Kind: Int] = [:]
        var settled: Set<RingRequests.Kind> = []
        var isWrong = false
    }

    enum Action: Hashable {
        case want(RingRequests.Kind, Bool), reply(RingRequests.Kind, RingRequests.Reply), fire(RingRequests.Kind)
        case reach
    }

    /// Breaks the surroundings of the machine on purpose: a search has to find it.
    enum Fault { case neverUnwants, losesTimers }

    var kinds: [RingRequests.Kind] = [.ready, .claim]
    var fault: Fault?
    private let replies: [RingRequests.Reply] = [.granted, .dialing, .failed]

    static func request(_ kind: RingRequests.Kind) -> RingRequests.Request {
        RingRequests.Request(kind, callA, sessionA)
    }

    var initialStates: [State] { [State()] }

    func actions(in state: State) -> [Action] {
        var actions = kinds.map { Action.want($0, !state.wanted.contains($0)) }
        for kind in Set(state.asked) { actions += replies.map { .reply(kind, $0) } }
        actions += state.timers.map { .fire($0) }
        actions.append(.reach)
        // Of the same kind no more than two are under way: a want after an unwant.
        return actions.filter { action in
            guard case .want(let kind, true) = action else { return true }
            return state.asked.count { $0 == kind } < 2
        }
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .want(let kind, let isOn):
            if isOn { next.wanted.insert(kind) } else { next.wanted.remove(kind) }
            next.attempts[kind] = 0
            next.rounds[kind] = 1
            next.settled.remove(kind)
            if isOn || fault != .neverUnwants { pass(.wanted(Self.request(kind), isOn), &next) }
        case .reply(let kind, let reply):
            guard let index = next.asked.firstIndex(of: kind) else { return nil }
            next.asked.remove(at: index)
            pass(.replied(Self.request(kind), reply), &next)
        case .fire(let kind):
            next.timers.remove(kind)
            pass(.timerFired(Self.request(kind)), &next)
        case .reach:
            for kind in kinds where next.machine.rests(Self.request(kind)) {
                next.attempts[kind] = 0
                next.rounds[kind, default: 0] += 1
            }
            pass(.reachable(Self.request(.status).call), &next)
        }
        return next
    }

    private func pass(_ event: RingRequests.Event, _ next: inout State) {
        for decision in next.machine.after(event) {
            switch decision {
            case .ask(let request):
                next.isWrong = next.isWrong || !next.wanted.contains(request.kind)
                next.asked.append(request.kind)
                next.attempts[request.kind, default: 0] += 1
                next.isWrong =
                    next.isWrong || next.attempts[request.kind, default: 0] > Int(RingRequests.attemptsMax)
                    || next.rounds[request.kind, default: 0] > Int(RingRequests.roundsMax)
            case .answered(let request, let reply):
                next.isWrong = next.isWrong || !next.wanted.contains(request.kind) || reply == .failed
                if reply != .granted { next.settled.insert(request.kind) }
            case .gaveUp(let request):
                next.isWrong =
                    next.isWrong || next.attempts[request.kind] != Int(RingRequests.attemptsMax)
                    || next.rounds[request.kind] != Int(RingRequests.roundsMax)
                next.settled.insert(request.kind)
            case .startTimer(let request, _): if fault != .losesTimers { next.timers.insert(request.kind) }
            case .stopTimer(let request): next.timers.remove(request.kind)
            }
        }
    }

    var properties: [Property<State>] {
        [
            Property(.never, "asks or hears about a request that is not wanted, or asks too often") { $0.isWrong },
            Property(.always, "a wanted request is under way, will be tried, or is settled") { state in
                state.wanted.allSatisfy { kind in
                    state.timers.contains(kind) || state.asked.contains(kind) || state.settled.contains(kind)
                        || state.machine.rests(Self.request(kind))
                        || state.attempts[kind] == Int(RingRequests.attemptsMax)
                }
            },
            Property(.always, "no timer runs for a request that is not wanted") { $0.timers.isSubset(of: $0.wanted) },
            Property(.always, "no timer runs for a settled request") { $0.timers.isDisjoint(with: $0.settled) },
            Property(.sometimes, "a request is given up") { state in
                state.settled.contains { state.attempts[$0] == Int(RingRequests.attemptsMax) }
            },
            Property(.sometimes, "a request rests, and is made again") { state in
                state.wanted.contains { state.rounds[$0, default: 0] > 1 }
            },
        ]
    }
}

@Suite struct RingRequestSearch {
    @Test func `requests are asked while they are wanted, and so often at most`() throws {
        try MachineExploration.check("ring requests", RingRequestModel(kinds: [.claim]))
    }

    @Test(arguments: [RingRequestModel.Fault.neverUnwants, .losesTimers])
    func `the search finds a phone that does not cancel its requests, and one without timers`(
        fault: RingRequestModel.Fault
    ) {
        let result = Explorer(RingRequestModel(kinds: [.claim], fault: fault)).run()
        #expect(!result.broken.isEmpty)
    }
}
