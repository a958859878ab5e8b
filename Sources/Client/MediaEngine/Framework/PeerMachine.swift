public import SDP

/// The state machine for a peer connection of a framework with its own media (libwebrtc). It runs one operation at a
/// time, keeps candidates until there is a description, and handles tones, statistics, and the loss and return of the
/// media path.
///
/// The shell carries out effects in order and reports events in order. After ``Event/command(_:)`` with `.close`,
/// events have no effect.
public struct PeerMachine: Hashable, Sendable {
    /// Limits that apply to every connection.
    public struct Limits: Hashable, Sendable {
        /// The most commands that wait for the operation under way; further ones are refused.
        public var waitingMax = 256
        /// The most candidates kept until there is a description. Source: the same as in `NativeMedia`.
        public var earlyCandidatesMax = 64
        /// The gap between two tones. The framework requires at least 30 ms. Source: WebRTC, `RTCDtmfSender`.
        public var toneGap: Duration = .milliseconds(50)
        /// The lengths of one tone; others are brought into the range.
        public var toneMilliseconds = 40...6_000
        /// The interval of statistics while connected, as `MediaCommand.reportStatistics` specifies.
        public var statisticsInterval: Duration = .seconds(1)
        /// The connection counts as lost after `undecryptedStatisticsMax` reports in a row, each with at least
        /// `undecryptedPacketsMin` new packets on the transport, none of which could be decrypted. Fewer packets are
        /// RTCP, or the end of a stream.
        public var undecryptedStatisticsMax = 3
        /// The new packets in one report from which on it counts.
        public var undecryptedPacketsMin: UInt64 = 20

        public init() {}
    }

    /// The type of a session description, as the framework has it (RFC 8829 §4.1.8).
    public enum DescriptionKind: Hashable, Sendable { case offer, answer, provisionalAnswer, rollback }

    /// The state of the media path as the framework reports it. `lost` may become `connected` again.
    public enum Way: Hashable, Sendable { case connecting, connected, lost }

    /// The timers that the shell runs, at most one of each name.
    public enum Timer: Hashable, Sendable {
        /// The limit of ``MediaConfiguration/Gathering/complete(limit:)`` has passed.
        case gathering
        /// ``MediaConfiguration/interruptionLimit`` has passed.
        case interruption
        /// The next reading of the framework's statistics is due.
        case statistics
        /// The duration of the tones has passed; the framework does not report when they were sent.
        case tones(MediaCommand.ID)
    }

    /// A command of the app, a report of the framework, or the end of a timer.
    public enum Event: Sendable {
        /// A command of the owner of the connection.
        case command(MediaCommand)
        /// A description was created, or nil if that failed. Answers ``Effect/makeOffer(iceRestart:)`` and
        /// ``Effect/makeAnswer``.
        case made(String?)
        /// A description was applied or refused. Answers ``Effect/setLocal(_:_:)`` and ``Effect/setRemote(_:_:)``.
        ///
        /// `isGathered`: whether the framework has gathered all our candidates.
        case applied(Bool, isGathered: Bool)
        /// Answers ``Effect/readLocalDescription``.
        case localDescription(String?)
        /// Whether the framework accepted the servers. Answers ``Effect/setIceServers(_:)``.
        case iceServersTaken(Bool)
        /// Whether the framework accepted the direction for the next description. Answers ``Effect/setDirection(_:)``.
        case directionTaken(Bool)
        /// The framework could make no other connection, and the present one stays in use. May answer
        /// ``Effect/replace``.
        case replaceFailed
        /// The connection receives over another transceiver than before, whose audio the framework plays. Comes before
        /// the ``applied(_:isGathered:)`` of the peer's offer.
        case adopted
        /// Answers ``Effect/insertTones(_:milliseconds:gap:)``.
        case tonesTaken(Bool)
        /// The framework found a candidate: the value of its `a=candidate` line, and the media section it belongs to.
        case candidate(String, mediaIdentification: String, mediaLineIndex: Int)
        /// The framework has gathered all candidates.
        case gathered
        /// The state of the media path changed.
        case way(Way)
        /// The first audio of the peer was decoded.
        case firstAudio
        /// Answers ``Effect/askStatistics``.
        case statistics([FrameworkStatistic])
        /// A timer has run out.
        case timerFired(Timer)
    }

