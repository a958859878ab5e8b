import MediaEngine
package import Redaction
package import SDP
import Synchronization

/// The peer connection of one call, with its source and its sink, which the app may change at any time.
final class CallMedia: Sendable {
    private struct State {
        var connection: (any MediaConnection)?
        var source: (any AudioSource)?
        var gate: SwitchableSink?
        var isListening = true
        /// Whether the source and the sink are used; not before the answer.
        var isAudible = true
    }

    private let state: Mutex<State>

    init(source: (any AudioSource)? = nil, sink: (any AudioSink)? = nil) {
        state = Mutex(State(source: source, gate: sink.map { SwitchableSink($0, isOpen: true) }))
    }

    func setSource(_ source: (any AudioSource)?) {
        state.withLock { state in
            state.source = source
            if state.isAudible { state.connection?.perform(.setSource(source)) }
        }
    }

    func setSink(_ sink: (any AudioSink)?) {
        state.withLock { state in
            state.gate = sink.map { SwitchableSink($0, isOpen: state.isListening) }
            if state.isAudible { state.connection?.perform(.setSink(state.gate)) }
        }
    }

    func begin(with connection: any MediaConnection) {
        state.withLock { state in
            state.connection = connection
            if state.isAudible {
                connection.perform(.setSource(state.source))
                connection.perform(.setSink(state.gate))
            }
            if !state.isListening { connection.perform(.setListening(false)) }
        }
    }

    /// Closes the sink for an engine that plays by it, and tells the engine, which may play by itself.
    func setListening(_ isListening: Bool) {
        state.withLock { state in
            state.isListening = isListening
            state.gate?.setOpen(isListening)
            state.connection?.perform(.setListening(isListening))
        }
    }

    /// Uses the source and the sink, or neither. A microphone is not opened before the answer.
    func setAudible(_ isAudible: Bool) {
        state.withLock { state in
            state.isAudible = isAudible
            state.connection?.perform(.setSource(isAudible ? state.source : nil))
            state.connection?.perform(.setSink(isAudible ? state.gate : nil))
        }
    }

    func perform(_ command: MediaCommand) {
        state.withLock { $0.connection }?.perform(command)
    }

    /// Closes the connection. The source and the sink are not used afterward.
    func end() {
        let connection = state.withLock { state in
            defer { state = State() }
            return state.connection
        }
        connection?.perform(.close)
    }
}

/// Passes received audio on, or the same amount of silence while closed, so that a meter or a recording keeps its
/// timing during a hold.
final class SwitchableSink: AudioSink {
    private let sink: any AudioSink
    private let isOpen: Atomic<Bool>
    private let silence = [Int16](repeating: 0, count: AudioFrame.sampleCount)

    init(_ sink: any AudioSink, isOpen: Bool) {
        self.sink = sink
        self.isOpen = Atomic(isOpen)
    }

    func setOpen(_ isOpen: Bool) { self.isOpen.store(isOpen, ordering: .relaxed) }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        if isOpen.load(ordering: .relaxed) {
            sink.receive(frame)
        } else {
            silence.withUnsafeBufferPointer { sink.receive($0) }
        }
    }
}

/// A command for the peer connection: `MediaCommand` as a value that can be compared and traced.
package enum MediaRequest: Hashable, Sendable {
    /// Creates the peer connection; all other commands need it.
    case open
    case createOffer(id: UInt64, iceRestart: Bool)
    case acceptOffer(id: UInt64, sdp: Redacted<String>)
    case acceptAnswer(id: UInt64, sdp: Redacted<String>, provisional: Bool)
    case rollBack
    case addRemoteCandidate(Redacted<String>)
    case endOfRemoteCandidates
    case setDirection(MediaDirection)
    /// Whether the call's source and sink are used.
    case setAudible(Bool)
    /// Whether the peer's audio is played.
    case setListening(Bool)
    case setMuted(Bool)
    /// Whether our sound is stopped because the peer holds the call, or has not answered it.
    case setPaused(Bool)
    case sendTones(id: UInt64, Redacted<String>)
    case close
}

extension MediaRequest {
    /// How long a digit sounds. Source: RFC 4733 §2.5.1.3 requires at least 40 ms; phones use 100 ms (observed).
    static let toneMilliseconds = 100

    /// The engine's command; nil if the shell carries out the order itself.
    var command: MediaCommand? {
        switch self {
        case .createOffer(let id, let iceRestart): .createOffer(id: id, iceRestart: iceRestart)
        case .acceptOffer(let id, let sdp): .acceptOffer(id: id, sdp: sdp.revealed)
        case .acceptAnswer(let id, let sdp, let provisional):
            .acceptAnswer(id: id, sdp: sdp.revealed, provisional: provisional)
        case .rollBack: .rollBack
        case .addRemoteCandidate(let candidate): .addRemoteCandidate(candidate.revealed)
        case .endOfRemoteCandidates: .endOfRemoteCandidates
        case .setDirection(let direction): .setDirection(direction)
        case .setMuted(let isMuted): .setMuted(isMuted)
        case .setPaused(let isPaused): .setPaused(isPaused)
        case .sendTones(let id, let digits):
            .sendTones(id: id, digits.revealed, toneMilliseconds: Self.toneMilliseconds)
        case .open, .setAudible, .setListening, .close: nil
        }
    }
}

extension MediaReport {
    /// Converts an event of the engine; nil for statistics, because no decision depends on them.
    init?(_ event: MediaEvent) {
        switch event {
        case .localDescription(let id, let sdp): self = .localDescription(id: id, sdp: Redacted(sdp))
        case .accepted(let id): self = .accepted(id: id)
        case .commandFailed(let id, let error): self = .failed(id: id, error)
        case .tonesSent(let id): self = .tonesSent(id: id)
        case .localCandidate(let candidate, let identification, let index):
            self = .localCandidate(Redacted(candidate), mediaIdentification: identification, mediaLineIndex: index)
        case .gatheringCompleted: self = .gatheringCompleted
        case .relaysUnavailable: self = .relaysUnavailable
        case .stateChanged(let state): self = .state(state)
        case .faltering(let isFaltering): self = .faltering(isFaltering)
        case .failed(let error): self = .unavailable(error)
        case .remoteDirectionChanged(let direction): self = .remoteDirection(direction)
        case .firstAudio: self = .firstAudio
        case .toneReceived(let digit, _): self = .tone(digit)
        case .statistics: return nil
        }
    }
}
