import Explorer
import PhoneCore
import PushPayload

/// The refresh of credentials, to which anything may happen at any time.
struct CredentialModel: Model {
    struct State: Hashable {
        var machine = CredentialRefresh()
        var hasSession = false
        var isFetching = false
        var hasTimer = false
        var isWrong = false

        mutating func handle(_ event: CredentialRefresh.Event) {
            for decision in machine.after(event) {
                switch decision {
                case .fetch:
                    isWrong = isWrong || isFetching || !hasSession
                    isFetching = true
                case .startTimer: hasTimer = true
                case .stopTimer:
                    isWrong = isWrong || !hasTimer
                    hasTimer = false
                }
            }
        }
    }

    private static let now = WallTime(milliseconds: 0)
    private static let until = WallTime(milliseconds: 1_000_000)

    var initialStates: [State] { [State()] }

    func actions(in state: State) -> [CredentialRefresh.Event] {
        var actions: [CredentialRefresh.Event] = [
            .session(!state.hasSession), .useless, .incomplete, .foreground, .launched(now: Self.now),
            .launched(now: Self.until),
        ]
        if state.hasSession { actions.append(.signedIn) }
        if state.isFetching {
            actions += [.fetched(FetchedCredentials(until: Self.until), now: Self.now), .failed]
        }
        if state.hasTimer { actions.append(.timerFired(.fetch)) }
        return actions
    }

    func step(_ state: State, _ action: CredentialRefresh.Event) -> State? {
        var next = state
        switch action {
        case .session(let value):
            next.hasSession = value
            if !value { next.isFetching = false }
        case .fetched, .failed: next.isFetching = false
        case .timerFired: next.hasTimer = false
        case .launched:
            // Another process, which knows only the stored state.
            next.machine = CredentialRefresh(record: next.machine.record)
            next.isFetching = false
            next.hasTimer = false
            next.handle(.session(next.hasSession))
        case .stored, .signedIn, .emergencyNumbers, .useless, .incomplete, .foreground: break
        }
        next.handle(action)
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.never, "asks twice or while signed out, or stops a timer that does not run") { $0.isWrong },
            Property(.always, "a due request is made, or waits for a timer that runs") { state in
                !state.hasSession || !state.machine.record.isDue || state.isFetching || state.hasTimer
            },
            Property(.always, "a person with credentials gets new ones in time") { state in
                !state.hasSession || state.machine.record.next == nil || state.isFetching || state.hasTimer
            },
            Property(.sometimes, "new credentials are refused again") { state in
                state.machine.record.isDue && !state.isFetching && state.hasTimer
            },
        ]
    }
}
