internal import CallModel

/// `Vectors/call-model.json`: every state × event with its outcome, every name, every pair of endings.
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
              "platforms": \(JSONText.of(TableLayout.platforms)),
              "events": \(JSONText.of(layout.table.events.map(\.name))),
              "refusals": \(JSONText.of(Refusal.allCases.map(\.rawValue))),
              "states": \(JSONText.lines(layout.table.states.map(state))),
              "outcomes": \(JSONText.lines(layout.rows.map(outcomes))),
              "reasons": \(JSONText.lines(EndReason.allCases.map(reason))),
              "endings": \(JSONText.lines(EndingSamples.all.map(EndingSamples.json))),
              "joins": \(JSONText.lines(EndingSamples.joins.map { JSONText.of($0) }))
            }

            """
    }

    private func state(_ state: CallState) -> String {
        let names = zip(TableLayout.platforms, TableLayout.names(of: state)).map { platform, name in
            "\(JSONText.of(platform)): \(JSONText.optional(name.isEmpty ? nil : name))"
        }
        return "{\"direction\": \"\(state.direction)\", \"progress\": \"\(state.progress.name)\", "
            + "\"reason\": \(JSONText.optional(state.progress.endReason?.rawValue)), \"hold\": \"\(state.hold)\", "
            + "\"remoteHold\": \"\(state.remoteHold)\", \"link\": \"\(state.link)\", "
            + "\"names\": {\(names.joined(separator: ", "))}}"
    }

    /// An outcome an event: the refusal's name, or the index of the next state and the effects.
    private func outcomes(_ row: [Int]) -> String {
        let outcomes = row.map { number in
            if number < 0 { return JSONText.of(Refusal.allCases[-1 - number].rawValue) }
            let move = layout.moves[number]
            return "[" + ([String(move.next)] + move.effects.map { JSONText.of($0) }).joined(separator: ", ") + "]"
        }
        return "[" + outcomes.joined(separator: ", ") + "]"
    }

    private func reason(_ reason: EndReason) -> String {
        let told = Party.allCases.map { "\"\($0)\": \"\(reason.told(to: $0))\"" }.joined(separator: ", ")
        return "{\"reason\": \"\(reason)\", \"precedence\": \(reason.precedence), "
            + "\"ending\": \(EndingSamples.json(Ending(reason))), \"told\": {\(told)}}"
    }
}
