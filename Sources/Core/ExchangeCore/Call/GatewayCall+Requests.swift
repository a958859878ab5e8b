internal import CallModel
internal import Redaction
internal import RingCore

extension GatewayCall {
    /// Carries out a request of a device of the call.
    mutating func handle(_ request: ClientRequest, from index: Int, asker: Asker, _ turn: inout Turn) {
        switch request {
        case .dial, .take, .transfer: turn.refuse(.callIDInUse, to: asker)
        case .answer(let answering): answer(index, answering, asker: asker, &turn)
        case .describeEarly(let description): describeEarly(index, description, asker: asker, &turn)
        case .hangUp(_, let cause, let status): hangUp(index, cause, status, asker: asker, &turn)
        case .changeHold(_, let change): changeHold(index, change, asker: asker, &turn)
        case .sendTones(_, let tones): sendTones(index, tones, asker: asker, &turn)
        case .candidate(_, let candidate): self.candidate(index, candidate, asker: asker, &turn)
        case .endOfCandidates: endOfCandidates(index, asker: asker, &turn)
        case .attachAnswer(_, let description): attachAnswer(index, description, asker: asker, &turn)
        case .updateMedia(_, let description): updateMedia(index, description, asker: asker, &turn)
        case .ringing(let callID): turn.reply(.noted(callID), to: asker)
        }
    }
}

extension GatewayCall {
    /// Holds or resumes the call for one side, and tells the other side if its device wants to know.
    ///
    /// The exchange carries no sound. If neither phone falls silent on hold, the hold is refused; otherwise a person
    /// who was told that the line is held could be heard.
    mutating func changeHold(_ index: Int, _ change: HoldChange, asker: Asker, _ turn: inout Turn) {
        guard let peer = peerInCall(of: index, asker: asker, &turn) else { return }
        let isHeld =
            switch change {
            case .hold: true
            case .resume: false
            case .toggle: !legs[index].isHeld
            }
        guard !isHeld || keepsHold(index) || keepsHold(peer) else {
            return turn.refuse(.noPartySupportsHold, to: asker)
        }
        turn.reply(.holdChanged(legs[index].callID, change, isHeld: isHeld), to: asker)
        guard legs[index].isHeld != isHeld else { return }
        legs[index].isHeld = isHeld
        record(isHeld ? .legHeld(legs[index].id) : .legResumed(legs[index].id), &turn)
        report(.held(reference(to: index), isHeld), &turn)
        keep(&turn)
        guard keepsHold(peer) else { return }
        send(peer, isHeld ? .remoteHold(legs[peer].callID) : .remoteResume(legs[peer].callID), &turn)
    }

    /// Whether a device falls silent while the call is held by either side.
    func keepsHold(_ index: Int) -> Bool { legs[index].capabilities.contains(.holdNotices) }

    /// Passes a device's digits to the other side.
    mutating func sendTones(_ index: Int, _ tones: Redacted<String>, asker: Asker, _ turn: inout Turn) {
        guard let peer = peerInCall(of: index, asker: asker, &turn) else { return }
        guard tones.revealed.utf8.count <= turn.limits.tonesMax else {
            return turn.refuse(.limitReached(.tones), to: asker)
        }
        guard !tones.revealed.isEmpty, tones.revealed.utf8.allSatisfy(Self.isTone) else {
            return turn.refuse(.malformedTones, to: asker)
        }
        turn.reply(.sent(legs[index].callID), to: asker)
        send(peer, .tones(legs[peer].callID, tones), &turn)
    }

    /// The leg on the other side of an answered call. Where there is none, the request is refused and the result is
    /// nil.
    func peerInCall(of index: Int, asker: Asker, _ turn: inout Turn) -> Int? {
        if let ending = legs[index].state.ending {
            turn.refuse(.callEnded(ending), to: asker)
            return nil
        }
        guard let peer = peer(of: index) else {
            turn.refuse(.callNotAnswered, to: asker)
            return nil
        }
        return peer
    }

    /// Source: RFC 4733 §3.2 (events 0–15); `w` and `,` are pauses in both dialects (observed).
    private static func isTone(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "D"),
            UInt8(ascii: "a")...UInt8(ascii: "d"), UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "w"),
            UInt8(ascii: "W"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
