internal import CallModel
internal import RingCore

extension OutboxItem.Body {
    /// What of a session must go out in order: everything about one leg, and what one device is told.
    func lane(of session: CallSessionID) -> String {
        switch self {
        case .push(_, let device, _): "\(session) \(device.rawValue)"
        case .command(let command, _): command.leg.map { "\($0)" } ?? "\(session)"
        }
    }
}

extension CarrierCommand {
    /// The rung leg it is about; nil where it is about the caller's.
    var leg: LegID? {
        switch self {
        case .dial(let leg, _), .barge(let leg, _), .confirm(let leg), .hangUp(.leg(let leg), _), .look(.leg(let leg)):
            leg
        // Who is joined to whom is decided in the order in which it is ordered.
        case .answer, .bridge, .rebridge, .consult, .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback,
            .recordMessage, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            nil
        }
    }
}
