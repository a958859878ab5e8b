import Explorer

/// The jugs of three and five gallons of “Die Hard 3”: four gallons are wanted.
struct WaterJugs: Model {
    struct State: Hashable, Sendable {
        var small = 0
        var big = 0
    }

    enum Action: CaseIterable, Hashable {
        case fillSmall, fillBig, emptySmall, emptyBig, smallIntoBig, bigIntoSmall
    }

    var initialStates: [State] { [State()] }

    func actions(in state: State) -> [Action] { Action.allCases }

    func step(_ state: State, _ action: Action) -> State? {
        let (small, big) = (state.small, state.big)
        switch action {
        case .fillSmall: return State(small: 3, big: big)
        case .fillBig: return State(small: small, big: 5)
        case .emptySmall: return State(small: 0, big: big)
        case .emptyBig: return State(small: small, big: 0)
        case .smallIntoBig:
            let poured = min(small, 5 - big)
            return State(small: small - poured, big: big + poured)
        case .bigIntoSmall:
            let poured = min(big, 3 - small)
            return State(small: small + poured, big: big - poured)
        }
    }

    var properties: [Property<State>] {
        [
            Property(.never, "the big jug holds four gallons") { $0.big == 4 },
            Property(.always, "no jug overflows") { (0...3).contains($0.small) && (0...5).contains($0.big) },
            Property(.sometimes, "both are full") { $0 == State(small: 3, big: 5) },
            Property(.sometimes, "the small jug holds four gallons") { $0.small == 4 },
        ]
    }
}
