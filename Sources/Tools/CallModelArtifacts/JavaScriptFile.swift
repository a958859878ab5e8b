internal import CallModel

/// `call-model.js`: the machine for browsers and Node, driven by the table; an ES module without a build step.
struct JavaScriptFile {
    let layout: TableLayout

    init(_ layout: TableLayout) {
        self.layout = layout
    }

    var text: String {
        """
        // The call machine: the same table, refusals, effects and endings as the Swift module CallModel.
        // Made from it by `make generated`; do not edit.

        export const events = Object.freeze(\(JSONText.of(TableLayout.eventKinds)));
        export const refusals = Object.freeze(\(JSONText.of(Refusal.allCases.map(\.rawValue))));
        /** Ascending precedence: where two pieces of news disagree, the later reason is believed. */
        export const endReasons = Object.freeze(\(JSONText.of(EndReason.allCases.map(\.rawValue))));

        const causes = new Map(\(JSONText.lines(HangUpCause.known.map(cause), indent: "")));

        const defaults = {
        \(EndReason.allCases.map { "  \($0): \(EndingSamples.json(Ending($0)))," }.joined(separator: "\n"))
        };

        // The reason a release amounts to while the call stands, and while it does not.
        const standing = {
          active: \(standing(in: CallState.standing)),
          otherwise: \(standing(in: CallState(idle: .outbound))),
        };

        const columns = new Map(\(JSONText.of(layout.table.events.map(\.name))).map((name, column) => [name, column]));

        export const states = Object.freeze(\(JSONText.lines(layout.table.states.map(state), indent: "")).map((
          [direction, progress, reason, hold, remoteHold, link, ...names]) => Object.freeze({
            direction, progress, reason, hold, remoteHold, link,
            names: Object.freeze({
              \(names)
            }),
          })));

        // [next state, ...effects]
        const moves = \(JSONText.lines(layout.moves.map(move), indent: ""));

        // A row a state, a column an event: an index of `moves`, or -1 - the index of a refusal.
        const rows = \(JSONText.lines(layout.rows.map { JSONText.of($0) }, indent: ""));

        \(Self.machine)
        """
    }

    private var names: String {
        TableLayout.platforms.enumerated().map { index, platform in "\(platform): names[\(index)]" }
            .joined(separator: ", ")
    }

    private func standing(in state: CallState) -> String {
        let pairs = EndReason.allCases.map { "\($0): \"\(state.standing($0))\"" }
        return "{ " + pairs.joined(separator: ", ") + " }"
    }

    private func cause(_ cause: HangUpCause) -> String { "[\(cause.code), \(JSONText.of(cause.name))]" }

    private func state(_ state: CallState) -> String {
        let regions = [state.direction.rawValue, state.progress.name].map { JSONText.of($0) }
        let others = [state.hold.rawValue, state.remoteHold.rawValue, state.link.rawValue].map { JSONText.of($0) }
        let names = TableLayout.names(of: state).map { JSONText.optional($0.isEmpty ? nil : $0) }
        let reason = JSONText.optional(state.progress.endReason?.rawValue)
        return "[" + (regions + [reason] + others + names).joined(separator: ", ") + "]"
    }

    private func move(_ move: TableLayout.Move) -> String {
        "[" + ([String(move.next)] + move.effects.map { JSONText.of($0) }).joined(separator: ", ") + "]"
    }
}
