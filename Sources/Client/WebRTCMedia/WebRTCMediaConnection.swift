import Dispatch
import Foundation
import MediaEngine
import SDP
import WebRTC

/// A media connection by the framework's peer connections, of which it may use several in turn. ``PeerMachine``
/// decides; this class carries out its effects on a queue of its own.
///
/// `@unchecked Sendable`: all mutable state is used on `queue` only, and the framework's callbacks go there first.
nonisolated final class WebRTCMediaConnection: NSObject, MediaConnection, @unchecked Sendable {
    /// The framework's objects of one peer connection.
    private struct Parts {
        let peer: RTCPeerConnection
        let transceiver: RTCRtpTransceiver
    }

    let events: AsyncStream<MediaEvent>
    let queue = DispatchQueue(label: "carillon.webrtc-connection")
    private let factory: RTCPeerConnectionFactory
    private let audio: RTCAudioTrack
    private var parts: Parts
    /// The connection that ``parts`` replaces, until the peer's offer is accepted or refused.
    private var former: Parts?
    private let outlet: AsyncStream<MediaEvent>.Continuation

    private var machine: PeerMachine
    private var timers: [PeerMachine.Timer: DispatchWorkItem] = [:]
    /// Events that came while effects were being carried out.
    private var happened: [PeerMachine.Event] = []
    private var isHandling = false
    private var admission: ConnectionLimiter.Admission?
    /// The most unread events. A reader that is further behind has stopped reading.
    private static let unreadEventsMax = 4_096

    private var peer: RTCPeerConnection { parts.peer }
    private var transceiver: RTCRtpTransceiver { parts.transceiver }
    private static var noConstraints: RTCMediaConstraints {
        RTCMediaConstraints(mandatoryConstraints: nil, optionalConstraints: nil)
    }

    init?(
        _ configuration: MediaConfiguration, factory: RTCPeerConnectionFactory, admission: ConnectionLimiter.Admission
    ) {
        let audio = factory.audioTrack(with: factory.audioSource(with: Self.noConstraints), trackId: "audio")
        audio.isEnabled = false
        guard let parts = Self.connect(audio, by: factory, RTCConfiguration(configuration)) else { return nil }
        self.factory = factory
        self.audio = audio
        self.parts = parts
        self.admission = admission
        machine = PeerMachine(configuration)
        (events, outlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.unreadEventsMax))
        super.init()
        listen()
    }

    /// Adds the track rather than a transceiver: an added track is sent in the media section of the peer's offer, but
    /// an added transceiver waits for an offer of ours. Source: RFC 8829 §5.10.
    private static func connect(
        _ audio: RTCAudioTrack, by factory: RTCPeerConnectionFactory, _ configuration: RTCConfiguration
    ) -> Parts? {
        guard let peer = factory.peerConnection(with: configuration, constraints: noConstraints, delegate: nil) else {
            return nil
        }
        guard peer.add(audio, streamIds: ["carillon"]) != nil, let transceiver = peer.transceivers.first else {
            peer.close()
            return nil
        }
        return Parts(peer: peer, transceiver: transceiver)
    }

    private func listen() {
        peer.delegate = self
        transceiver.receiver.delegate = self
    }

    /// Uses the transceiver that the framework made for the peer's offer. It makes one for an offer that does not want
    /// to receive. Source: RFC 8829 §5.10.
    ///
    /// - Returns: false if the framework refuses to send over it, so that the peer would hear nothing.
    private func adoptTransceiver() -> Bool {
        guard transceiver.mid.isEmpty,
            let used = peer.transceivers.first(where: { $0.mediaType == .audio && !$0.mid.isEmpty })
        else { return true }
        var refusal: NSError?
        used.setDirection(.sendRecv, error: &refusal)
        guard refusal == nil else { return false }
        used.sender.track = audio
        parts = Parts(peer: peer, transceiver: used)
        listen()
        handle(.adopted)
        return true
    }

    /// Refuses the peer's video, which the framework would receive and the app has no view for. Source: RFC 8829 §5.3.1
    /// (the answer of a stopped transceiver has port 0).
    private func refuseVideo() {
        for video in peer.transceivers where video.mediaType == .video { video.stopInternal() }
    }

    /// Uses a new peer connection, and keeps the present one. If the framework cannot make another one, the present one
    /// stays in use.
    private func replace() {
        guard let next = Self.connect(audio, by: factory, peer.configuration) else {
            return handle(.replaceFailed)
        }
        ignore()
        former = parts
        parts = next
        listen()
    }

    private func closeReplaced() {
        former?.peer.close()
        former = nil
    }

    private func restoreReplaced() {
        guard let restored = former else { return }
        ignore()
        peer.close()
        (parts, former) = (restored, nil)
        listen()
        // Its reports in the meantime were ignored.
        peerConnection(peer, didChange: peer.connectionState)
    }

    private func ignore() {
        transceiver.receiver.delegate = nil
        peer.delegate = nil
    }

    deinit {
        former?.peer.close()
        parts.peer.close()
    }

    func perform(_ command: MediaCommand) { send(.command(command)) }

    /// Passes an event to the machine. May be called on any thread.
    func send(_ event: PeerMachine.Event) { queue.async { self.handle(event) } }

    /// Passes on an event of one peer connection. Events of a replaced one are ignored.
    func send(_ event: PeerMachine.Event, of peer: RTCPeerConnection) {
        let told = ObjectIdentifier(peer)
        queue.async { if told == ObjectIdentifier(self.peer) { self.handle(event) } }
    }

    private func handle(_ event: PeerMachine.Event) {
        dispatchPrecondition(condition: .onQueue(queue))
        happened.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !happened.isEmpty {
            var effects: [PeerMachine.Effect] = []
            machine.handle(happened.removeFirst(), into: &effects)
            for effect in effects { carryOut(effect) }
        }
        isHandling = false
    }

    private func carryOut(_ effect: PeerMachine.Effect) {
        switch effect {
        case .replace: replace()
        case .closeReplaced: closeReplaced()
        case .restoreReplaced: restoreReplaced()
        case .makeOffer(let iceRestart):
            make(iceRestart ? ["IceRestart": "true"] : nil, peer.offer(for:completionHandler:))
        case .makeAnswer: make(nil, peer.answer(for:completionHandler:))
        case .setLocal(let kind, let sdp): set(kind, sdp, peer.setLocalDescription(_:completionHandler:))
        case .setRemote(let kind, let sdp): set(kind, sdp, peer.setRemoteDescription(_:completionHandler:))
        case .addCandidate(let text):
            // on purpose: if the framework refuses one candidate, the others remain
            peer.add(RTCIceCandidate(sdp: text, sdpMLineIndex: 0, sdpMid: nil)) { _ in }
        case .readLocalDescription: handle(.localDescription(peer.localDescription?.sdp))
        case .setDirection(let direction):
            var refusal: NSError?
            transceiver.setDirection(RTCRtpTransceiverDirection(direction), error: &refusal)
            handle(.directionTaken(refusal == nil))
        case .setIceServers(let servers):
            let changed = peer.configuration
            changed.iceServers = servers.map(RTCIceServer.init(_:))
            handle(.iceServersTaken(peer.setConfiguration(changed)))
        case .setMicrophone(let isOpen): audio.isEnabled = isOpen
        case .setSpeaker(let isOpen): transceiver.receiver.track?.isEnabled = isOpen
        case .insertTones(let tones, let milliseconds, let gap):
            let isTaken = transceiver.sender.dtmfSender?
                .insertDtmf(tones, duration: Double(milliseconds) / 1_000, interToneGap: gap.seconds)
            handle(.tonesTaken(isTaken ?? false))
        case .askStatistics: askStatistics()
        case .send(let event): outlet.yield(event)
        case .startTimer(let timer, let after): start(timer, after)
        case .stopTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .shut: shut()
        }
    }

    private typealias Making = (RTCMediaConstraints, ((RTCSessionDescription?, (any Error)?) -> Void)?) -> Void
    private typealias Setting = (RTCSessionDescription, (((any Error)?) -> Void)?) -> Void

    private func make(_ wishes: [String: String]?, _ making: Making) {
        making(RTCMediaConstraints(mandatoryConstraints: wishes, optionalConstraints: nil)) {
            @Sendable [weak self] description, _ in
            self?.send(.made(description?.sdp))
        }
    }

    private func set(_ kind: PeerMachine.DescriptionKind, _ sdp: String, _ setting: Setting) {
        setting(RTCSessionDescription(type: RTCSdpType(kind), sdp: sdp)) { @Sendable [weak self] error in
            let isSet = error == nil
            guard let self else { return }
            queue.async {
                self.refuseVideo()
                let isApplied = isSet && self.adoptTransceiver()
                self.handle(.applied(isApplied, isGathered: self.peer.iceGatheringState == .complete))
            }
        }
    }

    private func askStatistics() {
        let asked = ObjectIdentifier(peer)
        peer.statistics { @Sendable [weak self] report in
            let entries = report.statistics.values.map { entry in
                FrameworkStatistic(
                    type: entry.type, values: entry.values.compactMapValues { ($0 as? NSNumber)?.doubleValue })
            }
            guard let self else { return }
            queue.async { if asked == ObjectIdentifier(self.peer) { self.handle(.statistics(entries)) } }
        }
    }

    private func start(_ timer: PeerMachine.Timer, _ after: Duration) {
        timers.removeValue(forKey: timer)?.cancel()
        let end = DispatchWorkItem { [weak self] in
            self?.timers[timer] = nil
            self?.handle(.timerFired(timer))
        }
        timers[timer] = end
        queue.asyncAfter(deadline: .now() + after.seconds, execute: end)
    }

    private func shut() {
        for timer in timers.values { timer.cancel() }
        timers = [:]
        closeReplaced()
        peer.close()
        outlet.finish()
        admission = nil
    }
}

