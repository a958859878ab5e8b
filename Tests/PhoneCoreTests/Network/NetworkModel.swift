import Explorer
import PhoneCore

/// A watch, the real network, and an observer that knows only the decisions of the watch.
struct NetworkModel: Model {
    struct State: Hashable {
        var watch = NetworkWatch()
        var isTimerRunning = false
        /// The last report of the monitor.
        var actual: NetworkPath?
        /// What the listener believes.
        var reported: NetworkPath?
        /// Whether another network was there since the listener was told of one.
        var hasStrayed = false
        var isNonsense = false

        mutating func see(_ path: NetworkPath) {
            actual = path
            if path.isSatisfied, reported?.isSatisfied == true, path != reported { hasStrayed = true }
        }

        mutating func handle(_ event: NetworkWatch.Event) {
            for decision in watch.after(event) {
                switch decision {
                case .startTimer: isTimerRunning = true
                case .stopTimer: isTimerRunning = false
                case .changed(let change): apply(change)
                }
            }
        }

        private mutating func apply(_ change: NetworkChange) {
            switch change {
            case .seen(let path):
                isNonsense = isNonsense || reported != nil || !path.isSatisfied
                reported = path
            case .found(let path):
                isNonsense = isNonsense || reported?.isSatisfied != false
                reported = path
            case .lost:
                isNonsense = isNonsense || reported?.isSatisfied == false
                reported = NetworkPath(nil)
            case .moved(let from, let path):
                isNonsense = isNonsense || reported?.interface != from || path.interface == from
                reported = path
            case .renewed(let path):
                isNonsense = isNonsense || reported?.interface != path.interface || reported == path && !hasStrayed
                reported = path
            }
            hasStrayed = false
        }
    }

    enum Action: Hashable {
        case path(NetworkPath), woke(NetworkPath), fire
    }

    private let paths = [
        NetworkPath(nil), NetworkPath(.wifi, fingerprint: 1), NetworkPath(.wifi, fingerprint: 2),
        NetworkPath(.cellular, fingerprint: 3),
    ]

    var initialStates: [State] { [State()] }

    func actions(in state: State) -> [Action] {
        paths.flatMap { [.path($0), .woke($0)] } + (state.isTimerRunning ? [.fire] : [])
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .path(let path):
            next.see(path)
            next.handle(.path(path))
        case .woke(let path):
            next.see(path)
            next.handle(.woke(path))
        case .fire:
            next.isTimerRunning = false
            next.handle(.timerFired(.settle))
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.never, "a change is told that is none") { $0.isNonsense },
            Property(.always, "when nothing is pending, the report is the state") {
                $0.isTimerRunning || $0.reported == $0.actual && !$0.hasStrayed
            },
            Property(.always, "the timer runs exactly while something is pending") {
                $0.isTimerRunning == $0.watch.isSettling
            },
            Property(.sometimes, "a change is pending") { $0.isTimerRunning },
        ]
    }
}
