public import SDP

/// Decides what a peer connection of a framework with its own media (libwebrtc) is told, and what becomes of it: one
/// operation at a time, candidates once there is a description, tones, statistics, a way that is lost and comes back.
///
/// The shell carries out effects in their order and tells events in theirs. After ``Event/command(_:)`` of `.close` nothing
/// comes of any event.
public struct PeerMachine: Hashable, Sendable {
    /// Figures of every connection.
    public struct Limits: Hashable, Sendable {
        /// Commands that wait for the operation under way; one more is refused.
        public var waitingMax = 256
        /// Candidates kept until there is a description. Source: as the engine of Linux.
        public var earlyCandidatesMax = 64
        /// Between two tones. The framework's least is 30 ms. Source: WebRTC, `RTCDtmfSender`.
        public var toneGap: Duration = .milliseconds(50)
        public var toneMilliseconds = 40...6_000
        /// Statistics come by themselves while connected, as the contract of engines says.
        public var statisticsInterval: Duration = .seconds(1)
        /// What arrives and cannot be decrypted counts as no way: as many statistics in a row, each with that many packets more
        /// on the transport and none more of them heard. Fewer packets are RTCP, or the end of a stream.
        public var deafStatisticsMax = 3
        public var deafPacketsMin: UInt64 = 20

        public init() {}
    }

    public enum DescriptionKind: Hashable, Sendable { case offer, answer, provisionalAnswer, rollback }

    /// What the framework says of the way.
    public enum Way: Hashable, Sendable { case connecting, connected, lost }

    public enum Timer: Hashable, Sendable {
        /// ``MediaConfiguration/Gathering/complete(limit:)`` is over.
        case gathering
        /// ``MediaConfiguration/interruptionLimit`` is over.
        case interruption
        case statistics
        /// The tones' time is over; the framework does not say when one was sent.
        case tones(MediaCommand.ID)
    }

    public enum Event: Sendable {
        case command(MediaCommand)
        /// A description was made, or none could be. Answers ``Effect/makeOffer(iceRestart:)`` and ``Effect/makeAnswer``.
        case made(String?)
        /// A description holds, or was refused. Answers ``Effect/setLocal(_:_:)`` and ``Effect/setRemote(_:_:)``.
        ///
        /// `isGathered`: whether the framework has all candidates of ours now.
        case applied(Bool, isGathered: Bool)
        /// Answers ``Effect/readLocalDescription``.
        case localDescription(String?)
        /// Whether the framework uses them from now on. Answers ``Effect/setIceServers(_:)``.
        case iceServersTaken(Bool)
        /// Whether the next description says it. Answers ``Effect/setDirection(_:)``.
        case directionTaken(Bool)
        /// Answers ``Effect/insertTones(_:milliseconds:gap:)``.
        case tonesTaken(Bool)
        case candidate(String, mediaIdentification: String, mediaLineIndex: Int)
        case gathered
        case way(Way)
        case firstAudio
        case statistics([FrameworkStatistic])
        case timerFired(Timer)
    }

    public enum Effect: Sendable {
        /// Goes on with a new connection of the framework in place of the one there is, with the servers that uses. Source:
        /// as the browsers' clients of the carrier do at each attach.
        case replace
        case makeOffer(iceRestart: Bool)
        case makeAnswer
        case setLocal(DescriptionKind, String)
        case setRemote(DescriptionKind, String)
        /// The value of an `a=candidate` line, with its prefix.
        case addCandidate(String)
        case readLocalDescription
        case setDirection(MediaDirection)
        case setIceServers([IceServer])
        case setMicrophone(isOpen: Bool)
        case setSpeaker(isOpen: Bool)
        case insertTones(String, milliseconds: Int, gap: Duration)
        case askStatistics
        case send(MediaEvent)
        /// One of the same name is replaced.
        case startTimer(Timer, after: Duration)
        case stopTimer(Timer)
        /// Give everything back and end the stream of events.
        case shut
    }

    /// What the framework was asked and has not answered.
    enum Operation: Hashable, Sendable {
        case offer(MediaCommand.ID)
        case acceptOffer(MediaCommand.ID, String)
        case answer(MediaCommand.ID)
        case acceptAnswer(MediaCommand.ID, String)
        case ours(MediaCommand.ID, String)
        case rollBack
        case tones(MediaCommand.ID, time: Duration)
        case iceServers([IceServer])
        /// One is tried at a time, beside those that were taken.
        case iceServer(IceServer, taken: [IceServer], left: [IceServer])
    }

