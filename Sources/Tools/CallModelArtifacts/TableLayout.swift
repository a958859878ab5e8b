internal import CallModel

/// The table as every file writes it: distinct moves and refusals under numbers, a row of numbers a state.
struct TableLayout {
    /// Where a step leads and what it asks for.
    struct Move: Hashable {
        let next: Int
        let effects: [String]
    }

    let table: CallTable
    /// The distinct moves, in the order the rows meet them.
    let moves: [Move]
    /// A number a pair: an index of ``moves``, or −1 − the index of a refusal.
    let rows: [[Int]]

    init(_ table: CallTable) {
        self.table = table
        var moves: [Move] = []
        var indices: [Move: Int] = [:]
        var rows: [[Int]] = []
        for (index, entries) in table.rows.enumerated() {
            rows.append(
                entries.map { entry in
                    switch entry {
                    case .refused(let refusal):
                        return -1 - (Refusal.allCases.firstIndex(of: refusal) ?? 0)
                    case .moved(let next):
                        let move = Self.move(in: table, from: index, to: next)
                        if let known = indices[move] { return known }
                        indices[move] = moves.count
                        moves.append(move)
                        return moves.count - 1
                    }
                })
        }
        self.moves = moves
        self.rows = rows
    }

    /// What is to be done, the change of state itself left out: the next state says it.
    private static func move(in table: CallTable, from state: Int, to next: Int) -> Move {
        var effects: [CallEffect] = []
        CallEffect.emit(from: table.states[state], to: table.states[next], into: &effects)
        return Move(next: next, effects: effects.dropFirst().map(\.name))
    }

    /// The names of a state on every platform, in the order of ``platforms``; empty where it shows no call.
    static func names(of state: CallState) -> [String] {
        [
            CanonicalName(of: state).rawValue, TelnyxIOSState(of: state).rawValue,
            TelnyxAndroidState(of: state).rawValue, WebState(of: state)?.rawValue ?? "",
            Z360IOSState(of: state).rawValue, PajamaState(of: state).rawValue,
        ]
    }

    /// The projections, by the name they have in every file.
    static let platforms = [
        CanonicalName.platform, TelnyxIOSState.platform, TelnyxAndroidState.platform, WebState.platform,
        Z360IOSState.platform, PajamaState.platform,
    ]

    /// The names every platform has, in the order of ``platforms``.
    static let platformNames = [
        CanonicalName.allCases.map(\.rawValue), TelnyxIOSState.allCases.map(\.rawValue),
        TelnyxAndroidState.allCases.map(\.rawValue), WebState.allCases.map(\.rawValue),
        Z360IOSState.allCases.map(\.rawValue), PajamaState.allCases.map(\.rawValue),
    ]

    /// The kinds of event, each once: a release is one kind whatever its reason.
    static let eventKinds: [String] = CallEvent.all.reduce(into: []) { kinds, event in
        let kind = String(event.name.prefix { $0 != "(" })
        if kinds.last != kind { kinds.append(kind) }
    }

    static let progressNames = [
        "idle", "requesting", "connecting", "ringing", "answering", "active", "disconnecting", "ended",
    ]
}
