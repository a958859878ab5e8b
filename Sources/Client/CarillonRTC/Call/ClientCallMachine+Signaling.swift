package import CallModel
import MediaEngine
import Redaction
package import Verto
import WireJSON

/// Handles messages of the exchange.
extension ClientCallMachine {
    mutating func handleInvite(_ invite: VertoServerInvite, at now: Duration, into effects: inout [ClientCallEffect]) {
        inboundOffer = invite.sdp
        var ids = invite.telnyxIDs
        // In FreeSWITCH's dialect our exchange sends the session's name as a variable.
        ids.sessionID = ids.sessionID ?? invite.variables?["call_session_id"]?.string
        learn(ids, invite.customHeaders, into: &effects)
        guard advance(.invited, at: now, into: &effects), invite.takesEarlyDescription == true else { return }
        prepareAnswer(into: &effects)
    }

    mutating func handleRepeatedInvite(
        _ invite: VertoServerInvite, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        inboundOffer = invite.sdp
        advance(.linkRestored, at: now, into: &effects)
        if isEarly { sendEarlyDescription(into: &effects) }
    }

    mutating func handleRinging(_ progress: VertoProgress, at now: Duration, into effects: inout [ClientCallEffect]) {
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        advance(.peerRinging, at: now, into: &effects)
    }

    /// Handles early media. FreeSWITCH sends no ringing message, so early media also means that the other side rings.
    /// In an active call the message is the peer's answer to an offer of ours.
    mutating func handleMedia(_ progress: VertoProgress, at now: Duration, into effects: inout [ClientCallEffect]) {
        guard let sdp = progress.sdp else { return }
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        switch negotiation {
        case .awaitingAnswer where progress.isEarlyDescription == true: applyEarly(sdp, into: &effects)
        case .awaitingAnswer:
            applyAnswer(sdp, isFinal: false, into: &effects)
            if state.progress == .connecting { advance(.peerRinging, at: now, into: &effects) }
            effects.append(.report(.earlyMedia))
        case .awaitingUpdate: applyUpdate(sdp, into: &effects)
        case .offeringOnRequest, .awaitingRequestedAnswer: handleRequestedAnswer(sdp, at: now, into: &effects)
        case .idle where hasTakenUpAnew: handleAnswerToReturn(sdp, at: now, into: &effects)
        case .idle, .offering, .applying, .preparing, .answering, .answeringUpdate, .offeringUpdate, .applyingUpdate:
            // No offer of ours waits for an answer.
            break
        }
    }

    mutating func handleAnswer(_ progress: VertoProgress, at now: Duration, into effects: inout [ClientCallEffect]) {
        learn(progress.telnyxIDs, progress.customHeaders, into: &effects)
        forgetEarlyPeer(unless: progress.sdp, into: &effects)
        guard advance(.peerAnswered, at: now, into: &effects) else { return }
        guard let sdp = progress.sdp ?? remoteDescription else {
            advance(.mediaIncompatible, at: now, into: &effects)
            return
        }
        applyAnswer(sdp, isFinal: true, into: &effects)
        endEarly(into: &effects)
    }

    /// Handles a new offer of the peer. If both sides offer at once, the caller's offer wins, because both sides know
    /// who called.
    mutating func handleUpdate(_ id: VertoID, _ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        guard state.progress == .active || state.progress == .answering, isMediaOpen else {
            return effects.append(.refuse(id, .callDoesNotExist))
        }
        switch negotiation {
        case .idle: break
        case .offeringUpdate, .awaitingUpdate:
            guard state.direction == .inbound else { return effects.append(.refuse(id, Self.busyNegotiating)) }
            effects.append(.media(.rollBack))
        case .offeringOnRequest, .awaitingRequestedAnswer: giveUpOffer(into: &effects)
        case .offering, .awaitingAnswer, .applying, .preparing, .answering, .answeringUpdate, .applyingUpdate:
            return effects.append(.refuse(id, Self.busyNegotiating))
        }
        // The answer to the peer's restart gathers candidates again, which replaces our own restart.
        let isSame = RemoteIdentity(sdp.revealed).flatMap { offered in
            remote.map { offered.isSamePeerConnection(as: $0) }
        }
        isAnsweringRestart = isSame == false
        if isAnsweringRestart {
            isRestartDue = false
            effects.append(.report(.restart(.peerRestarted)))
        }
        acceptOffer(sdp, as: { .answeringUpdate($0, id, sdp) }, into: &effects)
    }