nonisolated extension RTCSdpType {
    fileprivate init(_ kind: PeerMachine.DescriptionKind) {
        switch kind {
        case .offer: self = .offer
        case .answer: self = .answer
        case .provisionalAnswer: self = .prAnswer
        case .rollback: self = .rollback
        }
    }
}

nonisolated extension Duration {
    fileprivate var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// Callbacks of the framework, which come on its own threads.
nonisolated extension WebRTCMediaConnection: RTCPeerConnectionDelegate {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState) {
        switch newState {
        case .connecting: send(.way(.connecting), of: peerConnection)
        case .connected: send(.way(.connected), of: peerConnection)
        case .disconnected, .failed: send(.way(.lost), of: peerConnection)
        case .new, .closed: break
        @unknown default: break
        }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState) {
        if newState == .complete { send(.gathered, of: peerConnection) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate) {
        send(
            .candidate(
                candidate.sdp, mediaIdentification: candidate.sdpMid ?? "",
                mediaLineIndex: Int(candidate.sdpMLineIndex)), of: peerConnection)
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate]) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel) {}
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection) {}
}

nonisolated extension WebRTCMediaConnection: RTCRtpReceiverDelegate {
    func rtpReceiver(_ rtpReceiver: RTCRtpReceiver, didReceiveFirstPacketFor mediaType: RTCRtpMediaType) {
        if mediaType == .audio { send(.firstAudio) }
    }
}
