import CallModel
import MediaEngine
import Redaction
import Verto

/// Connects media while the call rings, so that sound begins with the answer.
///
/// The called device describes its media as soon as it rings, if it is set to, and the exchange asks for it. The caller
/// takes that as a provisional answer. Neither side uses its source or its sink before the answer.
extension ClientCallMachine {
    /// Answers the peer's offer for the engine alone. The person may still decline.
    mutating func prepareAnswer(into effects: inout [ClientCallEffect]) {
        guard setup.options.connectsWhileRinging, let offer = inboundOffer, !isMediaOpen else { return }
        isEarly = true
        // Before the connection exists, so that it never has the source.
        isAudible = false
        effects.append(.media(.setAudible(false)))
        openMedia(into: &effects)
        adjustMedia(into: &effects)
        acceptOffer(offer, as: { .preparing($0) }, into: &effects)
    }

    /// Sends the description of a ringing call. It is repeated on another socket, as the first may be lost.
    mutating func sendEarlyDescription(into effects: inout [ClientCallEffect]) {
        guard let localDescription else { return }
        effects.append(.request(.earlyDescription, .media(answer(localDescription, isAttach: false))))
        descriptionSent(localDescription, into: &effects)
    }

    /// Answers with the prepared description.
    ///
    /// - Returns: whether the ANSWER was sent, or will be as soon as its description is made.
    mutating func answerEarly(into effects: inout [ClientCallEffect]) -> Bool {
        guard isEarly else { return false }
        isEarly = false
        if case .preparing(let id) = negotiation {
            negotiation = .answering(id, attach: false)
            return true
        }
        guard negotiation == .idle, let localDescription else { return false }
        effects.append(.request(.answer, .answer(answer(localDescription, isAttach: false))))
        return true
    }

    /// Applies the description of a device that rings.
    mutating func applyEarly(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        guard setup.options.connectsWhileRinging else { return }
        forgetEarlyPeer(unless: sdp, into: &effects)
        isEarly = true
        adjustMedia(into: &effects)
        applyAnswer(sdp, isFinal: false, into: &effects)
    }

    /// Notes that another device answers, or rings, than the one that media connects with. It is connected with anew.
    mutating func forgetEarlyPeer(unless sdp: Redacted<String>?, into effects: inout [ClientCallEffect]) {
        guard isEarly, let sdp, let remote, let answered = RemoteIdentity(sdp.revealed) else { return }
        guard !answered.isSamePeerConnection(as: remote) else { return }
        wasConnectedEarly = false
        // The engine reports the same once it has the answer.
        guard mediaState != .new, mediaState != .connecting else { return }
        mediaState = .connecting
        effects.append(.report(.media(.connecting)))
    }

    /// Lets both sides be heard. The caller does so once the engine knows who answered, so that no sound reaches a
    /// device that only rang.
    mutating func endEarly(into effects: inout [ClientCallEffect]) {
        guard isEarly else { return }
        isEarly = false
        // The path was lost while the call rang.
        if wasConnectedEarly, isRestartNeeded { isRestartDue = true }
        adjustMedia(into: &effects)
    }
}