    /// An operation of the framework, a timer, or an event for the app. The shell carries them out in order.
    public enum Effect: Sendable {
        /// Uses a new connection of the framework with the same servers from now on, and keeps the present one until
        /// ``closeReplaced`` or ``restoreReplaced`` follows. Source: the carrier's browser clients use a new
        /// connection at each attach.
        case replace
        /// Closes the connection that was replaced.
        case closeReplaced
        /// Closes the new connection and uses the one again that was replaced.
        case restoreReplaced
        /// Creates an offer; `iceRestart` asks for new ICE credentials. Answered by ``Event/made(_:)``.
        case makeOffer(iceRestart: Bool)
        /// Creates an answer to the remote offer. Answered by ``Event/made(_:)``.
        case makeAnswer
        /// Applies a description of ours. Answered by ``Event/applied(_:isGathered:)``.
        case setLocal(DescriptionKind, String)
        /// Applies a description of the peer. Answered by ``Event/applied(_:isGathered:)``.
        case setRemote(DescriptionKind, String)
        /// The value of an `a=candidate` line, with its prefix.
        case addCandidate(String)
        /// Reads our description with the candidates gathered so far. Answered by ``Event/localDescription(_:)``.
        case readLocalDescription
        /// Sets the direction for the next description. Answered by ``Event/directionTaken(_:)``.
        case setDirection(MediaDirection)
        /// Sets the servers for the next gathering. Answered by ``Event/iceServersTaken(_:)``.
        case setIceServers([IceServer])
        /// Sends the microphone's sound, or silence.
        case setMicrophone(isOpen: Bool)
        /// Plays the peer's sound, or drops it.
        case setSpeaker(isOpen: Bool)
        /// Sends digits one after the other, each `milliseconds` long, with `gap` between two.
        case insertTones(String, milliseconds: Int, gap: Duration)
        /// Reads the statistics. Answered by ``Event/statistics(_:)``.
        case askStatistics
        /// Sends an event to the owner of the connection.
        case send(MediaEvent)
        /// Starts a timer, replacing a running one of the same name.
        case startTimer(Timer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(Timer)
        /// Releases everything and ends the stream of events.
        case shut
    }

    /// A request to the framework that is not answered yet.
    enum Operation: Hashable, Sendable {
        case offer(MediaCommand.ID)
        case acceptOffer(MediaCommand.ID, String)
        case answer(MediaCommand.ID)
        case acceptAnswer(MediaCommand.ID, String, isProvisional: Bool)
        case ours(MediaCommand.ID, String)
        case rollBack
        case tones(MediaCommand.ID, time: Duration)
        case iceServers([IceServer])
        /// The servers are tried one at a time, in addition to the accepted ones.
        case iceServer(IceServer, taken: [IceServer], left: [IceServer])
    }

    /// The state of a replaced connection, in case the framework refuses the offer that replaced it.
    struct Replaced: Hashable {
        let hasRemoteDescription: Bool
        let earlyCandidates: [String]
        let counts: PacketCounts
        let arrived: UInt64
        let undecryptedCount: Int
        let owedDirection: MediaDirection?
        let isAgreedSaid: Bool
    }

    let gathering: MediaConfiguration.Gathering
    let interruptionLimit: Duration
    let limits: Limits
    /// The state of the connection.
    public internal(set) var state = MediaConnectionState.new
    var operation: Operation?
    var waiting: [PeerCommand] = []
    var hasRemoteDescription = false
    /// Candidates that arrived before their description.
    var earlyCandidates: [String] = []
    /// The command whose description waits for its candidates.
    var announcing: MediaCommand.ID?
    /// Whether a relay is configured, and whether one has given a candidate in the present gathering.
    var wantsRelay: Bool
    var hasRelay = false
    var maySend = true
    /// The direction for the next description that the framework has not accepted yet.
    var owedDirection: MediaDirection?
    var isMuted = false
    var isPaused = false
    var hasMicrophone = false
    var isInterrupted = false
    var lastCounts = PacketCounts()
    /// The ICE user fragment of the peer's last offer or answer, which identifies the peer's transport.
    var remoteFragment: String?
    /// Whether the answer that was applied last may be followed by that of another device.
    var hasProvisionalAnswer = false
    /// The last requested direction.
    var direction: MediaDirection?
    /// Whether the direction was overridden with `.sendrecv` for a restart since then.
    var isAgreedSaid = false
    var isSpeakerOpen: Bool?
    /// Whether the audio of a peer that sends is played.
    var isListening = true
    /// The connection that the present one replaces; nil once the peer's offer was accepted or refused.
    var replaced: Replaced?
    /// The transport's packet count in the previous report; `undecryptedCount` is the number of reports in a row in which
    /// no packet was decrypted.
    var lastArrived: UInt64 = 0
    var undecryptedCount = 0
    /// Whether media counts as lost although the framework reports it as connected.
    var decryptsNothing: Bool { undecryptedCount >= limits.undecryptedStatisticsMax }

    /// Creates the state of a new connection.
    public init(_ configuration: MediaConfiguration, limits: Limits = Limits()) {
        gathering = configuration.gathering
        interruptionLimit = configuration.interruptionLimit
        wantsRelay = configuration.iceServers.contains { $0.relay != nil }
        self.limits = limits
    }

    /// Handles one event and appends the resulting effects.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        guard state != .closed else { return }
        switch event {
        case .command(.close): close(into: &effects)
        case .command(let command): handle(command, into: &effects)
        case .made(let sdp): handle(made: sdp, into: &effects)
        case .applied(let isApplied, let isGathered): handle(applied: isApplied, isGathered, into: &effects)
        case .localDescription(let sdp): announce(sdp, into: &effects)
        case .iceServersTaken(let isTaken): handle(iceServersTaken: isTaken, into: &effects)
        case .directionTaken(let isTaken): if isTaken, !isAgreedSaid { owedDirection = nil }
        case .replaceFailed: replaceFailed()
        case .adopted: repeatSpeaker(into: &effects)
        case .tonesTaken(let isTaken): handle(tonesTaken: isTaken, into: &effects)
        case .candidate(let text, let section, let line): report(candidate: text, section, line, into: &effects)
        case .gathered: gathered(into: &effects)
        case .way(let way): handle(way, into: &effects)
        case .firstAudio: effects.append(.send(.firstAudio))
        case .statistics(let entries): handle(entries, into: &effects)
        case .timerFired(let timer): fire(timer, into: &effects)
        }
    }

