import CallModel
import MediaEngine
package import Redaction
import SDP
package import Verto
import WireJSON

/// Creates and applies session descriptions.
extension ClientCallMachine {
    mutating func makeOffer(into effects: inout [ClientCallEffect]) {
        openMedia(into: &effects)
        let id = nextMediaID()
        negotiation = .offering(id)
        effects.append(.media(.createOffer(id: id, iceRestart: false)))
    }

    mutating func makeAnswer(into effects: inout [ClientCallEffect]) {
        guard let offer = inboundOffer, !answerEarly(into: &effects) else { return }
        openMedia(into: &effects)
        acceptOffer(offer, as: { .answering($0, attach: false) }, into: &effects)
    }

    /// Offers an ICE restart in the middle of the call.
    mutating func offerUpdate(_ reason: RestartReason, into effects: inout [ClientCallEffect]) {
        let id = nextMediaID()
        effects.append(.report(.restart(reason)))
        negotiation = .offeringUpdate(id)
        effects.append(.media(.createOffer(id: id, iceRestart: true)))
    }

    mutating func acceptOffer(
        _ sdp: Redacted<String>, as purpose: (UInt64) -> Negotiation, into effects: inout [ClientCallEffect]
    ) {
        let id = nextMediaID()
        negotiation = purpose(id)
        effects.append(.media(.acceptOffer(id: id, sdp: sdp)))
        learnRemote(sdp, into: &effects)
    }

    mutating func applyAnswer(_ sdp: Redacted<String>, isFinal: Bool, into effects: inout [ClientCallEffect]) {
        let id = nextMediaID()
        negotiation = .applying(id, isFinal: isFinal)
        effects.append(.media(.acceptAnswer(id: id, sdp: sdp, provisional: !isFinal)))
        learnRemote(sdp, into: &effects)
    }

    /// Stores the peer's description. The engine accepts the peer's candidates from now on, so early ones are passed on
    /// in order (contrast: W13 of the Telnyx SDK, which loses them).
    mutating func learnRemote(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        remoteDescription = sdp
        remote = RemoteIdentity(sdp.revealed)
        effects.append(contentsOf: waitingRemoteCandidates.map { .media($0) })
        waitingRemoteCandidates.removeAll()
    }

    mutating func addRemote(_ order: MediaRequest, into effects: inout [ClientCallEffect]) {
        guard !isMediaDone, !hasEnded else { return }
        if remoteDescription != nil, isMediaOpen {
            effects.append(.media(order))
        } else if waitingRemoteCandidates.count < Self.waitingCandidatesMax {
            waitingRemoteCandidates.append(order)
        }
    }

    mutating func openMedia(into effects: inout [ClientCallEffect]) {
        guard !isMediaOpen else { return }
        isMediaOpen = true
        effects.append(.media(.open))
        adjustSilence(into: &effects)
    }

