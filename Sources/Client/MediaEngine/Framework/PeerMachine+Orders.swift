import SDP

/// A command reduced to comparable values: it tells whether there is a microphone, and not which one.
enum PeerCommand: Hashable, Sendable {
    case createOffer(MediaCommand.ID, iceRestart: Bool)
    case acceptOffer(MediaCommand.ID, String)
    case acceptAnswer(MediaCommand.ID, String, isProvisional: Bool)
    case rollBack
    case candidate(String)
    case direction(MediaDirection)
    case muted(Bool)
    case paused(Bool)
    case tones(MediaCommand.ID, String, milliseconds: Int)
    case iceServers([IceServer])
    case microphone(Bool)
    case speaker(Bool)
    case listening(Bool)
    case statistics

    static let candidatePrefix = "candidate:"

    /// Nil for a command without a counterpart in the framework, and for `.close`, which is handled at once.
    init?(_ command: MediaCommand) {
        switch command {
        case .createOffer(let id, let iceRestart): self = .createOffer(id, iceRestart: iceRestart)
        case .acceptOffer(let id, let sdp): self = .acceptOffer(id, sdp)
        case .acceptAnswer(let id, let sdp, let isProvisional):
            self = .acceptAnswer(id, sdp, isProvisional: isProvisional)
        case .rollBack: self = .rollBack
        case .addRemoteCandidate(let text):
            self = .candidate(text.hasPrefix(Self.candidatePrefix) ? text : Self.candidatePrefix + text)
        case .setDirection(let direction): self = .direction(direction)
        case .setMuted(let isMuted): self = .muted(isMuted)
        case .setPaused(let isPaused): self = .paused(isPaused)
        case .sendTones(let id, let tones, let milliseconds): self = .tones(id, tones, milliseconds: milliseconds)
        case .setIceServers(let servers):
            self = .iceServers(Array(servers.prefix(MediaConfiguration.iceServersMax)))
        case .setSource(let source): self = .microphone(source != nil)
        case .setSink(let sink): self = .speaker(sink != nil)
        case .setListening(let isListening): self = .listening(isListening)
        case .reportStatistics: self = .statistics
        case .endOfRemoteCandidates, .close: return nil
        }
    }

    /// The id of the event that answers the command; nil if no event does.
    var id: MediaCommand.ID? {
        switch self {
        case .createOffer(let id, _), .acceptOffer(let id, _), .acceptAnswer(let id, _, _), .tones(let id, _, _): id
        case .rollBack, .candidate, .direction, .muted, .paused, .iceServers, .microphone, .speaker, .listening,
            .statistics:
            nil
        }
    }
}

/// Carries out commands one after the other.
extension PeerMachine {
    mutating func handle(_ command: MediaCommand, into effects: inout [Effect]) {
        guard let order = PeerCommand(command) else { return }
        guard waiting.count < limits.waitingMax else {
            if let id = order.id { fail(id, .limitReached, "\(limits.waitingMax) commands wait", into: &effects) }
            return
        }
        waiting.append(order)
        goOn(into: &effects)
    }

    /// Carries out waiting commands, up to the next one that takes time.
    private mutating func goOn(into effects: inout [Effect]) {
        while operation == nil, !waiting.isEmpty { carryOut(waiting.removeFirst(), into: &effects) }
    }