    private mutating func close(into effects: inout [Effect]) {
        state = .closed
        operation = nil
        waiting = []
        earlyCandidates = []
        effects += [.send(.stateChanged(.closed)), .shut]
    }

    private mutating func fire(_ timer: Timer, into effects: inout [Effect]) {
        switch timer {
        case .gathering: if announcing != nil { effects.append(.readLocalDescription) }
        case .interruption:
            guard isInterrupted else { return }
            isInterrupted = false
            effects.append(.send(.failed(MediaError(.transport, "the connection was not restored"))))
            change(to: .failed, into: &effects)
        case .statistics: if state == .connected || decryptsNothing { effects.append(.askStatistics) }
        case .tones(let id): effects.append(.send(.tonesSent(id: id)))
        }
    }

    private mutating func gathered(into effects: inout [Effect]) {
        if wantsRelay, !hasRelay { effects.append(.send(.relaysUnavailable)) }
        hasRelay = false
        effects.append(.send(.gatheringCompleted))
        if announcing != nil { effects += [.stopTimer(.gathering), .readLocalDescription] }
    }

    private mutating func report(
        candidate text: String, _ section: String, _ line: Int, into effects: inout [Effect]
    ) {
        if text.contains(" typ relay") { hasRelay = true }
        guard gathering == .trickle else { return }
        let value =
            text.hasPrefix(PeerCommand.candidatePrefix) ? text.dropFirst(PeerCommand.candidatePrefix.count) : text[...]
        effects.append(.send(.localCandidate(String(value), mediaIdentification: section, mediaLineIndex: line)))
    }
}

// MARK: Media path

extension PeerMachine {
    /// Handles a change of the media path. A restart may restore a lost path within the interruption limit.
    mutating func handle(_ way: Way, into effects: inout [Effect]) {
        guard state != .failed else { return }
        switch way {
        case .connecting: if state == .new { change(to: .connecting, into: &effects) }
        // The framework reports connected although it cannot decrypt, because the peer began a new association.
        case .connected where decryptsNothing: break
        case .connected:
            if isInterrupted { effects.append(.stopTimer(.interruption)) }
            isInterrupted = false
            guard state != .connected else { return }
            change(to: .connected, into: &effects)
            effects.append(.askStatistics)
        case .lost:
            guard !isInterrupted else { return }
            isInterrupted = true
            change(to: .interrupted, into: &effects)
            effects.append(.startTimer(.interruption, after: interruptionLimit))
        }
    }

    /// Handles the answer of another device than the one that the provisional answer was of. The framework connects with
    /// it over the same connection.
    mutating func connectAnew(into effects: inout [Effect]) {
        guard state == .connected || state == .interrupted else { return }
        if isInterrupted { effects.append(.stopTimer(.interruption)) }
        (isInterrupted, undecryptedCount) = (false, 0)
        change(to: .connecting, into: &effects)
    }

    private mutating func change(to new: MediaConnectionState, into effects: inout [Effect]) {
        guard state != new else { return }
        state = new
        effects.append(.send(.stateChanged(new)))
    }

    private mutating func handle(_ entries: [FrameworkStatistic], into effects: inout [Effect]) {
        let (statistics, counts) = FrameworkStatistic.statistics(of: entries, since: lastCounts)
        listen(FrameworkStatistic.arrivedCount(in: entries), counts.receivedCount(since: lastCounts), into: &effects)
        lastCounts = counts
        effects.append(.send(.statistics(statistics)))
        // The timer replaces a running one, so that a report requested in between starts no second series.
        if state == .connected || decryptsNothing {
            effects.append(.startTimer(.statistics, after: limits.statisticsInterval))
        }
    }

    /// Whether received audio is expected. A held peer may send, but its audio is not played.
    private var receives: Bool { direction.map { $0 == .sendrecv || $0 == .recvonly } ?? true }

    /// Checks by packet counts whether the peer's media can be decrypted.
    private mutating func listen(_ arrived: UInt64, _ heardCount: UInt64, into effects: inout [Effect]) {
        let arrivedCount = arrived > lastArrived ? arrived - lastArrived : 0
        lastArrived = arrived
        let decryptedNothing = decryptsNothing
        if heardCount > 0 {
            undecryptedCount = 0
        } else if arrivedCount >= limits.undecryptedPacketsMin, state == .connected || decryptedNothing, receives {
            undecryptedCount = min(undecryptedCount + 1, limits.undecryptedStatisticsMax)
        }
        guard decryptsNothing != decryptedNothing else { return }
        handle(decryptsNothing ? .lost : .connected, into: &effects)
    }
}
