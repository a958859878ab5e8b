import CallModel
import ExchangeCore
import Redaction
import RingCore

extension ExchangeWorld {
    /// An effect as a line of a transcript; timers and journal are looked at apart.
    static func line(_ effect: ExchangeEffect) -> String? {
        switch effect {
        case .admit(let connection): "\(connection.rawValue) admitted"
        case .refuseAdmission(let connection, let refusal): "\(connection.rawValue) not admitted: \(refusal)"
        case .send(let connection, let message): "\(connection.rawValue) \(text(message))"
        case .reply(let connection, _, let reply): "\(connection.rawValue) \(text(reply))"
        case .punt(let connection): "\(connection.rawValue) punted"
        case .disconnect(let connection): "\(connection.rawValue) disconnected"
        case .push(_, let device, .ring(let push)): "push to \(device.rawValue): \(push.callerName.revealed) calls"
        case .push(_, let device, .over(_, let ending)): "push to \(device.rawValue): \(ending.reason)"
        case .callEvent(_, let event): text(event).map { "news: \($0)" }
        case .commandResult(.accepted, _): "done"
        case .commandResult(let result, _): "\(result)"
        case .startTimer, .cancelTimer, .journal, .keep, .discard: nil
        }
    }

    private static func text(_ event: GatewayCallEvent) -> String? {
        switch event {
        case .placed(let placement): "\(placement.caller.rawValue) calls \(placement.dialed.revealed)"
        case .arrived(let device): "\(device.user.rawValue)'s \(device.device.rawValue) arrived"
        case .carrier(.ringing(let leg)): "\(short(leg)) rings"
        case .carrier(.answered(let leg)): "\(short(leg)) answered"
        case .carrier(.bridged(let leg, _)): "\(short(leg)) joined"
        case .carrier(.held(let leg, let isHeld)): "\(short(leg)) \(isHeld ? "holds" : "resumes")"
        case .carrier(.hungUp(let leg, let reason)): "\(short(leg)) over \(reason)"
        case .carrier(.playbackEnded(_, let hasPlayed)): hasPlayed ? "attended" : "unattended"
        case .carrier(let other): "\(other)"
        }
    }

    private static func short(_ leg: LegRef) -> String {
        switch leg {
        case .parent: "leg0"
        case .leg(let leg): short(leg)
        }
    }

    private static func short(_ leg: LegID) -> String { short(CallID(leg.description)) }

    private static func text(_ reply: ExchangeReply) -> String {
        switch reply {
        case .callCreated(let name): "✓ created \(short(name.callID))"
        case .transferBegun(let callID): "✓ transfer \(short(callID))"
        case .answered(let callID): "✓ answered \(short(callID))"
        case .attached(let callID): "✓ attached \(short(callID))"
        case .ended(let callID, let cause): "✓ ended \(short(callID)) \(cause.code)"
        case .holdChanged(let callID, _, let isHeld): "✓ \(isHeld ? "held" : "active") \(short(callID))"
        case .sent(let callID): "✓ sent \(short(callID))"
        case .mediaUpdated(let callID, let text): "✓ media \(short(callID)) \(generation(text))"
        case .noted(let callID): "✓ noted \(short(callID))"
        case .refused(.callEnded(let ending)): "✗ callEnded \(ending.reason)"
        case .refused(let refusal): "✗ \(refusal)"
        }
    }

    private static func text(_ message: ExchangeMessage) -> String {
        switch message {
        case .ready(let calls): "ready" + calls.map { " " + short($0) }.joined()
        case .invite(let invitation):
            "invite \(short(invitation.name.callID)) \(generation(invitation.description))"
                + (invitation.trickles ? " trickling" : "")
                + (invitation.takesEarlyDescription ? " taking early" : "")
        case .ringing(let name): "ringing \(short(name.callID))"
        case .earlyDescription(let callID, let text): "early \(short(callID)) \(generation(text))"
        case .answer(let notice):
            "answer \(short(notice.name.callID)) \(generation(notice.description))"
                + (notice.trickles ? " trickling" : "")
        case .bye(let callID, let ending): "bye \(short(callID)) \(ending.cause.code) \(ending.reason)"
        case .attach(let offer): "attach \(short(offer.name.callID)) \(generation(offer.description))"
        case .probe(let callID): "probe \(short(callID))"
        case .display(let callID, let name, let number):
            "display \(short(callID)) \(name.revealed) \(number.revealed)"
        case .candidate(let callID, let candidate):
            "candidate \(short(callID)) \(candidate.text.revealed.split(separator: " ")[0])"
        case .endOfCandidates(let callID): "endOfCandidates \(short(callID))"
        case .tones(let callID, let tones): "tones \(short(callID)) \(tones.revealed)"
        case .updateMedia(let callID, let offer, let text):
            "updateMedia \(short(callID)) #\(offer.number) \(generation(text))"
        case .requestOffer(let callID, let offer): "requestOffer \(short(callID)) #\(offer.number)"
        case .requestNewOffer(let callID, let offer): "requestNewOffer \(short(callID)) #\(offer.number)"
        case .mediaAnswer(let callID, let text): "mediaAnswer \(short(callID)) \(generation(text))"
        case .transferFailed(let callID, let ending):
            "transferFailed \(short(callID)) \(ending.cause.code) \(ending.reason)"
        case .remoteHold(let callID): "remoteHold \(short(callID))"
        case .remoteResume(let callID): "remoteResume \(short(callID))"
        }
    }

    /// Called devices know the call by the name of their leg: `leg1` of the first session, `leg1/2` of the second.
    private static func short(_ callID: CallID) -> String {
        for session in UInt64(1)...4 {
            for ordinal in UInt16(0)...20 where call(ordinal, of: session) == callID {
                return session == 1 ? "leg\(ordinal)" : "leg\(ordinal)/\(session)"
            }
        }
        return callID.rawValue
    }

    /// Whose description it is.
    private static func generation(_ text: Redacted<String>) -> String {
        let line = text.revealed.split(whereSeparator: \.isNewline).first { $0.hasPrefix("a=ice-ufrag:") }
        return line.map { String($0.dropFirst("a=ice-ufrag:".count)) } ?? "?"
    }
}

extension ExchangeMessage {
    var sessionDescription: Redacted<String>? {
        switch self {
        case .invite(let invitation): invitation.description
        case .answer(let notice): notice.description
        case .attach(let offer): offer.description
        case .updateMedia(_, _, let text), .mediaAnswer(_, let text), .earlyDescription(_, let text): text
        case .ready, .ringing, .bye, .probe, .display, .candidate, .endOfCandidates, .tones, .requestOffer,
            .requestNewOffer, .transferFailed, .remoteHold, .remoteResume:
            nil
        }
    }
}
