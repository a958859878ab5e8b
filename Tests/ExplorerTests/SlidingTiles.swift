import Explorer

/// The eight puzzle: half of the 9! arrangements can be reached, the farthest in 31 moves.
struct SlidingTiles: Model {
    struct State: Hashable, Sendable {
        /// Sixteen nibbles, the field at the upper left in the lowest; 0 is the gap.
        var fields: UInt64
        var gap: Int

        func tile(_ index: Int) -> UInt64 { fields >> UInt64(4 * index) & 15 }
    }

    enum Direction: CaseIterable, Hashable { case up, down, left, right }

    var initialStates: [State] { [State(fields: 0x0_8765_4321, gap: 8)] }

    func actions(in state: State) -> [Direction] { Direction.allCases }

    func step(_ state: State, _ direction: Direction) -> State? {
        let (row, column) = state.gap.quotientAndRemainder(dividingBy: 3)
        let target: Int
        switch direction {
        case .up: target = row > 0 ? state.gap - 3 : -1
        case .down: target = row < 2 ? state.gap + 3 : -1
        case .left: target = column > 0 ? state.gap - 1 : -1
        case .right: target = column < 2 ? state.gap + 1 : -1
        }
        guard target >= 0 else { return nil }
        let tile = state.tile(target)
        var fields = state.fields & ~(15 << UInt64(4 * target))
        fields |= tile << UInt64(4 * state.gap)
        return State(fields: fields, gap: target)
    }

    var properties: [Property<State>] { [] }
}