    mutating func applyUpdate(_ sdp: Redacted<String>, into effects: inout [ClientCallEffect]) {
        let id = nextMediaID()
        negotiation = .applyingUpdate(id)
        localDescription = offeredDescription ?? localDescription
        effects.append(.media(.acceptAnswer(id: id, sdp: sdp, provisional: false)))
        learnRemote(sdp, into: &effects)
    }

    mutating func handleOutcome(
        _ outcome: RequestOutcome, of tag: CallRequestTag, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        switch tag {
        case .invite, .answer, .attach:
            // A lost link has its own event, and the exchange may have received the request.
            guard let ending = outcome.ending(of: state.direction, wasRinging: wasRinging) else { return }
            if tag == .attach, state.link == .up { return }
            released(ending, isReported: outcome.namesCause, at: now, into: &effects)
        case .bye:
            if !outcome.isReply { effects.append(.report(.releaseLost)) }
            advance(.releaseAcknowledged, at: now, into: &effects)
        case .hold: handleHold(outcome, at: now, into: &effects)
        case .updateMedia(let id): handleUpdateOutcome(outcome, of: id, at: now, into: &effects)
        case .tones(let id), .transfer(let id): settle(id, outcome.error, into: &effects)
        // A lost candidate removes one possible path; ICE finds another or fails by itself.
        case .candidate: break
        // Without it, media connects after the answer.
        case .earlyDescription: break
        }
    }

    /// Applies the hold state that the peer confirmed, even if another one was requested (contrast: W12 of the Telnyx
    /// SDK).
    private mutating func handleHold(
        _ outcome: RequestOutcome, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        switch outcome {
        case .reply(let reply):
            let isHeld = reply.holdState.map { $0 == .held } ?? (state.hold == .turningOn)
            advance(isHeld ? .holdConfirmed : .resumeConfirmed, at: now, into: &effects)
        case .failure, .timedOut, .notSent: advance(.holdRequestFailed, at: now, into: &effects)
        // The request is repeated when the link is back.
        case .connectionLost: break
        }
    }

    /// Handles the outcome of an offer of ours; that of one which yielded to the peer's is over.
    private mutating func handleUpdateOutcome(
        _ outcome: RequestOutcome, of id: UInt64, at now: Duration, into effects: inout [ClientCallEffect]
    ) {
        guard negotiation == .awaitingUpdate(id) else { return }
        if case .reply(let reply) = outcome, let sdp = reply.sdp { return applyUpdate(sdp, into: &effects) }
        if case .connectionLost = outcome { return }
        effects.append(.media(.rollBack))
        renegotiationFailed(at: now, into: &effects)
    }

    /// Ends a failed renegotiation. Media stays unchanged: it goes on if it was connected, and may recover by itself
    /// otherwise.
    mutating func renegotiationFailed(at now: Duration, into effects: inout [ClientCallEffect]) {
        negotiation = .idle
        if state.link == .renegotiating {
            advance(.renegotiationFailed, at: now, into: &effects)
            isAwaitingRepair = true
            if mediaState == .connected { restoreLink(at: now, into: &effects) }
        } else if !seeksFirstPath, state.progress != .active || state.link != .up {
            return
        }
        if isRestartNeeded { awaitRestart(at: now) }
    }

    func ending(of bye: VertoBye) -> Ending {
        Ending(
            cause: bye.causeCode.map(\.rawValue), name: bye.cause,
            unanswered: state.progress == .active ? nil : state.direction, wasRinging: wasRinging,
            sipCode: bye.sipCode, sipReason: bye.sipReason)
    }

    /// Whether a device of the callee rang. It is not used for calls that this side ends, because their reason is
    /// known.
    private var wasRinging: Bool {
        switch state.progress {
        case .idle, .requesting, .connecting: false
        case .ringing, .answering, .active, .disconnecting, .ended: true
        }
    }

