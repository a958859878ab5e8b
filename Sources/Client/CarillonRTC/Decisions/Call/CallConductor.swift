package import CallModel
package import MediaEngine
import Redaction
import SDP
import Verto

/// Conducts one call: joins the call's machine, the exchange's messages and the peer connection.
///
/// It lives as long as the call, over any number of sockets; so mute, hold, headers and media outlast each of them
/// (contrast: W3 of the Telnyx SDK, whose re-attach makes another call object).
package struct CallConductor: Hashable, Sendable {
    /// Candidates kept for later, either way. An agent with many interfaces has some 20.
    package static let waitingCandidatesMax = 64
    /// How long a call is taken for one that ends when its peer closes its media: as a rule its BYE is on the way. From
    /// then on the peer is awaited (`CallTimer.recovery`), for as long as an exchange keeps a call without its socket.
    package static let closedMediaLimit = Duration.seconds(5)
    /// How long media must at least wait for a way that broke: the call's own limit comes first, so that a call ends for
    /// want of its peer no sooner than the exchange gives it up.
    package static let interruptionMin = CallTimer.recovery.limit + .seconds(30)
    /// Operations that wait for their outcome. More at once is a mistake of the app.
    package static let pendingOperationsMax = 16

    package let setup: CallSetup
    package internal(set) var machine: CallMachine
    /// What the exchange said of the end; nil: nothing, or nothing that named a cause.
    package internal(set) var toldEnding: Ending?
    package internal(set) var isMuted = false
    package internal(set) var mediaState = MediaConnectionState.new
    package internal(set) var names = CallNames()

    var negotiation = Negotiation.idle
    var isMediaOpen = false
    var isMediaDone = false
    var isListening = true
    var isSilenced = false
    var mediaDirection = MediaDirection.sendrecv
    /// The INVITE or ANSWER is on the wire, so candidates may follow it.
    var isDescriptionSent = false
    var isAwaitingMedia = false
    /// The machine's link comes back with the media rather than with the session.
    var isAwaitingRepair = false
    var localDescription: Redacted<String>?
    /// A new offer of ours that has no answer yet: it takes the other's place with one, and is forgotten without.
    var offeredDescription: Redacted<String>?
    var remoteDescription: Redacted<String>?
    var remote: RemoteIdentity?
    var inboundOffer: Redacted<String>?
    var waitingRemoteCandidates: [MediaOrder] = []
    var waitingLocalCandidates: [VertoClientRequest] = []
    var pending: [PendingOperation] = []
    var pendingTones: [PendingTones] = []
    var deadlines: [Deadline] = []
    /// When a call whose peer closed its media, and said no BYE, begins to wait for it to come back.
    var closedMediaDeadline: Duration?
    /// Media is to be restarted as soon as nothing else is negotiated: its way broke, or the device left the network.
    var isRestartDue = false
    /// When a restart that came to nothing is tried again, and how often it was.
    var restartDeadline: Duration?
    var restartFailures = 0
    /// The peer has not been heard for a second or so, though media count as connected.
    var isFaltering = false
    /// Until there is sound over another way, or the old one has it again.
    var isRestartNeeded = false
    /// The offer that is being answered is a restart of the peer's.
    var isAnsweringRestart = false
    /// When a restart was agreed with the peer last.
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

    /// When `.tick` is due next.
    package var nextDeadline: Duration? {
        (deadlines.map(\.at) + [closedMediaDeadline, restartDeadline].compactMap(\.self)).min()
    }

    /// Takes an event and appends what is to be done about it.
    package mutating func handle(_ event: ConductorEvent, at now: Duration, into effects: inout [ConductorEffect]) {
        switch event {
        case .dial: advance(.dial, at: now, into: &effects)
        case .operation(let id, let operation): handle(operation, id, at: now, into: &effects)
        case .invited(let invite): handleInvite(invite, at: now, into: &effects)
        case .invitedAgain(let invite): handleRepeatedInvite(invite, at: now, into: &effects)
        case .attached(let offer): handleAttach(offer, at: now, into: &effects)
        case .ringing(let progress): handleRinging(progress, at: now, into: &effects)
        case .media(let progress): handleMedia(progress, at: now, into: &effects)
        case .answered(let progress): handleAnswer(progress, at: now, into: &effects)
        case .bye(let bye): released(ending(of: bye), isTold: bye.namesCause, at: now, into: &effects)
        case .tones(let digits): for digit in digits.revealed { effects.append(.report(.digit(digit))) }
        case .remoteCandidate(let candidate): addRemote(.addRemoteCandidate(candidate), into: &effects)
        case .endOfRemoteCandidates: addRemote(.endOfRemoteCandidates, into: &effects)
        case .updateMedia(let id, let sdp): handleUpdate(id, sdp, into: &effects)
        case .offerRequested(let id): handleOfferRequest(id, at: now, into: &effects)
        case .peerHeld(let isHeld): advance(isHeld ? .peerHeld : .peerResumed, at: now, into: &effects)
        case .outcome(let tag, let outcome): handleOutcome(outcome, of: tag, at: now, into: &effects)
        case .linkImpaired: handleImpairment(at: now, into: &effects)
        case .networkLeft: (isRestartNeeded, isRestartDue) = (isMediaOpen, isMediaOpen)
        case .reattached: handleReattachment(at: now, into: &effects)
        case .abandoned: advance(.released(Ending(.dropped)), at: now, into: &effects)
        case .news(let news): handle(news, at: now, into: &effects)
        case .tick: handleTick(at: now, into: &effects)
        }
        restartIfDue(at: now, into: &effects)
    }

    private mutating func handleTick(at now: Duration, into effects: inout [ConductorEffect]) {
        while let due = deadlines.first(where: { $0.at <= now }) {
            deadlines.removeAll { $0.timer == due.timer }
            advance(due.timer.event, at: now, into: &effects)
        }
        if let closedMediaDeadline, closedMediaDeadline <= now {
            self.closedMediaDeadline = nil
            awaitPeer(at: now, into: &effects)
        }
        if let restartDeadline, restartDeadline <= now { tryRestartAgain(at: now, into: &effects) }
    }

    mutating func nextMediaID() -> UInt64 {
        lastMediaID += 1
        return lastMediaID
    }
}
