import RTP
import SDP

/// All lines of a loopback engine and their connections to each other.
struct LoopbackNetwork: Sendable {
    var lines: [Int: LoopbackPeer] = [:]
    var now: Duration = .zero
    var isNetworkUp = true
    /// Replaced sources and sinks, which are released without the lock, because their `deinit` may close a connection.
    private var retired: [any Sendable] = []
    private var identity: LoopbackIdentity
    private var nextIdentifier = 1

    init(seed: UInt64) {
        identity = LoopbackIdentity(seed: seed)
    }

    /// The identifiers in order of creation, so that every run is the same.
    var identifiers: [Int] { lines.keys.sorted() }

    mutating func open(
        _ configuration: MediaConfiguration, _ continuation: AsyncStream<MediaEvent>.Continuation
    ) -> Int? {
        guard lines.count < LoopbackMediaEngine.connectionsMax else { return nil }
        let identifier = nextIdentifier
        nextIdentifier += 1
        var local = LocalMedia(
            sessionIdentifier: identity.next() >> 2 | 1, fingerprint: identity.fingerprint(),
            synchronizationSource: UInt32(truncatingIfNeeded: identity.next()), canonicalName: "loopback\(identifier)",
            codecs: configuration.codecs)
        local.trickles = configuration.gathering == .trickle
        lines[identifier] = LoopbackPeer(
            configuration: configuration, continuation: continuation, fingerprint: local.fingerprint,
            negotiator: Negotiator(local, credentials: identity.credentials()))
        return identifier
    }

    mutating func perform(_ command: MediaCommand, on identifier: Int) {
        guard var line = lines[identifier] else { return }
        switch command {
        case .createOffer, .acceptOffer, .acceptAnswer: return negotiate(command, on: identifier)
        case .close: return close(identifier)
        case .rollBack: try? line.negotiator.rollBack()
        case .addRemoteCandidate, .endOfRemoteCandidates, .setIceServers, .setListening: break
        case .setDirection(let direction): line.negotiator.direction = direction
        case .setMuted(let isMuted): line.isMuted = isMuted
        case .setPaused(let isPaused): line.isPaused = isPaused
        case .setSource(let source):
            if let old = line.source { retired.append(old) }
            line.source = source
        case .setSink(let sink):
            if let old = line.sink { retired.append(old) }
            line.sink = sink
        case .sendTones(let id, let digits, let milliseconds):
            if let error = line.tones.append(id, digits, milliseconds: milliseconds) {
                line.send(.commandFailed(id: id, error))
            }
        case .reportStatistics: line.report()
        }
        lines[identifier] = line
    }

    mutating func removeRetired() -> [any Sendable] {
        defer { retired = [] }
        return retired
    }

    // MARK: Descriptions

    private mutating func negotiate(_ command: MediaCommand, on identifier: Int) {
        guard var line = lines[identifier] else { return }
        let before = line.negotiator
        var id: MediaCommand.ID = 0
        do throws(MediaError) {
            var media: NegotiatedMedia?
            switch command {
            case .createOffer(let command, let iceRestart):
                id = command
                try checkNotFailed(line)
                try line.negotiator.createOffer(
                    restart: iceRestart && line.negotiator.media != nil ? identity.credentials() : nil)
                describe(id, &line)
            case .acceptOffer(let command, let sdp):
                id = command
                try checkNotFailed(line)
                let restarts = try line.negotiator.acceptOffer(sdp)
                media = try line.negotiator.createAnswer(restart: restarts ? identity.credentials() : nil)
                describe(id, &line)
            case .acceptAnswer(let command, let sdp, let provisional):
                id = command
                try checkNotFailed(line)
                media = try line.negotiator.acceptAnswer(sdp, provisional: provisional)
                line.send(.accepted(id: id))
            default: return
            }
            if let media { line.notice(media.remoteDirection) }
            lines[identifier] = line
            if media != nil { connect(identifier) }
        } catch {
            line.negotiator = before
            line.send(.commandFailed(id: id, error))
            lines[identifier] = line
        }
    }

    private func checkNotFailed(_ line: LoopbackPeer) throws(MediaError) {
        if line.state == .failed { throw MediaError(.wrongState, "the connection has failed") }
    }

