public import CallModel
public import MediaEngine
public import RTP
public import Redaction
import Synchronization

/// One call. The object stays the same from the first event to the last, across any number of sockets.
///
/// Isolation: every method may be called from any thread. A call does not keep its client alive.
public final class Call: Sendable {
    /// An event of a call.
    public enum Event: Hashable, Sendable {
        /// The state. Every listener gets it first with the present state, and then for each change.
        case stateChanged(CallState)
        /// Our microphone is muted (`true`) or heard again.
        case mutedChanged(Bool)
        /// A digit that the other side sent.
        case digitReceived(Character)
        /// Audio of the other side arrives before the answer.
        case earlyMedia
        /// The first audio was decoded.
        case firstAudio
        /// Headers of the other side.
        case headersReceived([CallHeader])
        /// The exchange told its own names for the call; the latest event holds all that are known.
        case namesLearned(CallNames)
        /// The state of the media connection, independent of the state of the call.
        case mediaChanged(MediaConnectionState)
        /// Media is negotiated anew over another path.
        case mediaRestarted(RestartReason)
        /// None of the relays could be used: they refused, or did not answer. Media may find a path without them.
        case relaysUnavailable
        /// The call was not transferred and goes on. The ending is that of the call to the target.
        case transferFailed(Ending)
        /// The call ended. This is the last event; the stream ends after it.
        case ended(Ending)
    }

    struct Snapshot: Sendable {
        var state: CallState
        var ending: Ending?
        var isEndingReported = false
        var isReleaseLost = false
        var isMuted = false
        var names = CallNames()
        var headers: [CallHeader] = []
        var mediaState = MediaConnectionState.new
        var quality: CallQuality?
    }

    /// The call's name between this device and the exchange.
    public let id: String
    /// Whether this side dialed the call or was called.
    public let direction: CallDirection
    /// The other side: the number dialed, or the caller's.
    public let peerNumber: Redacted<String>?
    /// The other side's name: the caller's as the exchange gave it; nil if it gave none, and for a dialed call.
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

    /// The present state. ``events`` tells its changes.
    public var state: CallState { read(\.state) }
    /// How the call ended; nil until it has ended.
    public var ending: Ending? { read(\.ending) }
    /// Whether the exchange told the ending. If not, this side determined the reason, and the cause and SIP status of
    /// ``ending`` are the defaults for that reason. Set before `Event.ended` is delivered.
    public var isEndingReported: Bool { read(\.isEndingReported) }
    /// Whether this side ended the call and the exchange has not confirmed that, because the connection was lost. The
    /// exchange keeps the call for a while; a client that connects again under the same session ends it, except that
    /// a call which was only declined rings again. Set before `Event.ended` is delivered.
    public var isReleaseLost: Bool { read(\.isReleaseLost) }
    /// Whether this side sends silence because ``mute()`` was called. A hold does not change it.
    public var isMuted: Bool { read(\.isMuted) }
    /// The identifiers that the exchange has told so far. They may come after the call began.
    public var names: CallNames { read(\.names) }
    /// The headers of the other side's INVITE and ANSWER.
    public var headers: [CallHeader] { read(\.headers) }
    /// The state of the peer connection; `.new` before the first negotiation.
    public var mediaState: MediaConnectionState { read(\.mediaState) }
    /// The latest measurement, nil before the first. It stays after media is lost and after the call has ended.
    public var latestQuality: CallQuality? { read(\.quality) }

    /// All events from now on. The first ones tell of the present: the state, the names and the media, as far as there
    /// are any, and the end. Each access gives a stream of its own.
    public var events: AsyncStream<Event> {
        eventCaster.listen {
            let now = snapshot.withLock { $0 }
            var present: [Event] = [.stateChanged(now.state)]
            if now.names != CallNames() { present.append(.namesLearned(now.names)) }
            if now.mediaState != .new { present.append(.mediaChanged(now.mediaState)) }
            if let ending = now.ending { present.append(.ended(ending)) }
            return present
        }
    }

    /// The quality of the call, once a second while media is connected.
    public var quality: AsyncStream<CallQuality> { qualityCaster.listen() }

