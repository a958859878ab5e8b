internal import CallModel

/// Endings whose every pair is joined in the vectors: each reason alone, and some that know more.
enum EndingSamples {
    static let all: [Ending] =
        EndReason.allCases.map { Ending($0) } + [
            Ending(.busy, cause: .userBusy),
            Ending(.busy, cause: .callRejected, sipCode: 600, sipReason: "Busy Everywhere"),
            Ending(.busy, cause: .callRejected, sipCode: 600, sipReason: "Busy everywhere"),
            Ending(.declined, cause: .userBusy, sipCode: 486),
            Ending(.declined, cause: .callRejected, sipCode: 603),
            Ending(.completed, cause: .allottedTimeout),
            Ending(.completed, cause: HangUpCause(31), sipReason: "à bientôt"),
            Ending(.completed, cause: HangUpCause(31), sipReason: "🔔"),
            Ending(.completed, cause: HangUpCause(31), sipReason: "\u{FF5E}"),
        ]

    /// A row an ending, the index of the join with every ending.
    static let joins: [[Int]] = all.map { left in
        all.map { right in all.firstIndex(of: left.joined(with: right)) ?? -1 }
    }

    static func json(_ ending: Ending) -> String {
        "{\"reason\": \(JSONText.of(ending.reason.rawValue)), \"cause\": \(JSONText.of(ending.cause.name)), "
            + "\"causeCode\": \(ending.cause.code), \"sipCode\": \(ending.sipCode.map { String($0) } ?? "null"), "
            + "\"sipReason\": \(JSONText.optional(ending.sipReason))}"
    }
}
