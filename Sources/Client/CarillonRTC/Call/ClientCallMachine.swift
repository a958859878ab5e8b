package import CallModel
package import MediaEngine
import Redaction
import SDP
import Verto

/// The state machine of one call: it connects the call model, the messages of the exchange, and the peer connection.
///
/// It lives as long as the call, across any number of sockets, so mute, hold, headers and media survive a reconnection
/// (contrast: W3 of the Telnyx SDK, whose re-attach makes another call object).
package struct ClientCallMachine: Hashable, Sendable {
    /// The limit of candidates kept for later, in each direction. An agent with many interfaces has about 20.
    package static let waitingCandidatesMax = 64
    /// How long a BYE is awaited after the peer closed its media. Without a BYE, the peer is expected to return within
    /// `CallTimer.recovery`, the time for which an exchange keeps a call without a socket.
    package static let closedMediaLimit = Duration.seconds(5)
    /// The least time media waits for a broken path. It exceeds the call's own limit, so that the loss of media does
    /// not end a call that the exchange still keeps.
    package static let interruptionMin = CallTimer.recovery.limit + .seconds(30)
    /// The limit of operations that wait for their outcome. An app that exceeds it has a defect.
    package static let pendingOperationsMax = 16

    package let setup: CallSetup
    package internal(set) var machine: CallMachine
    /// The ending as the exchange told it; nil if the exchange named no cause.
    package internal(set) var reportedEnding: Ending?
    package internal(set) var isMuted = false
    package internal(set) var mediaState = MediaConnectionState.new
    package internal(set) var names = CallNames()

    var negotiation = Negotiation.idle
    var isMediaOpen = false
    var isMediaDone = false
    var isListening = true
    /// Whether the exchange says that the peer holds. A peer whose client cannot stop sending must not be heard then; a
    /// description that holds may bring music instead.
    var isHeldByNotice = false
    /// The last orders to the engine: whether it sends silence, and whether it sends no sound because the peer holds.
    var isSilenced = false
    var isPaused = false
    var mediaDirection = MediaDirection.sendrecv
    /// Whether the INVITE or ANSWER was sent, so that candidates may follow it.
    var isDescriptionSent = false
    /// Whether media connects before the answer: neither side is heard until then.
    var isEarly = false
    /// Whether it was connected before the answer, with the peer that it is still connected with.
    var wasConnectedEarly = false
    /// The last order to the engine: whether the source and the sink are used.
    var isAudible = true
    var isAwaitingMedia = false
    /// Whether the link counts as restored when media is connected, not when the session is.
    var isAwaitingRepair = false
    var localDescription: Redacted<String>?
    /// Our new offer that has no answer yet. An answer makes it `localDescription`; without one it is dropped.
    var offeredDescription: Redacted<String>?
    var remoteDescription: Redacted<String>?
    var remote: RemoteIdentity?
    var inboundOffer: Redacted<String>?
    var waitingRemoteCandidates: [MediaRequest] = []
    var waitingLocalCandidates: [VertoClientRequest] = []
    /// The hold or resume that is requested as soon as the one under way is settled.
    var nextHold: NextHold?
    var pending: [PendingOperation] = []
    var pendingTones: [PendingTones] = []
    var deadlines: [Deadline] = []
    /// When a call whose peer closed its media without a BYE begins to wait for the peer's return.
    var closedMediaDeadline: Duration?
    /// Whether media is restarted as soon as no negotiation is under way, because its path broke or the device left the
    /// network.
    var isRestartDue = false
    /// When a failed restart is repeated; `restartFailures` counts the failures.
    var restartDeadline: Duration?
    var restartFailures = 0
    /// Whether no packet of the peer has arrived for about a second although media counts as connected.
    var isFaltering = false
    /// Whether a restart is needed; it is until sound arrives over a new or the old path.
    var isRestartNeeded = false
    /// Why it is needed: the first reason since sound arrived last.
    var restartReason: RestartReason?
    /// The cause of an end that this side determines, if it knows better than the usual one of the reason.
    var ownCause: HangUpCause?
    /// Whether the offer being answered is a restart by the peer.
    var isAnsweringRestart = false
    /// Whether we came back with other media than before. The peer may answer them with others too.
    var hasTakenUpAnew = false
    /// When an answered call without media looks for its first path anew.
    var firstPathDeadline: Duration?
    /// When the last restart was agreed with the peer.
    var lastRestart: Duration?
    var lastMediaID: UInt64 = 0

    package init(_ direction: CallDirection, _ setup: CallSetup) {
        machine = CallMachine(direction)
        self.setup = setup
    }

    package var callID: String { setup.callID }
    package var state: CallState { machine.state }

    package var hasEnded: Bool {
        if case .ended = state.progress { true } else { false }
    }

    /// The time of the next `.tick`, since the shell's origin.
    package var nextDeadline: Duration? {
        (deadlines.map(\.at) + [closedMediaDeadline, restartDeadline, firstPathDeadline].compactMap(\.self)).min()
    }

    /// Handles one event and appends the resulting effects.
    package mutating func handle(_ event: ClientCallEvent, at now: Duration, into effects: inout [ClientCallEffect]) {
        switch event {
        case .dial: advance(.dial, at: now, into: &effects)
        case .operation(let id, let operation): handle(operation, id, at: now, into: &effects)
        case .invited(let invite): handleInvite(invite, at: now, into: &effects)
        case .invitedAgain(let invite): handleRepeatedInvite(invite, at: now, into: &effects)
        case .attached(let offer): handleAttach(offer, at: now, into: &effects)
        case .ringing(let progress): handleRinging(progress, at: now, into: &effects)
        case .media(let progress): handleMedia(progress, at: now, into: &effects)
        case .answered(let progress): handleAnswer(progress, at: now, into: &effects)
        case .bye(let bye): released(ending(of: bye), isReported: bye.namesCause, at: now, into: &effects)
        case .tones(let digits): for digit in digits.revealed { effects.append(.report(.digit(digit))) }
        case .remoteCandidate(let candidate): addRemote(.addRemoteCandidate(candidate), into: &effects)
        case .endOfRemoteCandidates: addRemote(.endOfRemoteCandidates, into: &effects)
        case .updateMedia(let id, let sdp): handleUpdate(id, sdp, into: &effects)
        case .offerRequested(let id): handleOfferRequest(id, at: now, into: &effects)
        case .peerHeld(let isHeld):
            isHeldByNotice = isHeld
            advance(isHeld ? .peerHeld : .peerResumed, at: now, into: &effects)
            adjustMedia(into: &effects)
        case .transferFailed(let ending): effects.append(.report(.transferFailed(ending)))
        case .outcome(let tag, let outcome): handleOutcome(outcome, of: tag, at: now, into: &effects)
        case .linkImpaired: handleImpairment(at: now, into: &effects)
        case .networkLeft:
            (isRestartNeeded, isRestartDue) = (isMediaOpen, isMediaOpen)
            restartReason = .networkLeft
            // One that was agreed before is over the network that was left.
            lastRestart = nil
        case .reattached: handleReattachment(at: now, into: &effects)
        case .abandoned: advance(.released(Ending(.dropped)), at: now, into: &effects)
        case .mediaReport(let report): handle(report, at: now, into: &effects)
        case .tick: handleTick(at: now, into: &effects)
        }
        restartIfDue(at: now, into: &effects)
        holdIfDue(at: now, into: &effects)
    }

    private mutating func handleTick(at now: Duration, into effects: inout [ClientCallEffect]) {
        while let due = deadlines.first(where: { $0.at <= now }) {
            deadlines.removeAll { $0.timer == due.timer }
            if due.timer == .release { effects.append(.report(.releaseLost)) }
            // It was answered, and no path was found.
            if due.timer == .setUp, seeksFirstPath, mediaState != .new { ownCause = .mediaTimeout }
            advance(due.timer.event, at: now, into: &effects)
        }
        if let closedMediaDeadline, closedMediaDeadline <= now {
            self.closedMediaDeadline = nil
            awaitPeer(at: now, into: &effects)
        }
        if let restartDeadline, restartDeadline <= now { tryRestartAgain(at: now, into: &effects) }
        if let firstPathDeadline, firstPathDeadline <= now { lookForFirstPathAnew(at: now) }
    }

    mutating func nextMediaID() -> UInt64 {
        lastMediaID += 1
        return lastMediaID
    }
}

