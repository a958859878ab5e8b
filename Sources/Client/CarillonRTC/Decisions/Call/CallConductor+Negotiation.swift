import CallModel
import MediaEngine
import Redaction
import SDP
import Verto

/// Descriptions, ours and the peer's.
extension CallConductor {
    mutating func makeOffer(into effects: inout [ConductorEffect]) {
        openMedia(into: &effects)
        let id = nextMediaID()
        negotiation = .offering(id)
        effects.append(.media(.createOffer(id: id, iceRestart: false)))
    }

    mutating func makeAnswer(into effects: inout [ConductorEffect]) {
        guard let offer = inboundOffer else { return }
        openMedia(into: &effects)
        acceptOffer(offer, as: { .answering($0, attach: false) }, into: &effects)
    }

    /// A new offer of ours in the middle of the call: the ICE restart.
    mutating func offerUpdate(into effects: inout [ConductorEffect]) {
        let id = nextMediaID()
        negotiation = .offeringUpdate(id)
        effects.append(.media(.createOffer(id: id, iceRestart: true)))
    }

    mutating func acceptOffer(
        _ sdp: Redacted<String>, as purpose: (UInt64) -> Negotiation, into effects: inout [ConductorEffect]
    ) {
        let id = nextMediaID()
        negotiation = purpose(id)
        effects.append(.media(.acceptOffer(id: id, sdp: sdp)))
        learnRemote(sdp, into: &effects)
    }

    mutating func applyAnswer(_ sdp: Redacted<String>, isFinal: Bool, into effects: inout [ConductorEffect]) {
        let id = nextMediaID()
        negotiation = .applying(id, isFinal: isFinal)
        effects.append(.media(.acceptAnswer(id: id, sdp: sdp, provisional: !isFinal)))
        learnRemote(sdp, into: &effects)
    }

    /// From now on the engine takes the peer's candidates; those that came early follow in order
    /// (contrast: W13 of the Telnyx SDK, which loses them).
    mutating func learnRemote(_ sdp: Redacted<String>, into effects: inout [ConductorEffect]) {
        remoteDescription = sdp
        remote = RemoteIdentity(sdp.revealed)
        effects.append(contentsOf: waitingRemoteCandidates.map { .media($0) })
        waitingRemoteCandidates.removeAll()
    }

    mutating func addRemote(_ order: MediaOrder, into effects: inout [ConductorEffect]) {
        guard !isMediaDone, !hasEnded else { return }
        if remoteDescription != nil, isMediaOpen {
            effects.append(.media(order))
        } else if waitingRemoteCandidates.count < Self.waitingCandidatesMax {
            waitingRemoteCandidates.append(order)
        }
    }

    mutating func openMedia(into effects: inout [ConductorEffect]) {
        guard !isMediaOpen else { return }
        isMediaOpen = true
        effects.append(.media(.open))
        adjustSilence(into: &effects)
    }

    mutating func closeMedia(into effects: inout [ConductorEffect]) {
        negotiation = .idle
        waitingRemoteCandidates.removeAll()
        waitingLocalCandidates.removeAll()
        guard isMediaOpen, !isMediaDone else { return }
        isMediaDone = true
        effects.append(.media(.close))
    }

    var dialog: VertoDialog {
        var dialog = VertoDialog(callID: callID)
        dialog.destinationNumber = setup.destination
        dialog.callerIDName = setup.callerName
        dialog.callerIDNumber = setup.callerNumber
        dialog.audio = true
        dialog.video = false
        dialog.useStereo = false
        dialog.attach = false
        dialog.screenShare = false
        dialog.clientState = setup.clientState
        if !setup.preferredCodecs.isEmpty { dialog.preferredCodecs = setup.preferredCodecs.map(\.preference) }
        dialog.customHeaders = setup.headers.map { VertoHeader(name: $0.name, value: $0.value) }
        return dialog
    }

    func answer(_ sdp: Redacted<String>, isAttach: Bool) -> VertoAnswer {
        var answer = VertoAnswer(sdp: sdp, dialog: dialog)
        answer.dialog.attach = isAttach
        answer.userAgent = setup.options.userAgent
        if setup.options.trickles { answer.trickle = true }
        return answer
    }
}
