import Dispatch
import Foundation
import MediaEngine
import SDP
import WebRTC

/// One peer connection of the framework: commands one after the other on a queue of its own, events in order.
///
/// `@unchecked Sendable`: everything that changes is touched on `queue` only; the framework's callbacks hop there.
final class WebRTCMediaConnection: NSObject, MediaConnection, @unchecked Sendable {
    let events: AsyncStream<MediaEvent>
    let configuration: MediaConfiguration
    let queue = DispatchQueue(label: "carillon.webrtc-connection")
    let peer: RTCPeerConnection
    let audio: RTCAudioTrack
    let transceiver: RTCRtpTransceiver
    private let outlet: AsyncStream<MediaEvent>.Continuation
    private let closed: @Sendable () -> Void

    private var waiting: [MediaCommand] = []
    private var isBusy = false
    private var isClosed = false
    /// Whoever reads falls behind by more than this has stopped reading.
    private static let unreadEventsMax = 4_096
    /// Candidates that came before the description they belong to.
    var earlyCandidates: [RTCIceCandidate] = []
    /// The command whose description waits for its candidates.
    var gathering: MediaCommand.ID?
    var gate = SoundGate()
    var state = MediaConnectionState.new
    var interruption: DispatchWorkItem?
    var lastCounts = PacketCounts()

    init?(
        _ configuration: MediaConfiguration, factory: RTCPeerConnectionFactory, closed: @escaping @Sendable () -> Void
    ) {
        let constraints = RTCMediaConstraints(mandatoryConstraints: nil, optionalConstraints: nil)
        guard
            let peer = factory.peerConnection(
                with: RTCConfiguration(configuration), constraints: constraints, delegate: nil)
        else { return nil }
        let audio = factory.audioTrack(with: factory.audioSource(with: constraints), trackId: "audio")
        audio.isEnabled = false
        let start = RTCRtpTransceiverInit()
        start.direction = .sendRecv
        start.streamIds = ["carillon"]
        guard let transceiver = peer.addTransceiver(with: audio, init: start) else { return nil }
        self.configuration = configuration
        self.peer = peer
        self.audio = audio
        self.transceiver = transceiver
        self.closed = closed
        (events, outlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.unreadEventsMax))
        super.init()
        peer.delegate = self
        transceiver.receiver.delegate = self
    }

    deinit { peer.close() }

    func perform(_ command: MediaCommand) {
        queue.async { [self] in
            guard !isClosed else { return }
            if case .close = command { return close() }
            waiting.append(command)
            next()
        }
    }

    /// Carries out what waits, up to the next command that takes time.
    func next() {
        dispatchPrecondition(condition: .onQueue(queue))
        while !isBusy, !isClosed, !waiting.isEmpty { carryOut(waiting.removeFirst()) }
    }

    /// Runs something that ends later, on whatever thread; what waits goes on then.
    func begin(_ body: (@escaping @Sendable (@escaping @Sendable (WebRTCMediaConnection) -> Void) -> Void) -> Void) {
        isBusy = true
        body { finish in
            self.queue.async {
                self.isBusy = false
                if !self.isClosed { finish(self) }
                self.next()
            }
        }
    }

    func send(_ event: MediaEvent) {
        if !isClosed { outlet.yield(event) }
    }

    func change(to new: MediaConnectionState) {
        guard state != new, state != .failed else { return }
        state = new
        send(.stateChanged(new))
    }

    private func close() {
        state = .closed
        outlet.yield(.stateChanged(.closed))
        isClosed = true
        waiting = []
        interruption?.cancel()
        peer.close()
        outlet.finish()
        closed()
    }
}