    /// Answers the call; returns when audio can flow.
    ///
    /// - Throws: `ClientError` with code `.refused` if the call does not ring, `.callEnded` if it ended first.
    public func answer() async throws(ClientError) { try await ask(.answer) }

    /// Declines the call on this device; other devices of the user ring on.
    ///
    /// - Throws: `ClientError` with code `.refused` if the call does not ring, `.callEnded` if it ended first.
    public func decline(busy isBusy: Bool = false) async throws(ClientError) { try await ask(.decline(busy: isBusy)) }

    /// Ends the call in any state, and returns when it has ended. Harmless if it has ended already.
    public func hangUp() async {
        // This fails only if the client is gone or too many operations wait; the caller can do nothing about either.
        try? await ask(.hangUp)
    }

    /// Stops audio in both directions at once; returns when the exchange has confirmed the hold.
    ///
    /// While an earlier hold or resume is not confirmed, this one waits for it; the latest counts.
    ///
    /// - Throws: `ClientError` with code `.refused` if the call is not active or is held already, or if a later resume
    ///   took its place, `.requestFailed` if the exchange refused or did not answer, `.notConnected` if the connection
    ///   was lost, `.callEnded`.
    public func hold() async throws(ClientError) { try await ask(.hold) }

    /// Ends the hold; returns when the exchange has confirmed. Audio flows from then on.
    ///
    /// - Throws: as ``hold()``; `.refused` if the call is not held.
    public func resume() async throws(ClientError) { try await ask(.resume) }

    /// Sends silence. Mute is independent of hold and survives hold, resume and re-attach.
    ///
    /// - Throws: `ClientError` with code `.callEnded` if the call has ended.
    public func mute() async throws(ClientError) { try await ask(.setMuted(true)) }

    /// Sends the source again. On a held call, audio flows once the hold has ended too.
    ///
    /// - Throws: as ``mute()``.
    public func unmute() async throws(ClientError) { try await ask(.setMuted(false)) }

    /// Sends digits `0…9 * # A…D`, one after the other; returns when the last has been sent.
    ///
    /// - Throws: `ClientError` with code `.invalidArgument` for no digits, other characters, or more than
    ///   ``digitsMax``; `.refused` if the call is not active, or takes no digits by the configured ``ToneMethod``;
    ///   `.mediaFailed`, `.requestFailed` or `.callEnded` if they could not be sent.
    public func sendDTMF(_ digits: String) async throws(ClientError) {
        try Self.check(digits: digits)
        try await ask(.sendTones(Redacted(digits)))
    }

    static func check(digits: String) throws(ClientError) {
        guard !digits.isEmpty, digits.count <= digitsMax, digits.allSatisfy(digitAlphabet.contains) else {
            throw ClientError(.invalidArgument, "digits are 1 to \(digitsMax) of 0–9 * # A–D")
        }
    }

    /// Transfers the call to another user of the exchange, without asking them first (RFC 5589 §6); returns once the
    /// exchange has begun.
    ///
    /// The call ends as `completed`, with cause 800, when the two others are connected. Otherwise it goes on, and
    /// `Event.transferFailed` says why.
    ///
    /// - Throws: `ClientError` with code `.invalidArgument` for an empty target, `.refused` if the call is not active,
    ///   `.requestFailed` if the exchange refused, `.notConnected` if the connection was lost, `.callEnded`.
    public func transfer(to target: String) async throws(ClientError) {
        guard !target.isEmpty else { throw ClientError(.invalidArgument, "a transfer has a target") }
        try await ask(.transfer(Redacted(target)))
    }

    /// Negotiates media again over the present network (ICE restart); returns when both sides have agreed on it.
    ///
    /// - Throws: `ClientError` with code `.refused` if the call is not active or a negotiation is under way,
    ///   `.mediaFailed` if it came to no result, `.notConnected` if the connection was lost, `.callEnded`.
    public func restartMedia() async throws(ClientError) { try await ask(.restartMedia) }

    /// Sets the source of the audio sent from now on; nil sends silence.
    public func setAudioSource(_ source: (any AudioSource)?) { media.setSource(source) }