    private mutating func learn(
        _ ids: VertoTelnyxIDs, _ headers: [VertoHeader], into effects: inout [ClientCallEffect]
    ) {
        let known = names
        names.sessionID = ids.sessionID ?? names.sessionID
        names.legID = ids.legID ?? names.legID
        names.callControlID = ids.callControlID ?? names.callControlID
        if names != known { effects.append(.report(.names(names))) }
        if !headers.isEmpty {
            let kept = headers.prefix(CallSetup.headersMax).map { CallHeader($0.name, $0.value) }
            effects.append(.report(.headers(kept)))
        }
    }

    static var busyNegotiating: VertoFailure {
        VertoFailure(.application, "RENEGOTIATION IN PROGRESS")
    }
}

/// The outcome of a request.
package enum RequestOutcome: Hashable, Sendable {
    case reply(VertoReply)
    case failure(VertoFailure)
    /// No answer arrived within the limit.
    case timedOut
    /// The connection was lost before the answer; the exchange may or may not have received the request.
    case connectionLost
    /// The request was not sent.
    case notSent
}

extension Ending {
    /// The most Unicode scalars kept of a phrase sent by the peer.
    package static let phraseLengthMax = 128

    /// Reads an ending from the exchange's message, which has a cause number, a cause name, both or neither.
    ///
    /// - Parameters:
    ///   - direction: the direction of an unanswered call; nil if the call was answered.
    ///   - wasRinging: whether a device of the callee rang.
    init(
        cause code: Int?, name: String?, unanswered direction: CallDirection?, wasRinging: Bool, sipCode: Int64? = nil,
        sipReason: String? = nil
    ) {
        let numbered = code.flatMap(UInt16.init(exactly:)).map { HangUpCause($0) }
        let cause = numbered ?? name.flatMap(HangUpCause.init(name:)) ?? .normalClearing
        let status = sipCode.flatMap(UInt16.init(exactly:))
        let reason =
            if let direction {
                EndReason(
                    ofUnansweredCallWith: cause, sipCode: status, wasRinging: wasRinging,
                    reportedTo: direction == .outbound ? .caller : .otherDevice)
            } else {
                EndReason(ofConnectedCallWith: cause)
            }
        self.init(
            reason, cause: cause, sipCode: status,
            sipReason: sipReason.flatMap { $0.shown(scalarsMax: Self.phraseLengthMax) })
    }

    /// Whether cause, SIP status and phrase are the same; the reason may differ.
    package func hasDetails(of other: Ending) -> Bool {
        cause == other.cause && sipCode == other.sipCode && sipReason == other.sipReason
    }
}

extension VertoBye {
    /// Whether the message gives a reason for the end.
    var namesCause: Bool { causeCode != nil || cause != nil || sipCode != nil }
}

extension RequestOutcome {
    /// The ending of a call whose INVITE, ANSWER or ATTACH had this outcome; nil if the call continues (contrast: W7 of
    /// the Telnyx SDK, whose failed INVITE stays CONNECTING for ever).
    func ending(of direction: CallDirection, wasRinging: Bool) -> Ending? {
        switch self {
        case .reply, .connectionLost: nil
        case .timedOut: Ending(.failed, cause: .recoveryOnTimerExpire)
        case .notSent: Ending(.failed)
        case .failure(let failure):
            if let code = failure.extra["causeCode"]?.integer {
                Ending(
                    cause: Int(code), name: failure.extra["cause"]?.string, unanswered: direction,
                    wasRinging: wasRinging, sipCode: failure.extra["sipCode"]?.integer,
                    sipReason: failure.extra["sipReason"]?.string)
            } else {
                Ending(.failed)
            }
        }
    }

    /// Whether the exchange has received the request, whatever it answered.
    var isReply: Bool {
        switch self {
        case .reply, .failure: true
        case .timedOut, .connectionLost, .notSent: false
        }
    }

    /// Whether the exchange refused and named a cause.
    var namesCause: Bool {
        if case .failure(let failure) = self { failure.extra["causeCode"]?.integer != nil } else { false }
    }

    /// The error of an operation that waits for this outcome; nil if the operation succeeded.
    var error: ClientError? {
        switch self {
        case .reply: nil
        case .failure(let failure): ClientError(.requestFailed, "the exchange refused: \(failure)")
        case .timedOut: ClientError(.requestFailed, "the exchange did not answer in time")
        case .connectionLost: ClientError(.notConnected, "the connection was lost")
        case .notSent: ClientError(.notConnected, "there is no connection")
        }
    }
}
