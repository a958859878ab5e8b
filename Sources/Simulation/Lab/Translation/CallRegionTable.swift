package import CallModel
package import WireJSON

/// Finds the state of a call by the text that a trace has of it, such as `inbound active, hold on`.
package struct CallRegionTable: Sendable {
    private static let states: [String: CallState] = {
        let states = CallTable().states.map { ($0.description, $0) }
        return Dictionary(states) { first, _ in first }
    }()

    package init() {}

    /// The regions of a call and its name on other platforms, as the page reads them; nil for any other text.
    package func json(_ text: String, call: String?) -> JSONValue? {
        Self.states[text].map { Self.json($0, call: call) }
    }

    /// The regions of an incoming call that ended for this reason; nil if none ends so.
    func json(incomingEnded reason: EndReason, call: String?) -> JSONValue? {
        Self.states.values.first { $0.direction == .inbound && $0.progress == .ended(reason) }
            .map { Self.json($0, call: call) }
    }

    /// The regions of a state.
    package static func json(_ state: CallState, call: String?) -> JSONValue {
        let names: JSONObject = [
            CanonicalName.platform: .string(CanonicalName(of: state).rawValue),
            TelnyxIOSState.platform: .string(TelnyxIOSState(of: state).rawValue),
            WebState.platform: WebState(of: state).map { .string($0.rawValue) } ?? .null,
        ]
        return [
            "call": call.map { .string($0) } ?? .null, "direction": .string(state.direction.rawValue),
            "progress": .string(state.progress.name),
            "reason": state.progress.endReason.map { .string($0.rawValue) } ?? .null,
            "hold": .string(state.hold.rawValue), "remoteHold": .string(state.remoteHold.rawValue),
            "link": .string(state.link.rawValue), "names": .object(names),
        ]
    }
}