/// The call model's machine below this one. Its effects become messages of the exchange and requests to media.
extension ClientCallMachine {
    /// Steps the call's machine and carries out its effects.
    ///
    /// - Returns: whether the machine accepted the event.
    @discardableResult
    mutating func advance(_ event: CallEvent, at now: Duration, into effects: inout [ClientCallEffect]) -> Bool {
        var steps: [CallEffect] = []
        let refusal = machine.handle(event, into: &steps)
        var isUnknownToPeer = false
        // Media is freed before the end is reported, so listeners may rely on it.
        if steps.contains(.releaseMedia) { closeMedia(into: &effects) }
        for step in steps { carryOut(step, at: now, isUnknownToPeer: &isUnknownToPeer, into: &effects) }
        if let refusal {
            effects.append(.refused(event, refusal))
            return false
        }
        adjustMedia(into: &effects)
        if isUnknownToPeer { advance(.releaseAcknowledged, at: now, into: &effects) }
        claimMedia(at: now, into: &effects)
        return true
    }

    private mutating func carryOut(
        _ step: CallEffect, at now: Duration, isUnknownToPeer: inout Bool, into effects: inout [ClientCallEffect]
    ) {
        switch step {
        case .changed(let old, let new): settleOperations(from: old, to: new, into: &effects)
        case .endingStrengthened: effects.append(.report(stateReport))
        case .startTimer(let timer): deadlines.append(Deadline(timer: timer, at: now + timer.limit))
        case .stopTimer(let timer): deadlines.removeAll { $0.timer == timer }
        case .sendInvite: makeOffer(into: &effects)
        case .sendAnswer: makeAnswer(into: &effects)
        case .awaitMedia: awaitFirstPath(at: now)
        case .sendHold: requestHold(.hold, into: &effects)
        case .sendResume: requestHold(.unhold, into: &effects)
        case .sendRelease(let reason):
            // The exchange does not know an outbound call whose INVITE was never sent.
            isUnknownToPeer = state.direction == .outbound && !isDescriptionSent
            if !isUnknownToPeer { requestRelease(reason, into: &effects) }
        // The app plays ringing, the client's machine repairs the link, `.changed` has reported the end, and media is
        // closed above.
        case .refused, .startRinging, .stopRinging, .recoverLink, .ended, .releaseMedia: break
        }
    }
}