    private mutating func carryOut(_ order: PeerCommand, into effects: inout [Effect]) {
        switch order {
        case .createOffer(let id, let iceRestart):
            if iceRestart { setAgreedDirection(into: &effects) } else { setOwedDirection(into: &effects) }
            begin(.offer(id), .makeOffer(iceRestart: iceRestart), into: &effects)
        case .acceptOffer(let id, let sdp):
            if isOfAnother(sdp) { replace(into: &effects) }
            begin(.acceptOffer(id, sdp), .setRemote(.offer, sdp), into: &effects)
        case .acceptAnswer(let id, let sdp, let isProvisional):
            begin(
                .acceptAnswer(id, sdp, isProvisional: isProvisional),
                .setRemote(isProvisional ? .provisionalAnswer : .answer, sdp), into: &effects)
        case .rollBack: rollBack(into: &effects)
        case .candidate(let text): add(candidate: text, into: &effects)
        case .direction(let direction):
            (self.direction, owedDirection, isAgreedSaid) = (direction, direction, false)
            setOwedDirection(into: &effects)
            changeMicrophone(into: &effects) { $0.maySend = direction == .sendrecv || direction == .sendonly }
        case .muted(let isMuted): changeMicrophone(into: &effects) { $0.isMuted = isMuted }
        case .paused(let isPaused): changeMicrophone(into: &effects) { $0.isPaused = isPaused }
        case .tones(let id, let tones, let milliseconds): insert(tones, milliseconds, id, into: &effects)
        case .iceServers(let servers):
            wantsRelay = servers.contains { $0.relay != nil }
            begin(.iceServers(servers), .setIceServers(servers), into: &effects)
        case .microphone(let isThere): changeMicrophone(into: &effects) { $0.hasMicrophone = isThere }
        case .speaker(let isThere):
            isSpeakerOpen = isThere
            setSpeaker(into: &effects)
        case .listening(let isListening):
            self.isListening = isListening
            setSpeaker(into: &effects)
        case .statistics: effects.append(.askStatistics)
        }
    }

    /// Makes the description of a restart send and receive. A hold is not stated in descriptions, so no later
    /// description would end it. The microphone and the speaker keep the present direction.
    private mutating func setAgreedDirection(into effects: inout [Effect]) {
        guard direction != nil else { return }
        isAgreedSaid = true
        effects.append(.setDirection(.sendrecv))
    }

    /// Sets the direction again for each description until the framework accepts it.
    private mutating func setOwedDirection(into effects: inout [Effect]) {
        if isAgreedSaid { (owedDirection, isAgreedSaid) = (direction, false) }
        if let owedDirection { effects.append(.setDirection(owedDirection)) }
    }

    private mutating func begin(_ operation: Operation, _ effect: Effect, into effects: inout [Effect]) {
        self.operation = operation
        effects.append(effect)
    }

    /// Whether an offer has other ICE credentials than the peer's last description, as a returning peer's has even with
    /// the same certificate. The framework would keep its DTLS association for such an offer, and could not decrypt
    /// anything if the peer began another. A peer that kept its association begins a new one for our new certificate.
    /// Source: RFC 8842 §3.
    private func isOfAnother(_ sdp: String) -> Bool {
        guard let remoteFragment, let fragment = Self.fragment(of: sdp) else { return false }
        return fragment != remoteFragment
    }

    static func fragment(of sdp: String) -> String? {
        guard let description = try? SessionDescription(parsing: sdp) else { return nil }
        return description.media.lazy.compactMap { description.iceCredentials(of: $0)?.userFragment }.first
    }

    /// Begins a new connection beside the present one and repeats the settings on it. The present one is kept until the
    /// framework accepts the offer.
    private mutating func replace(into effects: inout [Effect]) {
        giveUpAnnouncing(into: &effects)
        replaced = Replaced(
            hasRemoteDescription: hasRemoteDescription, earlyCandidates: earlyCandidates, counts: lastCounts,
            arrived: lastArrived, undecryptedCount: undecryptedCount, owedDirection: owedDirection,
            isAgreedSaid: isAgreedSaid)
        (hasRemoteDescription, earlyCandidates) = (false, [])
        (lastCounts, lastArrived, undecryptedCount) = (PacketCounts(), 0, 0)
        effects.append(.replace)
        (owedDirection, isAgreedSaid) = (nil, direction != nil)
        repeatSpeaker(into: &effects)
    }

    /// Sets the speaker of a new connection or transceiver, which the framework opens.
    mutating func repeatSpeaker(into effects: inout [Effect]) {
        if isSpeakerOpen != nil || !isListening { setSpeaker(into: &effects) }
    }

    private func setSpeaker(into effects: inout [Effect]) {
        effects.append(.setSpeaker(isOpen: isListening && isSpeakerOpen != false))
    }

