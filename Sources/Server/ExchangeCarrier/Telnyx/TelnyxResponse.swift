internal import CallModel
package import RingCore
internal import WireJSON

/// Telnyx's reply to a request.
package struct TelnyxResponse: Hashable, Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The wait that the headers of a 429 name.
    package let wait: Duration?

    package init(status: Int, body: [UInt8], wait: Duration? = nil) {
        self.status = status
        self.body = body
        self.wait = wait
    }

    /// The wait after a 429 that names none: the account's dials are counted over five seconds.
    private static let waitDefault = Duration.seconds(1)
    /// The longest wait that is honored.
    private static let waitMax = Duration.seconds(60)

    /// Error codes of Telnyx that are more specific than the status. Source: its OpenAPI description, “errors”.
    private enum Code {
        static let callEnded = "90018"
        static let notAnswered = "90034"
        static let invalidLeg = "90015"
    }

    /// Whether a repetition may succeed: it is unknown whether the command was done.
    package var isTransient: Bool { status >= 500 || status == 408 }

    /// How long no request is to be sent after a 429.
    var patience: Duration { min(wait ?? Self.waitDefault, Self.waitMax) }

    /// The meaning of the reply for the command.
    package func reply(to command: CarrierCommand) -> CarrierReply {
        if case .look(let leg) = command { return looked(leg) }
        return CarrierReply(result(of: command))
    }

    private func result(of command: CarrierCommand) -> CommandResult {
        switch status {
        case 200..<300:
            if command.callsDevice { return .accepted(data?["call_control_id"]?.string.map { CarrierLegID($0) }) }
            return .accepted(nil)
        case 429: return .rateLimited(patience)
        case 408, 500...: return .unavailable
        default: return refusal(of: command)
        }
    }

    private func refusal(of command: CarrierCommand) -> CommandResult {
        let codes = codes
        if codes.contains(Code.callEnded) { return .alreadyOver }
        if codes.contains(Code.invalidLeg) {
            // A leg that was answered a moment ago is not known everywhere at Telnyx yet, so a bridge is tried again after
            // a pause. Of one that has ended, Telnyx says so for ten minutes.
            if case .bridge = command { return .conflict }
            return .alreadyOver
        }
        if codes.contains(Code.notAnswered) { return .notAnswered }
        switch (status, command) {
        case (404, .dial), (404, .barge): return .refused
        case (404, _): return .alreadyOver
        // Right after an answer, Telnyx may not know yet that both legs are up (observed by its users).
        case (422, .bridge), (422, .rebridge), (422, .consult), (409, _): return .conflict
        default: return .refused
        }
    }

    private func looked(_ leg: LegRef) -> CarrierReply {
        switch status {
        case 200:
            let isAlive = data?["is_alive"]?.bool
            return CarrierReply(
                .accepted(nil), events: [.looked(leg, isAlive.map { $0 ? .alive : .over } ?? .unknown)])
        case 404: return CarrierReply(.alreadyOver)
        // Telnyx forgets a leg ten minutes after its end; its name is invalid then.
        case 400..<500 where codes.contains(Code.callEnded) || codes.contains(Code.invalidLeg):
            return CarrierReply(.alreadyOver)
        default: return CarrierReply(.unavailable)
        }
    }

    /// The leg of ours that the reply describes, by the mark in its `client_state`.
    package func own(key: [UInt8]) -> OwnLeg? {
        guard status == 200, let text = data?["client_state"]?.string,
            let state = TelnyxState(base64: text, key: key), let leg = state.leg
        else { return nil }
        return OwnLeg(leg, of: state.session)
    }

    private var document: JSONObject? { (try? JSONParser.parse(body))?.object }
    private var data: JSONObject? { document?["data"]?.object }
    private var codes: [String] {
        (document?["errors"]?.array ?? []).compactMap { error in
            let code = error.object?["code"]
            return code?.string ?? code?.integer.map { "\($0)" }
        }
    }
}
