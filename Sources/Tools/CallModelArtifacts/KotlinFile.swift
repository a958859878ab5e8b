internal import CallModel

/// `CallModel.kt`: the machine for Android, driven by the table; Kotlin 1.3, standard library only.
///
/// The rows are texts, split when first used: as array literals they would exceed the JVM's limit for one method.
struct KotlinFile {
    let layout: TableLayout

    init(_ layout: TableLayout) {
        self.layout = layout
    }

    var text: String {
        """
        // The call machine: the same table, refusals, effects and endings as the Swift module CallModel.
        // Made from it by `make generated`; do not edit.

        package carillon.callmodel

        \(enums.joined(separator: "\n\n"))

        \(reasons)

        internal object CallTable {
            val causeNames: Map<Int, String> = mapOf(
                \(HangUpCause.known.map { "\($0.code) to \"\($0.name)\"" }.joined(separator: ",\n        "))
            )

            val standingWhileActive: List<EndReason> = listOf(
                \(standing(in: .standing))
            )

            val standingOtherwise: List<EndReason> = listOf(
                \(standing(in: CallState(idle: .outbound)))
            )

            val columns: Map<String, Int> = listOf(
                \(layout.table.events.map { "\"\($0.name)\"" }.joined(separator: ",\n        "))
            ).withIndex().associate { (index, name) -> name to index }

            private val stateTexts = arrayOf(
                \(layout.table.states.map(state).joined(separator: ",\n        "))
            )

            private val moveTexts = arrayOf(
                \(layout.moves.map(move).joined(separator: ",\n        "))
            )

            private val rowTexts = arrayOf(
                \(layout.rows.map(row).joined(separator: ",\n        "))
            )

            val states: List<CallState> = stateTexts.map { text -> readState(text.split(" ")) }
            val moves: List<Move> = moveTexts.map { text ->
                val words = text.split(" ")
                Move(words[0].toInt(), words.drop(1))
            }
            val rows: List<IntArray> = rowTexts.map { text -> text.split(" ").map { it.toInt() }.toIntArray() }

            class Move(val next: Int, val effects: List<String>)

        \(readState)
        }

        \(Self.machine)
        """
    }

    /// `turningOn` as `TURNING_ON`; what is in capitals already stays.
    static func constant(_ name: String) -> String {
        guard name.contains(where: \.isLowercase) else { return name }
        return name.reduce(into: "") { text, character in
            if character.isUppercase { text += "_" }
            text += character.uppercased()
        }
    }

    private var enums: [String] {
        let regions = [
            Self.enumeration("CallDirection", CallDirection.allCases.map(\.rawValue)),
            Self.enumeration("CallProgress", TableLayout.progressNames),
            Self.enumeration("LocalHold", LocalHold.allCases.map(\.rawValue)),
            Self.enumeration("RemoteHold", RemoteHold.allCases.map(\.rawValue)),
            Self.enumeration("CallLink", CallLink.allCases.map(\.rawValue)),
            Self.enumeration("Refusal", Refusal.allCases.map(\.rawValue)),
            Self.enumeration("CallEvent", TableLayout.eventKinds),
        ]
        return regions + zip(Self.typeNames, TableLayout.platformNames).map { Self.enumeration($0, $1) }
    }

    static let typeNames = [
        "CanonicalName", "TelnyxIOSState", "TelnyxAndroidState", "WebState", "Z360IOSState", "PajamaState",
    ]

    private static func enumeration(_ name: String, _ cases: [String]) -> String {
        let lines = cases.map { "\(constant($0))(\"\($0)\")" }.joined(separator: ",\n    ")
        return """
            enum class \(name)(val wire: String) {
                \(lines);

                companion object {
                    fun of(wire: String): \(name) = values().first { it.wire == wire }
                }
            }
            """
    }

    private var reasons: String {
        let lines = EndReason.allCases.map { reason -> String in
            let code = reason.defaultSIPCode.map { String($0) } ?? "null"
            let phrase = JSONText.optional(reason.defaultSIPReason)
            return "\(Self.constant(reason.rawValue))(\"\(reason)\", \(reason.defaultCause.code), \(code), \(phrase))"
        }
        return """
            /** Ascending precedence: where two pieces of news disagree, the later reason is believed. */
            enum class EndReason(
                val wire: String, val defaultCauseCode: Int, val defaultSipCode: Int?, val defaultSipReason: String?
            ) {
                \(lines.joined(separator: ",\n    "));

                companion object {
                    fun of(wire: String): EndReason = values().first { it.wire == wire }
                }
            }
            """
    }

    private func standing(in state: CallState) -> String {
        EndReason.allCases.map { "EndReason." + Self.constant(state.standing($0).rawValue) }
            .joined(separator: ",\n        ")
    }

    private func state(_ state: CallState) -> String {
        let regions = [
            state.direction.rawValue, state.progress.name, state.progress.endReason?.rawValue ?? "-",
            state.hold.rawValue, state.remoteHold.rawValue, state.link.rawValue,
        ]
        let names = TableLayout.names(of: state).map { $0.isEmpty ? "-" : $0 }
        return "\"" + (regions + names).joined(separator: " ") + "\""
    }

    private func move(_ move: TableLayout.Move) -> String {
        "\"" + ([String(move.next)] + move.effects).joined(separator: " ") + "\""
    }

    private func row(_ numbers: [Int]) -> String {
        "\"" + numbers.map { String($0) }.joined(separator: " ") + "\""
    }
}