    /// Closes the replaced connection. The media path counts as lost until the new connection is established.
    private mutating func closeReplaced(into effects: inout [Effect]) {
        guard replaced != nil else { return }
        replaced = nil
        effects.append(.closeReplaced)
        if state != .new { handle(.lost, into: &effects) }
    }

    /// Goes on with the replaced connection, because the framework refused the offer. A report that was requested of the
    /// other connection is lost, so another one is requested.
    private mutating func restoreReplaced(into effects: inout [Effect]) {
        guard restoreState() else { return }
        effects.append(.restoreReplaced)
        if state == .connected || decryptsNothing { effects.append(.askStatistics) }
    }

    /// Goes on with the present connection, because the framework can make no other.
    mutating func replaceFailed() { _ = restoreState() }

    /// - Returns: whether a connection was replaced.
    private mutating func restoreState() -> Bool {
        guard let former = replaced else { return false }
        replaced = nil
        (hasRemoteDescription, earlyCandidates) = (former.hasRemoteDescription, former.earlyCandidates)
        (lastCounts, lastArrived, undecryptedCount) = (former.counts, former.arrived, former.undecryptedCount)
        (owedDirection, isAgreedSaid) = (former.owedDirection, former.isAgreedSaid)
        return true
    }

    /// Drops a description that waits for its candidates, because its offer is given up; its command fails.
    private mutating func giveUpAnnouncing(into effects: inout [Effect]) {
        guard let id = announcing else { return }
        announcing = nil
        effects.append(.stopTimer(.gathering))
        fail(id, .wrongState, "the offer was given up", into: &effects)
    }

    private mutating func rollBack(into effects: inout [Effect]) {
        giveUpAnnouncing(into: &effects)
        begin(.rollBack, .setLocal(.rollback, ""), into: &effects)
    }

    private mutating func add(candidate text: String, into effects: inout [Effect]) {
        if hasRemoteDescription {
            effects.append(.addCandidate(text))
        } else if earlyCandidates.count < limits.earlyCandidatesMax {
            earlyCandidates.append(text)
        }
    }

    private mutating func changeMicrophone(into effects: inout [Effect], _ change: (inout PeerMachine) -> Void) {
        change(&self)
        effects.append(.setMicrophone(isOpen: maySend && !isMuted && !isPaused && hasMicrophone))
    }

    private mutating func insert(
        _ tones: String, _ milliseconds: Int, _ id: MediaCommand.ID, into effects: inout [Effect]
    ) {
        guard !tones.isEmpty, tones.allSatisfy("0123456789*#ABCD".contains) else {
            return fail(id, .invalidTone, "a tone that does not exist", into: &effects)
        }
        let bounds = limits.toneMilliseconds
        let length = min(max(milliseconds, bounds.lowerBound), bounds.upperBound)
        let time = (.milliseconds(length) + limits.toneGap) * tones.count
        begin(
            .tones(id, time: time), .insertTones(tones, milliseconds: length, gap: limits.toneGap), into: &effects)
    }

    /// Handles the framework's answer to a list of servers. The framework accepts all or none of a list. After a
    /// refusal, the servers are tried one after the other, so that one unusable server does not exclude the others. If
    /// it accepts none, the earlier servers stay in use.
    mutating func handle(iceServersTaken isTaken: Bool, into effects: inout [Effect]) {
        switch operation {
        case .iceServers(let servers) where !isTaken && servers.count > 1:
            tryIceServer([], servers[...], into: &effects)
        case .iceServer(let server, let taken, let left):
            tryIceServer(taken + (isTaken ? [server] : []), left[...], into: &effects)
        case .iceServers: end(into: &effects)
        default: break
        }
    }

    private mutating func tryIceServer(
        _ taken: [IceServer], _ left: ArraySlice<IceServer>, into effects: inout [Effect]
    ) {
        guard let next = left.first else { return end(into: &effects) }
        begin(
            .iceServer(next, taken: taken, left: Array(left.dropFirst())), .setIceServers(taken + [next]),
            into: &effects)
    }