    mutating func closeMedia(into effects: inout [ClientCallEffect]) {
        negotiation = .idle
        firstPathDeadline = nil
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

/// Handles a description that the engine has made or applied.
extension ClientCallMachine {
    mutating func handleDescription(
        _ sdp: Redacted<String>, _ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        switch negotiation {
        case .offering(id):
            negotiation = .awaitingAnswer
            sendInvite(sdp, into: &effects)
            advance(.inviteSent, at: now, into: &effects)
        case .preparing(id):
            negotiation = .idle
            localDescription = sdp
            sendEarlyDescription(into: &effects)
        case .answering(id, let isAttach):
            negotiation = .idle
            let request = answer(sdp, isAttach: isAttach)
            effects.append(isAttach ? .request(.attach, .attach(request)) : .request(.answer, .answer(request)))
            descriptionSent(sdp, into: &effects)
            hasTakenUpAnew = isAttach
            claimMedia(at: now, into: &effects)
            if isAttach, mediaState == .connected { restoreLink(at: now, into: &effects) }
        case .answeringUpdate(id, let request, let offer):
            negotiation = .idle
            remoteDescription = offer
            localDescription = sdp
            effects.append(.respond(request, .modified(callID, .updateMedia, holdState: nil, sdp: sdp)))
            // If our own offer yielded to the peer's, this ends our renegotiation as well.
            if state.link == .renegotiating { advance(.renegotiationFinished, at: now, into: &effects) }
            if isAnsweringRestart { restartAgreed(at: now) } else { isRestartDue = isRestartDue || isRestartNeeded }
        case .offeringUpdate(id):
            negotiation = .awaitingUpdate(id)
            offeredDescription = sdp
            let modify = VertoModify(callID: callID, action: .updateMedia, sdp: sdp)
            effects.append(.request(.updateMedia(id), .modify(modify)))
        case .offeringOnRequest(id, let request):
            negotiation = .awaitingRequestedAnswer
            offeredDescription = sdp
            effects.append(.respond(request, .modified(callID, .updateMedia, holdState: nil, sdp: sdp)))
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }

    private mutating func sendInvite(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        var invite = VertoInvite(sdp: sdp, dialog: dialog)
        invite.dialog.remoteCallerIDName = "Outbound Call"
        invite.userAgent = setup.options.userAgent
        if setup.options.trickles { invite.trickle = true }
        invite.replaces = setup.replaces
        effects.append(.request(.invite, .invite(invite)))
        descriptionSent(sdp, into: &effects)
    }

    mutating func descriptionSent(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        localDescription = sdp
        isDescriptionSent = true
        effects.append(contentsOf: waitingLocalCandidates.map { .request(.candidate, $0) })
        waitingLocalCandidates.removeAll()
    }

    mutating func handleAccepted(_ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]) {
        switch negotiation {
        case .applying(id, let isFinal): negotiation = isFinal ? .idle : .awaitingAnswer
        case .applyingUpdate(id):
            negotiation = .idle
            if state.link == .renegotiating { advance(.renegotiationFinished, at: now, into: &effects) }
            restartAgreed(at: now)
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }

    mutating func handleFailure(
        _ error: MediaError, _ id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        if let tones = pendingTones.first(where: { $0.mediaID == id }) {
            return settle(tones.id, ClientError(.mediaFailed, "\(error)"), into: &effects)
        }
        switch negotiation {
        case .offering(id), .answering(id, _), .applying(id, isFinal: true):
            negotiation = .idle
            advance(error.meansIncompatible ? .mediaIncompatible : .failed, at: now, into: &effects)
        case .applying(id, isFinal: false): negotiation = .awaitingAnswer
        // The description is made again at the answer, whose failure ends the call.
        case .preparing(id): negotiation = .idle
        case .answeringUpdate(id, let request, _):
            negotiation = .idle
            effects.append(.refuse(request, .callError(.incompatibleDestination, callID: callID)))
            if state.link == .renegotiating { renegotiationFailed(at: now, into: &effects) }
        case .offeringOnRequest(id, let request):
            effects.append(.refuse(request, .callError(.incompatibleDestination, callID: callID)))
            renegotiationFailed(at: now, into: &effects)
        case .offeringUpdate(id), .applyingUpdate(id): renegotiationFailed(at: now, into: &effects)
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate,
            .awaitingUpdate, .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            // The result belongs to a negotiation that was given up meanwhile.
            break
        }
    }
}

extension MediaError {
    /// Whether the two sides share no media format, as opposed to a failure.
    fileprivate var meansIncompatible: Bool { code == .noCommonCodec || code == .malformedDescription }
}

/// The negotiation of descriptions under way with the peer. There is at most one.
package enum Negotiation: Hashable, Sendable {
    /// No negotiation. Leaves to: any other.
    case idle
    /// The engine creates our first offer. Leaves to: `.awaitingAnswer`, `.idle` (failed, ended).
    case offering(UInt64)
    /// Our INVITE was sent. Leaves to: `.applying`, `.idle`.
    case awaitingAnswer
    /// The engine applies an answer; `isFinal` unless it is early media. Leaves to: `.awaitingAnswer`, `.idle`.
    case applying(UInt64, isFinal: Bool)
    /// The engine answers the peer's INVITE while the call rings. Leaves to: `.answering` (answered meanwhile), `.idle`.
    case preparing(UInt64)
    /// The engine answers the peer's INVITE, or the exchange's attach. Leaves to: `.idle`.
    case answering(UInt64, attach: Bool)
    /// The engine answers a new offer in the middle of the call. Leaves to: `.idle`.
    case answeringUpdate(UInt64, VertoID, Redacted<String>)
    /// The engine creates a new offer (ICE restart). Leaves to: `.awaitingUpdate`, `.idle`.
    case offeringUpdate(UInt64)
    /// Our new offer was sent. Leaves to: `.applyingUpdate`, `.idle` (refused, link lost, yielded to the peer's).
    case awaitingUpdate(UInt64)
    /// The engine creates a new offer that the exchange requested, because the other side came back and may have lost
    /// its media. The offer is sent with the id. Leaves to: `.awaitingRequestedAnswer`, `.idle` (failed, withdrawn,
    /// link lost).
    case offeringOnRequest(UInt64, VertoID)
    /// That offer was sent. Leaves to: `.applyingUpdate`, `.idle` (withdrawn, link lost), `.answeringUpdate`,
    /// `.offeringOnRequest` (the exchange replaced it by another).
    case awaitingRequestedAnswer
    /// The engine applies the answer to it. Leaves to: `.idle`.
    case applyingUpdate(UInt64)

    /// Whether this is a restart that this side began.
    var isOwnUpdate: Bool {
        switch self {
        case .offeringUpdate, .awaitingUpdate: true
        case .idle, .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate,
            .offeringOnRequest, .awaitingRequestedAnswer, .applyingUpdate:
            false
        }
    }
}

/// Distinguishes the peer connections of the other side by ICE user fragment and certificate fingerprints.
///
/// An offer with the same identity describes the present media (RFC 8839 §4.4: a restart changes the fragment).
struct RemoteIdentity: Hashable, Sendable {
    let userFragment: String
    let fingerprints: [String]
    /// Whether the other side accepts digits as RTP events (RFC 4733).
    let takesTelephoneEvents: Bool

    /// Reads a description; nil if it cannot be parsed or has no ICE credentials.
    init?(_ sdp: String) {
        guard let description = try? SessionDescription(parsing: sdp),
            let section = description.media.first(where: { $0.kind == "audio" }),
            let credentials = description.iceCredentials(of: section)
        else { return nil }
        userFragment = credentials.userFragment
        fingerprints = description.fingerprints(of: section).map(\.text).sorted()
        takesTelephoneEvents = section.payloadFormats.contains { $0.encoding.lowercased() == "telephone-event" }
    }

    func isSamePeerConnection(as other: RemoteIdentity) -> Bool {
        userFragment == other.userFragment && fingerprints == other.fingerprints
    }
}

extension AudioCodec {
    /// The codec as an entry of `preferred_codecs`. Source: Telnyx SDK 4.1, `TxCodecCapability` (observed).
    var preference: JSONValue {
        switch self {
        case .opus: ["mimeType": "audio/opus", "clockRate": 48000, "channels": 2]
        case .pcmu: ["mimeType": "audio/PCMU", "clockRate": 8000, "channels": 1]
        case .pcma: ["mimeType": "audio/PCMA", "clockRate": 8000, "channels": 1]
        }
    }
}
