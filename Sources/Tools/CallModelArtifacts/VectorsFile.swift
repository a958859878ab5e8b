internal import CallModel

/// `Vectors/call-model.json`: the outcome of every event in every state, all names, and all pairs of endings.
struct VectorsFile {
    let layout: TableLayout

    init(_ layout: TableLayout) {
        self.layout = layout
    }

    var text: String {
        var steps = 0
        layout.table.forEachStep { _, _, _ in steps += 1 }
        return """
            {
              "version": 1,
              "source": "made from the module CallModel by `make generated`; do not edit",
              "stateCount": \(layout.table.states.count),
              "eventCount": \(layout.table.events.count),
              "stepCount": \(steps),
              "platforms": \(JSONFormatter.of(TableLayout.platforms)),
              "events": \(JSONFormatter.of(layout.table.events.map(\.name))),
              "refusals": \(JSONFormatter.of(Refusal.allCases.map(\.rawValue))),
              "states": \(JSONFormatter.lines(layout.table.states.map(state))),
              "outcomes": \(JSONFormatter.lines(layout.rows.map(outcomes))),
              "reasons": \(JSONFormatter.lines(EndReason.allCases.map(reason))),
              "endings": \(JSONFormatter.lines(EndingSamples.all.map(EndingSamples.json))),
              "joins": \(JSONFormatter.lines(EndingSamples.joins.map { JSONFormatter.of($0) }))
            }

            """
    }

    private func state(_ state: CallState) -> String {
        let names = zip(TableLayout.platforms, TableLayout.names(of: state)).map { platform, name in
            "\(JSONFormatter.of(platform)): \(JSONFormatter.optional(name.isEmpty ? nil : name))"
        }
        return "{\"direction\": \"\(state.direction)\", \"progress\": \"\(state.progress.name)\", "
            + "\"reason\": \(JSONFormatter.optional(state.progress.endReason?.rawValue)), \"hold\": \"\(state.hold)\", "
            + "\"remoteHold\": \"\(state.remoteHold)\", \"link\": \"\(state.link)\", "
            + "\"names\": {\(names.joined(separator: ", "))}}"
    }

    /// One outcome per event: the refusal's name, or the index of the next state and the effects.
    private func outcomes(_ row: [Int]) -> String {
        let outcomes = row.map { number in
            if number < 0 { return JSONFormatter.of(Refusal.allCases[-1 - number].rawValue) }
            let move = layout.moves[number]
            return "[" + ([String(move.next)] + move.effects.map { JSONFormatter.of($0) }).joined(separator: ", ") + "]"
        }
        return "[" + outcomes.joined(separator: ", ") + "]"
    }

    private func reason(_ reason: EndReason) -> String {
        let told = Party.allCases.map { "\"\($0)\": \"\(reason.reported(to: $0))\"" }.joined(separator: ", ")
        return "{\"reason\": \"\(reason)\", \"precedence\": \(reason.precedence), "
            + "\"ending\": \(EndingSamples.json(Ending(reason))), \"told\": {\(told)}}"
    }
}

/// The endings whose pairs are all joined in the vectors: each reason alone, and some with more details.
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

    /// One row per ending: the index of its join with every ending.
    static let joins: [[Int]] = all.map { left in
        all.map { right in all.firstIndex(of: left.joined(with: right)) ?? -1 }
    }

    static func json(_ ending: Ending) -> String {
        "{\"reason\": \(JSONFormatter.of(ending.reason.rawValue)), \"cause\": \(JSONFormatter.of(ending.cause.name)), "
            + "\"causeCode\": \(ending.cause.code), \"sipCode\": \(ending.sipCode.map { String($0) } ?? "null"), "
            + "\"sipReason\": \(JSONFormatter.optional(ending.sipReason))}"
    }
}