    mutating func handle(tonesTaken isTaken: Bool, into effects: inout [Effect]) {
        guard case .tones(let id, let time) = operation else { return }
        operation = nil
        if isTaken {
            effects.append(.startTimer(.tones(id), after: time))
        } else {
            fail(id, .wrongState, "no tones can be sent", into: &effects)
        }
        goOn(into: &effects)
    }

    func fail(
        _ id: MediaCommand.ID, _ code: MediaError.Code, _ context: String, into effects: inout [Effect]
    ) {
        effects.append(.send(.commandFailed(id: id, MediaError(code, context))))
    }
}

/// Handles answers of the framework.
extension PeerMachine {
    mutating func handle(made sdp: String?, into effects: inout [Effect]) {
        let (id, kind): (MediaCommand.ID, DescriptionKind)
        switch operation {
        case .offer(let offer): (id, kind) = (offer, .offer)
        case .answer(let answer): (id, kind) = (answer, .answer)
        default: return
        }
        guard let sdp else {
            fail(id, .wrongState, "no description could be made", into: &effects)
            return end(into: &effects)
        }
        begin(.ours(id, sdp), .setLocal(kind, sdp), into: &effects)
    }

    mutating func handle(applied isApplied: Bool, _ isGathered: Bool, into effects: inout [Effect]) {
        switch operation {
        case .acceptOffer(let id, let sdp):
            guard isApplied else {
                restoreReplaced(into: &effects)
                fail(id, .malformedDescription, "the offer", into: &effects)
                break
            }
            closeReplaced(into: &effects)
            remoteHolds(sdp, into: &effects)
            if let owedDirection { effects.append(.setDirection(owedDirection)) }
            return begin(.answer(id), .makeAnswer, into: &effects)
        case .acceptAnswer(let id, let sdp, let isProvisional):
            guard isApplied else {
                fail(id, .malformedDescription, "the answer", into: &effects)
                break
            }
            if hasProvisionalAnswer, isOfAnother(sdp) { connectAnew(into: &effects) }
            hasProvisionalAnswer = isProvisional
            remoteHolds(sdp, into: &effects)
            effects.append(.send(.accepted(id: id)))
        case .ours(let id, let sdp):
            guard isApplied else {
                fail(id, .wrongState, "our own description", into: &effects)
                break
            }
            ours(sdp, id, isGathered, into: &effects)
        case .rollBack: break
        case .offer, .answer, .tones, .iceServers, .iceServer, nil: return
        }
        end(into: &effects)
    }

    private mutating func end(into effects: inout [Effect]) {
        operation = nil
        goOn(into: &effects)
    }

    /// Sends our description as soon as it has its candidates.
    private mutating func ours(
        _ sdp: String, _ id: MediaCommand.ID, _ isGathered: Bool, into effects: inout [Effect]
    ) {
        switch gathering {
        case .trickle: effects.append(.send(.localDescription(id: id, sdp: sdp)))
        case .complete(let limit):
            if let earlier = announcing { fail(earlier, .wrongState, "another description came", into: &effects) }
            announcing = id
            effects.append(isGathered ? .readLocalDescription : .startTimer(.gathering, after: limit))
        }
    }

    /// Sends the waiting description, because its candidates are complete or their limit has passed.
    mutating func announce(_ sdp: String?, into effects: inout [Effect]) {
        guard let id = announcing else { return }
        announcing = nil
        effects.append(.stopTimer(.gathering))
        guard let sdp else { return fail(id, .wrongState, "the description is gone", into: &effects) }
        effects.append(.send(.localDescription(id: id, sdp: sdp)))
    }

    private mutating func remoteHolds(_ sdp: String, into effects: inout [Effect]) {
        hasRemoteDescription = true
        remoteFragment = Self.fragment(of: sdp) ?? remoteFragment
        effects += earlyCandidates.map(Effect.addCandidate)
        earlyCandidates = []
        guard let description = try? SessionDescription(parsing: sdp),
            let section = description.media.first(where: { $0.kind == "audio" })
        else { return }
        effects.append(.send(.remoteDirectionChanged(description.direction(of: section))))
    }
}
