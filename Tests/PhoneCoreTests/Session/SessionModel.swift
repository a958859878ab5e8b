import Explorer
import PhoneCore
import PushPayload

/// A session to which anything may happen at any time.
struct SessionModel: Model {
    struct State: Hashable {
        var machine = SessionLifecycle()
        var isForeground = false
        var hasCalls = false
        var isClearing = false
        var isRenewing = false
        var isWrong = false

        mutating func handle(_ event: SessionLifecycle.Event) {
            for decision in machine.after(event) {
                switch decision {
                case .renew:
                    isWrong = isWrong || isRenewing
                    isRenewing = true
                case .clear:
                    isWrong = isWrong || isClearing || hasCalls || !isForeground
                    isClearing = true
                case .over, .startTimer, .stopTimer: break
                }
            }
        }
    }

    private static let now = WallTime(milliseconds: 0)
    private static let later = WallTime(milliseconds: 1_000_000)

    var initialStates: [State] { [State()] }

    func actions(in state: State) -> [SessionLifecycle.Event] {
        var actions: [SessionLifecycle.Event] = [
            .foreground(!state.isForeground), .calls(!state.hasCalls), .rejected, .signOutAsked, .appleRevoked,
            .timerFired(.renewal), .launched(now: Self.now),
        ]
        if state.isRenewing {
            actions += [.renewed(until: Self.later, now: Self.now), .renewalFailed, .renewalRefused]
        }
        if state.isClearing { actions.append(.cleared) }
        if state.machine.record.standing == .none { actions.append(.signedIn(until: Self.later, now: Self.now)) }
        return actions
    }

    func step(_ state: State, _ action: SessionLifecycle.Event) -> State? {
        var next = state
        switch action {
        case .foreground(let value): next.isForeground = value
        case .calls(let value): next.hasCalls = value
        case .cleared: next.isClearing = false
        case .renewed, .renewalFailed, .renewalRefused: next.isRenewing = false
        case .launched:
            // Another process, which knows only the stored state.
            next.machine = SessionLifecycle(record: next.machine.record)
            next.isForeground = false
            next.hasCalls = false
            next.isClearing = false
            next.isRenewing = false
        case .signedIn, .stored, .rejected, .signOutAsked, .appleRevoked, .timerFired: break
        }
        // Answers to a question of a session that is over come to nothing.
        if case .ending = next.machine.record.standing { next.isRenewing = false }
        next.handle(action)
        if case .ending = next.machine.record.standing { next.isRenewing = false }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.never, "clears during a call, in the background or twice, or asks twice") { $0.isWrong },
            Property(.always, "an ended session is cleared as soon as that does no harm") { state in
                guard case .ending = state.machine.record.standing else { return true }
                return state.isClearing || state.hasCalls || !state.isForeground
            },
            Property(.sometimes, "a session is over during a call") { state in
                guard case .ending = state.machine.record.standing else { return false }
                return state.hasCalls
            },
        ]
    }
}
