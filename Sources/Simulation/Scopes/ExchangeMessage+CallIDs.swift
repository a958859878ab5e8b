import CallModel
import ExchangeCore

extension ExchangeMessage {
    /// The calls that a message refers to.
    var callIDs: [CallID] {
        switch self {
        case .ready(let callIDs): callIDs
        case .invite(let invitation): [invitation.name.callID]
        case .ringing(let name): [name.callID]
        case .answer(let notice): [notice.name.callID]
        case .attach(let offer): [offer.name.callID]
        case .probe(let callID), .bye(let callID, _), .display(let callID, _, _), .candidate(let callID, _),
            .endOfCandidates(let callID), .tones(let callID, _), .updateMedia(let callID, _, _),
            .requestOffer(let callID, _), .requestNewOffer(let callID, _), .mediaAnswer(let callID, _),
            .earlyDescription(let callID, _), .transferFailed(let callID, _), .remoteHold(let callID),
            .remoteResume(let callID):
            [callID]
        }
    }
}