    /// Sets the sink of received audio from now on; nil discards it.
    public func setAudioSink(_ sink: (any AudioSink)?) { media.setSink(sink) }

    /// The most digits in one request; real numbers and codes are shorter.
    public static let digitsMax = 64
    private static let digitAlphabet = "0123456789*#ABCD"

    private func read<Value: Sendable>(_ path: KeyPath<Snapshot, Value>) -> Value {
        snapshot.withLock { $0 }[keyPath: path]
    }

    private func ask(_ operation: CallOperation) async throws(ClientError) {
        try await queue.outcome { .operation($0, callID: id, operation) }
    }
}

/// Reports of the shell to a call.
extension Call {
    func apply(_ report: CallChange) {
        switch report {
        case .state(let state, let ending, let isReported): apply(state, ending, isReported: isReported)
        case .releaseLost: snapshot.withLock { $0.isReleaseLost = true }
        case .muted(let isMuted): publish(.mutedChanged(isMuted)) { $0.isMuted = isMuted }
        case .digit(let digit): publish(.digitReceived(digit))
        case .earlyMedia: publish(.earlyMedia)
        case .firstAudio: publish(.firstAudio)
        case .headers(let headers): publish(.headersReceived(headers)) { $0.headers += headers }
        case .names(let names): publish(.namesLearned(names)) { $0.names = names }
        case .media(let state): publish(.mediaChanged(state)) { $0.mediaState = state }
        case .restart(let reason): publish(.mediaRestarted(reason))
        case .relaysUnavailable: publish(.relaysUnavailable)
        case .transferFailed(let ending): publish(.transferFailed(ending))
        }
    }

    func apply(_ statistics: MediaStatistics) {
        let quality = CallQuality(statistics)
        snapshot.withLock { $0.quality = quality }
        qualityCaster.send(quality)
    }

    private func apply(_ state: CallState, _ ending: Ending?, isReported: Bool) {
        guard case .ended = state.progress, let ending else {
            return publish(.stateChanged(state)) { $0.state = state }
        }
        publish(.stateChanged(state)) { $0.state = state }
        publish(.ended(ending)) {
            $0.ending = ending
            $0.isEndingReported = isReported
        }
        eventCaster.finish()
        qualityCaster.finish()
    }

    private func publish(_ event: Event, change: (inout Snapshot) -> Void = { _ in }) {
        eventCaster.send(event) { snapshot.withLock { change(&$0) } }
    }
}

/// Operations without waiting, for callers that carry out commands one after the other.
extension Call {
    /// Requests an operation. Operations are carried out in the order of their requests.
    ///
    /// - Parameter then: called once, on any thread; nil means that the operation succeeded.
    package func ask(_ operation: CallOperation, then: @escaping @Sendable (ClientError?) -> Void) {
        if case .sendTones(let digits) = operation {
            do throws(ClientError) { try Self.check(digits: digits.revealed) } catch { return then(error) }
        }
        queue.ask({ [id] in .operation($0, callID: id, operation) }, then: then)
    }
}

/// The quality of a call, measured once a second while media is connected.
public struct CallQuality: Hashable, Sendable {
    /// The measurement with all its counts.
    public let statistics: MediaStatistics

    /// Derives the quality from the statistics of a peer connection.
    public init(_ statistics: MediaStatistics) { self.statistics = statistics }

    /// The mean opinion score, 1…5 by the E-model; nil until jitter and round trip are known.
    public var meanOpinionScore: Double? { statistics.meanOpinionScore }
    /// The interarrival jitter of received packets, in milliseconds (RFC 3550 §6.4.1).
    public var jitterMilliseconds: Double { statistics.jitterMilliseconds }
    /// The round trip in milliseconds, by the peer's receiver reports; nil until one arrived.
    public var roundTripMilliseconds: Double? { statistics.roundTripMilliseconds }
    /// The fraction of received packets lost since the previous report, 0…1.
    public var lossFraction: Double { statistics.recentFractionLost }

    /// The score as a rating.
    public var rating: QualityRating {
        meanOpinionScore.map { QualityRating(meanOpinionScore: $0) } ?? .unknown
    }
}
