internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

extension VertoReply {
    /// The result of a request that was done. A refusal is a `VertoFailure`.
    init(_ reply: ExchangeReply, in dialect: VertoDialect) {
        switch reply {
        case .callCreated(let name):
            self = .callCreated(name.callID.rawValue)
            if dialect == .telnyx {
                extra["telnyx_session_id"] = .string(name.session.description)
                extra["telnyx_leg_id"] = .string(name.leg.description)
            }
        case .answered, .attached, .refused: self.init()
        case .ended(let callID, let cause):
            self = .callEnded(callID.rawValue, VertoCauseCode(rawValue: Int(cause.code)))
            self.cause = cause.name
        case .holdChanged(let callID, let change, let isHeld):
            self = .modified(callID.rawValue, Self.action(change), holdState: isHeld ? .held : .active)
        case .sent: self = .sent
        case .mediaUpdated(let callID, let sdp):
            self = .modified(callID.rawValue, .updateMedia, holdState: nil, sdp: sdp)
        case .noted(let callID): self.init(callID: callID.rawValue)
        }
    }

    private static func action(_ change: HoldChange) -> VertoModify.Action {
        switch change {
        case .hold: .hold
        case .resume: .unhold
        case .toggle: .toggleHold
        }
    }
}
