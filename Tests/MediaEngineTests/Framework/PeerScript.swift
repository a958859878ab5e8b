import MediaEngine

/// A peer connection with its inputs and its effects, in words.
struct PeerScript {
    static let sdp = """
        v=0\r
        o=- 1 1 IN IP4 0.0.0.0\r
        s=-\r
        t=0 0\r
        m=audio 9 UDP/TLS/RTP/SAVPF 0\r
        c=IN IP4 0.0.0.0\r
        a=sendonly\r

        """

    /// An offer of a way of its own.
    static func sdp(by userFragment: String) -> String {
        sdp + "a=ice-ufrag:\(userFragment)\r\na=ice-pwd:0123456789012345678901\r\n"
    }

    private(set) var machine: PeerMachine

    init(_ gathering: MediaConfiguration.Gathering = .trickle) {
        var configuration = MediaConfiguration()
        configuration.gathering = gathering
        machine = PeerMachine(configuration)
    }

    mutating func pass(_ events: PeerMachine.Event...) -> [String] {
        var effects: [PeerMachine.Effect] = []
        for event in events { machine.handle(event, into: &effects) }
        return effects.map(\.words)
    }

    mutating func effects(_ event: PeerMachine.Event) -> [PeerMachine.Effect] {
        var effects: [PeerMachine.Effect] = []
        machine.handle(event, into: &effects)
        return effects
    }

    /// A call that stands with the peer of that way, its speaker open.
    static func connected(to userFragment: String) -> PeerScript {
        var peer = PeerScript()
        _ = peer.pass(.command(.acceptOffer(id: 1, sdp: sdp(by: userFragment))), .applied(true, isGathered: false))
        _ = peer.pass(.made("v=0"), .applied(true, isGathered: false), .way(.connecting), .way(.connected))
        return peer
    }

    /// A second passes, in which so many packets came over the transport, of which so many were heard.
    mutating func second(arrived: Int, heard: Int) -> [String] {
        self.arrived += arrived
        self.heard += heard
        return pass(
            .timerFired(.statistics),
            .statistics([
                FrameworkStatistic(type: "transport", values: ["packetsReceived": Double(self.arrived)]),
                FrameworkStatistic(type: "inbound-rtp", values: ["packetsReceived": Double(self.heard)]),
            ])
        ).filter { !["ask statistics", "statistics", "start statistics 1.0 seconds"].contains($0) }
    }

    private var arrived = 0
    private var heard = 0
}

extension PeerMachine.Effect {
    var isSent: Bool { if case .send(.statistics) = self { true } else { false } }

    var words: String {
        switch self {
        case .makeOffer(let iceRestart): iceRestart ? "make offer anew" : "make offer"
        case .makeAnswer: "make answer"
        case .setLocal(let kind, _): "set local \(kind)"
        case .setRemote(let kind, _): "set remote \(kind)"
        case .addCandidate(let text): "add \(text)"
        case .readLocalDescription: "read local"
        case .setDirection(let direction): "direction \(direction)"
        case .setIceServers(let servers): "servers \(servers.map(\.host).joined(separator: " "))"
        case .setMicrophone(let isOpen): isOpen ? "microphone open" : "microphone shut"
        case .setSpeaker(let isOpen): isOpen ? "speaker open" : "speaker shut"
        case .insertTones(let tones, let milliseconds, _): "tones \(tones) of \(milliseconds) ms"
        case .askStatistics: "ask statistics"
        case .send(let event): event.words
        case .startTimer(let timer, let after): "start \(timer) \(after)"
        case .stopTimer(let timer): "stop \(timer)"
        case .shut: "shut"
        case .replace: "replace"
        case .closeReplaced: "close replaced"
        case .restoreReplaced: "restore replaced"
        }
    }
}

extension MediaEvent {
    fileprivate var words: String {
        switch self {
        case .localDescription(let id, _): "local description \(id)"
        case .accepted(let id): "accepted \(id)"
        case .commandFailed(let id, let error): "failed \(id) \(error.code)"
        case .tonesSent(let id): "tones sent \(id)"
        case .localCandidate(let text, _, _): "candidate \(text)"
        case .gatheringCompleted: "gathered"
        case .stateChanged(let state): "state \(state)"
        case .failed: "failed for good"
        case .remoteDirectionChanged(let direction): "remote direction \(direction)"
        case .relaysUnavailable: "no relay"
        case .faltering(let isFaltering): isFaltering ? "faltering" : "heard again"
        case .firstAudio: "first audio"
        case .toneReceived(let tone, _): "tone \(tone)"
        case .statistics: "statistics"
        }
    }
}
