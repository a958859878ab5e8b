import CallModel
import MediaEngine
import Redaction
import SDP
import Verto

/// The other side lost its media, or its socket, and comes back.
extension CallConductor {
    /// The peer closed its media and said no BYE in time: as if its way to us had broken.
    mutating func awaitPeer(at now: Duration, into effects: inout [ConductorEffect]) {
        guard state.progress == .active else {
            advance(.failed, at: now, into: &effects)
            return
        }
        isAwaitingRepair = true
        advance(.linkImpaired, at: now, into: &effects)
    }

    /// The exchange asks for an offer on behalf of a device that came back. It knows who is there, so whatever is under
    /// way of ours has nobody to answer it.
    mutating func handleOfferRequest(_ request: VertoID, at now: Duration, into effects: inout [ConductorEffect]) {
        guard state.progress == .active || state.progress == .answering, isMediaOpen, !isMediaDone else {
            return effects.append(.refuse(request, .callDoesNotExist))
        }
        switch negotiation {
        case .idle: break
        case .offeringUpdate, .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer:
            giveUpOffer(into: &effects)
        case .offering, .awaitingAnswer, .applying, .answering, .answeringUpdate, .applyingUpdate:
            return effects.append(.refuse(request, Self.busyNegotiating))
        }
        // The peer is back: from now on the time counts that media may take.
        if state.link.isDown { advance(.linkRestored, at: now, into: &effects) }
        advance(.renegotiationStarted, at: now, into: &effects)
        // The offer is a restart of ours as well.
        isRestartDue = false
        let id = nextMediaID()
        negotiation = .offeringOnRequest(id, request)
        effects.append(.media(.createOffer(id: id, iceRestart: true)))
    }

    /// What became of the offer the exchange asked for. A peer that still has the credentials it had did not take it:
    /// an answer to a restart has new ones (RFC 8445 §9). Then everything stays as it was.
    mutating func handleRequestedAnswer(
        _ sdp: Redacted<String>, at now: Duration, into effects: inout [ConductorEffect]
    ) {
        let answered = RemoteIdentity(sdp.revealed)
        let isWithdrawn = answered.flatMap { new in remote.map { new.isSamePeerConnection(as: $0) } } ?? false
        guard case .awaitingRequestedAnswer = negotiation, !isWithdrawn else {
            giveUpOffer(into: &effects)
            return renegotiationFailed(at: now, into: &effects)
        }
        applyUpdate(sdp, into: &effects)
    }

    /// Takes back an offer of ours that is under way.
    mutating func giveUpOffer(into effects: inout [ConductorEffect]) {
        if case .offeringOnRequest(_, let request) = negotiation {
            effects.append(.refuse(request, Self.busyNegotiating))
        }
        negotiation = .idle
        effects.append(.media(.rollBack))
    }
}
