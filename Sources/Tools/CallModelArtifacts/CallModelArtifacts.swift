internal import CallModel
internal import WireJSON

/// The files generated from the call machine: test vectors, its implementations in JavaScript and Kotlin, and the
/// document.
public enum CallModelArtifacts {
    /// All generated files in a fixed order: the path from the package's root, and the whole text.
    ///
    /// `HouseCheck` writes them, or compares them; a file that differs is stale.
    public static func all() -> [(path: String, contents: String)] {
        let layout = TableLayout(CallTable())
        return [
            ("Vectors/call-model.json", VectorsFile(layout).text),
            ("Sources/Web/call-model/call-model.js", JavaScriptFile(layout).text),
            ("Sources/Web/call-model/call-model.d.ts", TypeDeclarations(layout).text),
            ("Sources/Kotlin/CallModel.kt", KotlinFile(layout).text),
            ("Documentation/CallModel.md", CallModelDocument(layout).text),
        ]
    }
}

/// The table as all files write it: numbered distinct moves and refusals, and one row of numbers per state.
struct TableLayout {
    /// The next state of a step, and its effects.
    struct Move: Hashable {
        let next: Int
        let effects: [String]
    }

    let table: CallTable
    /// The distinct moves, in the order of their first use in the rows.
    let moves: [Move]
    /// One number per state and event: an index of ``moves``, or −1 − the index of a refusal.
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

    /// A move with the step's effects, without the change of state, which the next state implies.
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

    /// The platforms' names, as in all files.
    static let platforms = [
        CanonicalName.platform, TelnyxIOSState.platform, TelnyxAndroidState.platform, WebState.platform,
        Z360IOSState.platform, PajamaState.platform,
    ]

    /// All state names of each platform, in the order of ``platforms``.
    static let platformNames = [
        CanonicalName.allCases.map(\.rawValue), TelnyxIOSState.allCases.map(\.rawValue),
        TelnyxAndroidState.allCases.map(\.rawValue), WebState.allCases.map(\.rawValue),
        Z360IOSState.allCases.map(\.rawValue), PajamaState.allCases.map(\.rawValue),
    ]

    /// The kinds of event, each once. A release is one kind, whatever its reason.
    static let eventKinds: [String] = CallEvent.all.reduce(into: []) { kinds, event in
        let kind = String(event.name.prefix { $0 != "(" })
        if kinds.last != kind { kinds.append(kind) }
    }

    static let progressNames = [
        "idle", "requesting", "connecting", "ringing", "answering", "active", "disconnecting", "ended",
    ]
}

/// Writes values as JSON. The generated files lay out the lines themselves, so that a change shows as few changed
/// lines.
enum JSONFormatter {
    static func of(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    static func of(_ text: String) -> String { of(JSONValue.string(text)) }
    static func of(_ texts: [String]) -> String { "[" + texts.map { of($0) }.joined(separator: ", ") + "]" }
    static func of(_ numbers: [Int]) -> String { "[" + numbers.map { String($0) }.joined(separator: ",") + "]" }
    static func optional(_ text: String?) -> String { text.map { of($0) } ?? "null" }

    /// A list with one element per line.
    static func lines(_ elements: [String], indent: String = "  ") -> String {
        "[\n" + elements.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + "]"
    }
}

extension CallState {
    /// The state of an answered call, reached through the table.
    static let standing: CallState = {
        let events: [CallEvent] = [.invited, .answer, .mediaConnected]
        var machine = CallMachine(.inbound)
        var effects: [CallEffect] = []
        for event in events { machine.handle(event, into: &effects) }
        return machine.state
    }()
}
