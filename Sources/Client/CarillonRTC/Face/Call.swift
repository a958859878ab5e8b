public import CallModel
public import MediaEngine
public import Redaction
import Synchronization

/// One call. The same object from its first event to its last, over any number of sockets.
///
/// Every method may be called from anywhere. A call does not keep its client alive.
public final class Call: Sendable {
    /// What happens to a call.
    public enum Event: Hashable, Sendable {
        /// The first event of every listener, with the state as it was then; afterwards every change.
        case stateChanged(CallState)
        case mutedChanged(Bool)
        /// A digit the other side pressed.
        case digitReceived(Character)
        /// The other side can be heard before it answers.
        case earlyMedia
        /// The first audio was decoded.
        case firstAudio
        /// Headers of the other side.
        case headersReceived([CallHeader])
        case namesLearned(CallNames)
        case mediaChanged(MediaConnectionState)
        /// Last event; the stream ends after it.
        case ended(Ending)
    }

    struct Snapshot: Sendable {
        var state: CallState
        var ending: Ending?
        var isEndingTold = false
        var isMuted = false
        var names = CallNames()
        var headers: [CallHeader] = []
        var mediaState = MediaConnectionState.new
        var quality: CallQuality?
    }

    /// Its name between this device and the exchange.
    public let id: String
    public let direction: CallDirection
    /// The other side: the number dialled, or the caller's.
    public let peerNumber: Redacted<String>?
    public let peerName: Redacted<String>?

    let media: CallMedia
    let queue: ClientQueue
    private let snapshot: Mutex<Snapshot>
    private let eventCaster = Broadcaster<Event>()
    private let qualityCaster = Broadcaster<CallQuality>()

    init(
        id: String, state: CallState, peerNumber: Redacted<String>?, peerName: Redacted<String>?, media: CallMedia,
        queue: ClientQueue
    ) {
        self.id = id
        self.direction = state.direction
        self.peerNumber = peerNumber
        self.peerName = peerName
        self.media = media
        self.queue = queue
        snapshot = Mutex(Snapshot(state: state))
    }

    public var state: CallState { read(\.state) }
    /// How it ended; nil while it has not.
    public var ending: Ending? { read(\.ending) }
    /// Whether the exchange said how it ended. Else this side found it out by itself, and cause and SIP status of
    /// ``ending`` are the usual ones for its reason. Known when `Event.ended` comes.
    public var isEndingTold: Bool { read(\.isEndingTold) }
    public var isMuted: Bool { read(\.isMuted) }
    public var names: CallNames { read(\.names) }
    /// Those of the other side's INVITE and ANSWER.
    public var headers: [CallHeader] { read(\.headers) }
    public var mediaState: MediaConnectionState { read(\.mediaState) }
    public var latestQuality: CallQuality? { read(\.quality) }

    /// Everything from now on, the present state first. Each listener has its own.
    public var events: AsyncStream<Event> {
        eventCaster.listen {
            let now = snapshot.withLock { $0 }
            return [.stateChanged(now.state)] + (now.ending.map { [.ended($0)] } ?? [])
        }
    }

    /// How it sounds, once a second while media is connected.
    public var quality: AsyncStream<CallQuality> { qualityCaster.listen() }

    /// Takes the call; returns when audio can flow.
    ///
    /// - Throws: `ClientError` with code `.refused` when it does not ring, `.callEnded` when it ended first.
    public func answer() async throws(ClientError) { try await ask(.answer) }

    /// Turns the call down here; other devices of the user ring on.
    public func decline(busy isBusy: Bool = false) async throws(ClientError) { try await ask(.decline(busy: isBusy)) }

    /// Ends the call at whatever point it is, and returns when it has ended. Harmless when it has.
    public func hangUp() async {
        // Only a client that is gone, or too many waiting at once, can fail here; either way nothing more can be done.
        try? await ask(.hangUp)
    }

    /// Silences both ways at once; returns when the exchange has confirmed.
    public func hold() async throws(ClientError) { try await ask(.hold) }

    /// Returns when the exchange has confirmed; audio flows from then on.
    public func resume() async throws(ClientError) { try await ask(.resume) }

    /// Sends silence. Independent of hold, and kept over hold, resume and re-attach.
    public func mute() async throws(ClientError) { try await ask(.setMuted(true)) }

    public func unmute() async throws(ClientError) { try await ask(.setMuted(false)) }

    /// Sends digits `0…9 * # A…D`, one after the other; returns when the last has left.
    public func sendDTMF(_ digits: String) async throws(ClientError) {
        try Self.check(digits: digits)
        try await ask(.sendTones(Redacted(digits)))
    }

    static func check(digits: String) throws(ClientError) {
        guard !digits.isEmpty, digits.count <= digitsMax, digits.allSatisfy(digitAlphabet.contains) else {
            throw ClientError(.invalidArgument, "digits are 1 to \(digitsMax) of 0–9 * # A–D")
        }
    }

    /// Negotiates media anew over the present network (ICE restart).
    public func restartMedia() async throws(ClientError) { try await ask(.restartMedia) }

    /// What is said from now on; nil for silence.
    public func setAudioSource(_ source: (any AudioSource)?) { media.setSource(source) }

    /// Where what is heard goes from now on; nil for nowhere.
    public func setAudioSink(_ sink: (any AudioSink)?) { media.setSink(sink) }

    /// The most digits in one request: more than any number or code anyone dials.
    public static let digitsMax = 64
    private static let digitAlphabet = "0123456789*#ABCD"

    private func read<Value: Sendable>(_ path: KeyPath<Snapshot, Value>) -> Value {
        snapshot.withLock { $0 }[keyPath: path]
    }

    private func ask(_ operation: CallOperation) async throws(ClientError) {
        try await queue.outcome { .operation($0, callID: id, operation) }
    }
}

/// What the shell tells a call.
extension Call {
    func take(_ report: CallReport) {
        switch report {
        case .state(let state, let ending, let isTold): take(state, ending, isTold: isTold)
        case .muted(let isMuted): publish(.mutedChanged(isMuted)) { $0.isMuted = isMuted }
        case .digit(let digit): publish(.digitReceived(digit))
        case .earlyMedia: publish(.earlyMedia)
        case .firstAudio: publish(.firstAudio)
        case .headers(let headers): publish(.headersReceived(headers)) { $0.headers += headers }
        case .names(let names): publish(.namesLearned(names)) { $0.names = names }
        case .media(let state): publish(.mediaChanged(state)) { $0.mediaState = state }
        }
    }

    func take(_ statistics: MediaStatistics) {
        let quality = CallQuality(statistics)
        snapshot.withLock { $0.quality = quality }
        qualityCaster.send(quality)
    }

    private func take(_ state: CallState, _ ending: Ending?, isTold: Bool) {
        guard case .ended = state.progress, let ending else {
            return publish(.stateChanged(state)) { $0.state = state }
        }
        publish(.stateChanged(state)) { $0.state = state }
        publish(.ended(ending)) {
            $0.ending = ending
            $0.isEndingTold = isTold
        }
        eventCaster.finish()
        qualityCaster.finish()
    }

    private func publish(_ event: Event, change: (inout Snapshot) -> Void = { _ in }) {
        eventCaster.send(event) { snapshot.withLock { change(&$0) } }
    }
}
