internal import CallModel
internal import Redaction

/// Descriptions before the answer: ICE and DTLS of one called device and the caller run while it rings, so that sound
/// costs no round trip beyond the answer's own.
///
/// One device of a call at a time describes itself early; the next one may once the first has left the call. The caller
/// has one peer connection, and checks and handshakes of several devices would disturb each other there. If another
/// device answers, the caller connects with that one anew.
extension GatewayCall {
    /// Whether the device is asked to describe its media while it rings: the first that can.
    mutating func asksForEarlyDescription(_ index: Int) -> Bool {
        guard invitation.takesEarlyDescription, index != Self.caller else { return false }
        guard legs[index].takesCandidates, legs[index].capabilities.contains(.earlyDescriptions) else { return false }
        if let early, !legs[early.leg].isOver { return early.leg == index }
        early = EarlyDescriber(leg: index)
        return true
    }

    /// Handles a description that a device sent while it rings. One that came too late is accepted and ignored: it and
    /// the end crossed.
    mutating func describeEarly(
        _ index: Int, _ description: AnswerRequest, asker: Asker, _ turn: inout Turn
    ) {
        guard index != Self.caller else { return turn.refuse(.notCalled, to: asker) }
        guard case .ringing = state, legs[index].state == .ringing, early?.leg == index else {
            return turn.reply(.noted(legs[index].callID), to: asker)
        }
        guard SessionDescriptionEditing.isUsable(description.description) else {
            return turn.refuse(.malformedDescription, to: asker)
        }
        accept(description, of: index)
        turn.reply(.noted(legs[index].callID), to: asker)
        giveEarlyDescription(&turn)
    }

    /// Gives the caller the description that a device sent while it rings, once. A caller without a connection gets it
    /// with the answer.
    private mutating func giveEarlyDescription(_ turn: inout Turn) {
        guard let early, !early.isGiven, legs[Self.caller].connection != nil,
            let description = legs[early.leg].media.description
        else { return }
        self.early?.isGiven = true
        // It may have been given those of a device before.
        legs[Self.caller].restartCandidates()
        send(Self.caller, .earlyDescription(legs[Self.caller].callID, description), &turn)
        passCandidates(from: early.leg, to: Self.caller, &turn)
    }

    /// Begins with the first candidate again, if the caller was given those of a device that did not answer.
    mutating func endEarlyDescription(ofAllBut winner: Int) {
        if let early, early.isGiven, early.leg != winner { legs[Self.caller].restartCandidates() }
        early = nil
    }
}

/// The called device that may describe its media while it rings.
struct EarlyDescriber: Hashable, Sendable {
    let leg: Int
    /// Whether the caller was given the description.
    var isGiven = false
}