    /// Sends the description; candidates are part of it, or follow it when trickling.
    private mutating func describe(_ id: MediaCommand.ID, _ line: inout LoopbackPeer) {
        let userFragment = line.negotiator.localCredentials.userFragment
        let isNew = line.gathered.insert(userFragment).inserted
        let candidate = identity.candidate(relayed: line.configuration.relayOnly)
        let trickles = line.configuration.gathering == .trickle
        if isNew, !trickles { gather(candidate, userFragment, &line) }
        if let text = line.negotiator.localDescription { line.send(.localDescription(id: id, sdp: text)) }
        if isNew, trickles {
            let media = line.negotiator.media
            line.send(
                .localCandidate(
                    candidate.text,
                    mediaIdentification: media?.mediaIdentification ?? line.negotiator.local.mediaIdentification,
                    mediaLineIndex: media?.mediaLineIndex ?? 0))
            gather(candidate, userFragment, &line)
        }
    }

    private func gather(_ candidate: IceCandidate, _ userFragment: String, _ line: inout LoopbackPeer) {
        line.negotiator.addLocalCandidate(candidate, userFragment: userFragment)
        line.negotiator.completeLocalCandidates(userFragment: userFragment)
        line.send(.gatheringCompleted)
    }

    // MARK: Connecting

    /// Connects the line with the one for which both descriptions name the other's certificate.
    private mutating func connect(_ identifier: Int) {
        guard let line = lines[identifier], let media = line.negotiator.media else { return }
        let found = identifiers.first { other in
            guard other != identifier, let candidate = lines[other] else { return false }
            return media.remoteFingerprints.contains(candidate.fingerprint)
                && candidate.negotiator.media?.remoteFingerprints.contains(line.fingerprint) == true
        }
        if let before = line.peer, before != found { disconnect(identifier, from: before) }
        if let found, lines[found]?.peer != identifier {
            if let others = lines[found]?.peer { disconnect(found, from: others) }
            join(identifier, found)
        }
        if lines[identifier]?.state != .connected || found == nil { lines[identifier]?.change(to: .connecting) }
        guard let found, isNetworkUp else { return }
        for one in [identifier, found].sorted() { lines[one]?.change(to: .connected) }
    }

    private mutating func join(_ one: Int, _ other: Int) {
        lines[one]?.peer = other
        lines[other]?.peer = one
        for identifier in [one, other] {
            lines[identifier]?.hasHeard = false
            lines[identifier]?.tones.forgetHeard()
        }
    }

    private mutating func disconnect(_ one: Int, from other: Int) {
        lines[one]?.peer = nil
        guard lines[other]?.peer == one else { return }
        lines[other]?.peer = nil
        lines[other]?.interruptedSince = now
        lines[other]?.change(to: .interrupted)
    }

    /// Closes a line; its peer gets `.peerClosed`, as after a DTLS close_notify.
    private mutating func close(_ identifier: Int) {
        guard var line = lines.removeValue(forKey: identifier) else { return }
        if let source = line.source { retired.append(source) }
        if let sink = line.sink { retired.append(sink) }
        line.close()
        guard let peer = line.peer, lines[peer]?.peer == identifier else { return }
        lines[peer]?.peer = nil
        lines[peer]?.interruptedSince = nil
        lines[peer]?.change(to: .peerClosed)
    }

    mutating func setNetwork(isUp: Bool) {
        guard isNetworkUp != isUp else { return }
        isNetworkUp = isUp
        for identifier in identifiers where lines[identifier]?.peer != nil {
            lines[identifier]?.interruptedSince = isUp ? nil : now
            if isUp {
                lines[identifier]?.change(to: .connected)
            } else if lines[identifier]?.state == .connected {
                lines[identifier]?.change(to: .interrupted)
            }
        }
    }
}

/// Generates the values that a real engine takes from random sources and the network. They are unique, and the same in
/// every run.
struct LoopbackIdentity: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next random number by SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func fingerprint() -> CertificateFingerprint {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let word = next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return CertificateFingerprint(hash: "sha-256", bytes: bytes)
    }

    mutating func credentials() -> IceCredentials {
        IceCredentials(userFragment: text(8), password: text(24))
    }

    private mutating func text(_ count: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return String((0..<count).map { _ in letters[Int(next() % 64)] })
    }

    /// A candidate with an address of the test network of RFC 5737, which is not routed.
    mutating func candidate(relayed: Bool) -> IceCandidate {
        let port = UInt16(10_000 + next() % 50_000)
        return IceCandidate(
            foundation: "1", priority: relayed ? 16_777_215 : 2_130_706_431, address: "192.0.2.1", port: port,
            kind: relayed ? .relayed : .host, relatedAddress: relayed ? "0.0.0.0" : nil,
            relatedPort: relayed ? 9 : nil)
    }
}
