internal import CallModel

/// `CallModel.kt`: the machine for Android, driven by the table. It needs Kotlin 1.3 and the standard library only.
///
/// The rows are texts that are split when first used, because array literals would exceed the JVM's limit for one
/// method.
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

    /// Turns `turningOn` into `TURNING_ON`; names already in capitals stay.
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
            let phrase = JSONFormatter.optional(reason.defaultSIPReason)
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

extension KotlinFile {
    /// The Kotlin function that reads a row of the state table.
    var readState: String {
        #"""
            private fun readState(words: List<String>) = CallState(
                direction = CallDirection.of(words[0]),
                progress = CallProgress.of(words[1]),
                reason = if (words[2] == "-") null else EndReason.of(words[2]),
                hold = LocalHold.of(words[3]),
                remoteHold = RemoteHold.of(words[4]),
                link = CallLink.of(words[5]),
                canonical = CanonicalName.of(words[6]),
                telnyxIOS = TelnyxIOSState.of(words[7]),
                telnyxAndroid = TelnyxAndroidState.of(words[8]),
                web = if (words[9] == "-") null else WebState.of(words[9]),
                z360IOS = Z360IOSState.of(words[10]),
                pajama = PajamaState.of(words[11])
            )
        """#
    }

    /// The part of the file that does not depend on the table.
    static let machine = #"""
        /** Where a call stands, and what every platform calls that. */
        data class CallState(
            val direction: CallDirection,
            val progress: CallProgress,
            /** Set while disconnecting and after the end. */
            val reason: EndReason?,
            val hold: LocalHold,
            val remoteHold: RemoteHold,
            val link: CallLink,
            val canonical: CanonicalName,
            val telnyxIOS: TelnyxIOSState,
            val telnyxAndroid: TelnyxAndroidState,
            val web: WebState?,
            val z360IOS: Z360IOSState,
            val pajama: PajamaState
        )

        /** How a call ended, with everything the peers said about it. The greater of two is believed. */
        data class Ending(
            val reason: EndReason,
            val causeCode: Int,
            val sipCode: Int? = null,
            val sipReason: String? = null
        ) : Comparable<Ending> {
            constructor(reason: EndReason) :
                this(reason, reason.defaultCauseCode, reason.defaultSipCode, reason.defaultSipReason)

            val cause: String get() = CallTable.causeNames[causeCode] ?: "CAUSE_$causeCode"

            /** What both pieces of news together amount to. */
            fun joined(other: Ending): Ending = if (this < other) other else this

            override fun compareTo(other: Ending): Int = when {
                reason != other.reason -> reason.compareTo(other.reason)
                causeCode != other.causeCode -> causeRank.compareTo(other.causeRank)
                sipCode != other.sipCode -> (sipCode ?: -1).compareTo(other.sipCode ?: -1)
                else -> compareTexts(sipReason, other.sipReason)
            }

            private val causeRank: Int
                get() = causeCode + (if (causeCode == reason.defaultCauseCode) 0 else 65536)

            // By code point, which is the order of UTF-8 bytes; null before any text.
            private fun compareTexts(left: String?, right: String?): Int {
                if (left == null || right == null) return (if (left == null) 0 else 1) - (if (right == null) 0 else 1)
                val a = left.codePoints().toArray()
                val b = right.codePoints().toArray()
                for (index in 0 until minOf(a.size, b.size)) {
                    if (a[index] != b[index]) return a[index].compareTo(b[index])
                }
                return a.size.compareTo(b.size)
            }
        }

        /** What became of an event: a refusal that changed nothing, or effects to carry out in order. */
        data class Outcome(val refusal: Refusal?, val effects: List<String>)

        /** One call, as one of its devices sees it. */
        class CallMachine(direction: CallDirection) {
            private var index = CallTable.states.indexOfFirst { it.direction == direction }

            /** How the call ended or is ending; null before. */
            var ending: Ending? = null
                private set

            val state: CallState get() = CallTable.states[index]

            /** Takes any event but a release. A refusal changes nothing. */
            fun handle(event: CallEvent): Outcome {
                require(event != CallEvent.RELEASED) { "a release comes with its ending" }
                return step(event.wire, null)
            }

            /** Takes the news that the peer or the exchange ended the call. */
            fun release(ending: Ending): Outcome = step("released(${ending.reason.wire})", ending)

            private fun step(column: String, news: Ending?): Outcome {
                val number = CallTable.rows[index][CallTable.columns.getValue(column)]
                if (number < 0) return refuse(Refusal.values()[-1 - number], news)
                val move = CallTable.moves[number]
                val reason = CallTable.states[move.next].reason
                if (reason != null) record(if (news != null) fitting(news) else Ending(reason))
                index = move.next
                return Outcome(null, move.effects)
            }

            private fun refuse(refusal: Refusal, news: Ending?): Outcome {
                val known = ending
                if (news != null && known != null && news.reason == known.reason && known < news) {
                    ending = news
                    return Outcome(null, listOf("endingStrengthened(${news.reason.wire})"))
                }
                return Outcome(refusal, emptyList())
            }

            private fun record(news: Ending) {
                ending = ending?.joined(news) ?: news
            }

            private fun fitting(ending: Ending): Ending {
                val active = state.progress == CallProgress.ACTIVE
                val standing = if (active) CallTable.standingWhileActive else CallTable.standingOtherwise
                return ending.copy(reason = standing[ending.reason.ordinal])
            }

            companion object {
                /** Every state a call can be in. */
                val states: List<CallState> get() = CallTable.states
            }
        }

        """#
}
