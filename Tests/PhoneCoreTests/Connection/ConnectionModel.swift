import Explorer
import PhoneCore

/// A connection machine, a client that connects, fails and loses its connection as it likes, and news that take their
/// time.
struct ConnectionModel: Model {
    enum Client: Hashable {
        case down, connecting, ready, reconnecting
    }

    struct State: Hashable {
        var machine: ConnectionMachine
        var client = Client.down
        /// On its way from the client, in order.
        var news: [SignalingEvent] = []
        var isRetryRunning = false
        var limit: ConnectionTimer?
        var hasNetwork = true
        var needs: Set<ConnectionNeed> = []
        var isWrong = false

        mutating func handle(_ event: ConnectionMachine.Event) {
            for decision in machine.after(event) {
                switch decision {
                case .connect: connect()
                case .disconnect: disconnect()
                case .renew: isWrong = isWrong || !hasNetwork
                case .dropCalls:
                    isWrong = isWrong || !needs.contains(.call)
                    needs.remove(.call)
                case .startTimer(.retry, _): isRetryRunning = true
                case .stopTimer(.retry): isRetryRunning = false
                case .startTimer(let timer, _): limit = timer
                case .stopTimer(let timer): if limit == timer { limit = nil }
                case .credentialsRefused, .changed: break
                }
            }
        }

        private mutating func connect() {
            isWrong = isWrong || needs.isEmpty || !hasNetwork
            guard client == .down else { return }
            client = .connecting
            news.append(.connecting)
        }

        private mutating func disconnect() {
            guard client != .down else { return }
            client = .down
            news.append(.disconnected(nil))
        }
    }

    enum Action: Hashable {
        case need(ConnectionNeed, Bool), network(Bool), client(Client, SignalingEvent), hear, retry, limit, credentials
    }

    /// News under way at once; with as many, the world waits until some are heard.
    private let newsMax = 3

    var initialStates: [State] {
        var limits = ConnectionLimits()
        limits.attemptsMax = 2
        return [State(machine: ConnectionMachine(limits: limits))]
    }

    func actions(in state: State) -> [Action] {
        guard state.news.count < newsMax else { return [.hear] }
        var actions: [Action] = [.network(!state.hasNetwork)]
        for need in [ConnectionNeed.foreground, .call] { actions.append(.need(need, !state.needs.contains(need))) }
        if !state.news.isEmpty { actions.append(.hear) }
        if state.isRetryRunning { actions.append(.retry) }
        if state.limit != nil { actions.append(.limit) }
        if state.machine.phase == .refused { actions.append(.credentials) }
        switch state.client {
        case .down: break
        case .connecting:
            actions += [.client(.ready, .ready), .client(.down, .disconnected(.unreachable))]
            actions.append(.client(.down, .disconnected(.refused)))
        case .ready: actions.append(.client(.reconnecting, .reconnecting))
        case .reconnecting: actions += [.client(.ready, .ready), .client(.down, .disconnected(.unreachable))]
        }
        return actions
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .need(let need, let value):
            if value { next.needs.insert(need) } else { next.needs.remove(need) }
            next.handle(.need(need, value))
        case .network(let value):
            next.hasNetwork = value
            next.handle(.network(value ? .found(NetworkPath(.wifi)) : .lost))
        case .client(let client, let news):
            next.client = client
            next.news.append(news)
        case .hear: next.handle(.signaling(next.news.removeFirst()))
        case .retry:
            next.isRetryRunning = false
            next.handle(.timerFired(.retry))
        case .limit:
            guard let timer = next.limit else { return nil }
            next.limit = nil
            next.handle(.timerFired(timer))
        case .credentials: next.handle(.credentialsChanged)
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.never, "connects for nothing, renews without network, or drops calls that are not there") {
                $0.isWrong
            },
            Property(.always, "with all news heard, nothing is connected that nothing needs") { state in
                !state.needs.isEmpty || !state.news.isEmpty || state.client == .down
            },
            Property(.always, "with all events handled, a needed connection stands or will be tried") { state in
                state.needs.isEmpty || !state.news.isEmpty || !state.hasNetwork || state.client != .down
                    || state.isRetryRunning || state.machine.phase == .refused
            },
            Property(.always, "the retry timer runs exactly while waiting and resting") {
                $0.isRetryRunning == ($0.machine.phase == .waiting || $0.machine.phase == .resting)
            },
            Property(.always, "the limit runs only for a live call") {
                $0.limit == nil || $0.needs.contains(.call)
            },
            Property(.always, "a live call without a connection has its limit") {
                !$0.needs.contains(.call) || ($0.machine.phase == .ready && $0.hasNetwork) || $0.limit != nil
            },
            Property(.sometimes, "a close crosses a new need") {
                $0.news.contains(.disconnected(nil)) && !$0.needs.isEmpty
            },
            Property(.sometimes, "attempts are used up") { $0.machine.phase == .resting },
        ]
    }
}