    let gathering: MediaConfiguration.Gathering
    let interruptionLimit: Duration
    let limits: Limits
    /// How far the way is.
    public internal(set) var state = MediaConnectionState.new
    var operation: Operation?
    var waiting: [PeerOrder] = []
    var hasRemoteDescription = false
    /// Candidates that came before the description they belong to.
    var earlyCandidates: [String] = []
    /// The command whose description waits for its candidates.
    var announcing: MediaCommand.ID?
    var maySend = true
    /// What the next description is to say, and the framework has not taken.
    var owedDirection: MediaDirection?
    var isMuted = false
    var hasMicrophone = false
    var isInterrupted = false
    var lastCounts = PacketCounts()
    /// Whose way and association the connection of the framework has, by the user fragment of the last offer or answer.
    var remoteFragment: String?
    /// The direction that was last asked for.
    var direction: MediaDirection?
    /// Whether the framework was told to go on as was agreed since.
    var isAgreedSaid = false
    var isSpeakerOpen: Bool?
    /// Packets of the transport at the statistics before, and statistics in a row in which none of them was heard.
    var lastArrived: UInt64 = 0
    var deafCount = 0
    /// Whether so many were that the framework's word that it is connected is not believed.
    var isDeaf: Bool { deafCount >= limits.deafStatisticsMax }

    /// A connection that was told nothing.
    public init(_ configuration: MediaConfiguration, limits: Limits = Limits()) {
        gathering = configuration.gathering
        interruptionLimit = configuration.interruptionLimit
        self.limits = limits
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        guard state != .closed else { return }
        switch event {
        case .command(.close): close(into: &effects)
        case .command(let command): take(command, into: &effects)
        case .made(let sdp): take(made: sdp, into: &effects)
        case .applied(let isApplied, let isGathered): take(applied: isApplied, isGathered, into: &effects)
        case .localDescription(let sdp): announce(sdp, into: &effects)
        case .iceServersTaken(let isTaken): take(iceServersTaken: isTaken, into: &effects)
        case .directionTaken(let isTaken): if isTaken, !isAgreedSaid { owedDirection = nil }
        case .tonesTaken(let isTaken): take(tonesTaken: isTaken, into: &effects)
        case .candidate(let text, let section, let line): tell(candidate: text, section, line, into: &effects)
        case .gathered:
            effects.append(.send(.gatheringCompleted))
            if announcing != nil { effects += [.stopTimer(.gathering), .readLocalDescription] }
        case .way(let way): take(way, into: &effects)
        case .firstAudio: effects.append(.send(.firstAudio))
        case .statistics(let entries): take(entries, into: &effects)
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
            effects.append(.send(.failed(MediaError(.transport, "the way did not come back"))))
            change(to: .failed, into: &effects)
        case .statistics: if state == .connected || isDeaf { effects.append(.askStatistics) }
        case .tones(let id): effects.append(.send(.tonesSent(id: id)))
        }
    }

    private func tell(candidate text: String, _ section: String, _ line: Int, into effects: inout [Effect]) {
        guard gathering == .trickle else { return }
        let value =
            text.hasPrefix(PeerOrder.candidatePrefix) ? text.dropFirst(PeerOrder.candidatePrefix.count) : text[...]
        effects.append(.send(.localCandidate(String(value), mediaIdentification: section, mediaLineIndex: line)))
    }
}

// MARK: the way

extension PeerMachine {
    /// A way that was lost may come back by a restart for as long as the configuration says.
    mutating func take(_ way: Way, into effects: inout [Effect]) {
        guard state != .failed else { return }
        switch way {
        case .connecting: if state == .new { change(to: .connecting, into: &effects) }
        // A framework that kept its association while the other side made a new one is connected, and hears nothing.
        case .connected where isDeaf: break
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

    private mutating func change(to new: MediaConnectionState, into effects: inout [Effect]) {
        guard state != new else { return }
        state = new
        effects.append(.send(.stateChanged(new)))
    }

    private mutating func take(_ entries: [FrameworkStatistic], into effects: inout [Effect]) {
        let (statistics, counts) = FrameworkStatistic.statistics(of: entries, since: lastCounts)
        listen(FrameworkStatistic.arrivedCount(in: entries), counts.receivedCount(since: lastCounts), into: &effects)
        lastCounts = counts
        effects.append(.send(.statistics(statistics)))
        // Replaces the one that runs: what is asked for in between starts no second chain.
        if state == .connected || isDeaf { effects.append(.startTimer(.statistics, after: limits.statisticsInterval)) }
    }

    /// What is held is not played, and may be sent all the same.
    private var receives: Bool { direction.map { $0 == .sendrecv || $0 == .recvonly } ?? true }

    /// Judges by what arrived whether the other side can be heard at all.
    private mutating func listen(_ arrived: UInt64, _ heardCount: UInt64, into effects: inout [Effect]) {
        let arrivedCount = arrived > lastArrived ? arrived - lastArrived : 0
        lastArrived = arrived
        let wasDeaf = isDeaf
        if heardCount > 0 {
            deafCount = 0
        } else if arrivedCount >= limits.deafPacketsMin, state == .connected || wasDeaf, receives {
            deafCount = min(deafCount + 1, limits.deafStatisticsMax)
        }
        guard isDeaf != wasDeaf else { return }
        take(isDeaf ? .lost : .connected, into: &effects)
    }
}
