import Redaction
import Verto
import WireJSON

/// What comes from the exchange. All but one message is the session's to read.
extension ClientMachine {
    mutating func receive(_ inbound: VertoInbound, at now: Duration, into effects: inout [ClientEffect]) {
        switch inbound {
        case .frame(let frame): receive(frame, at: now, into: &effects)
        case .batch(let elements):
            for element in elements where socket != nil {
                switch element {
                case .frame(let frame): receive(frame, at: now, into: &effects)
                case .malformed(let error): run(.unreadable(error), at: now, into: &effects)
                }
            }
        }
    }

    /// The session acknowledges every request at once; a new offer needs a reply of its own, which comes later.
    private mutating func receive(_ frame: VertoFrame, at now: Duration, into effects: inout [ClientEffect]) {
        if case .request(let method, let params) = frame.content, let id = frame.id,
            VertoMethod(method) == .prefixed(settings.session.dialect, "modify"),
            let request = try? VertoClientRequest(method: method, params: params), case .modify(let modify) = request
        {
            handle(modify, id, at: now, into: &effects)
        } else {
            run(.received(.frame(frame)), at: now, into: &effects)
        }
    }

    private mutating func handle(
        _ modify: VertoModify, _ id: VertoID, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard call(modify.callID) != nil else { return send(.failure(id, .callDoesNotExist), into: &effects) }
        switch (modify.action, modify.sdp) {
        case (.updateMedia, nil): conduct(modify.callID, .offerRequested(id), at: now, into: &effects)
        case (.updateMedia, let sdp?): conduct(modify.callID, .updateMedia(id, sdp), at: now, into: &effects)
        case (.hold, _), (.unhold, _):
            let isHeld = modify.action == .hold
            let reply = VertoReply.modified(modify.callID, modify.action, holdState: isHeld ? .held : .active)
            send(.result(id, reply.object), into: &effects)
            conduct(modify.callID, .peerHeld(isHeld), at: now, into: &effects)
        default: send(.failure(id, .unknownMethod), into: &effects)
        }
    }
}
