internal import AsyncHTTPClient
internal import MediaEngine
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import NativeMedia
internal import Redaction
internal import Synchronization

/// The shell of the edge, which carries out its effects on sockets, peer connections and pushes. Isolation: effects run
/// on the stand-in's event loop; the state is behind a lock.
final class EdgeShell: WebSocketOwner {
    private struct Line: Sendable {
        let connection: any MediaConnection
        let sound: EdgeAudioBridge
        let events: Task<Void, Never>
    }

    private struct State {
        /// The host of the party; nil before the port is open.
        var partyHost: PartyHost<TelnyxParty>?
        var loop: (any EventLoop)?
        var channels: [Int: any Channel] = [:]
        var socketCount = 0
        var lines: [Int: Line] = [:]
        /// The requests that the media engine has not answered, by line.
        var asked: [Int: Set<UInt64>] = [:]
        var engine: (any MediaEngine)?
        var isStopped = false
        var expectations: [Int: CheckedContinuation<Void, Never>] = [:]
        /// The expectations that came true before a test waited for them.
        var resolved: Set<Int> = []
    }

    private let configuration: MediaConfiguration
    private let sender = TelnyxPushSender()
    private let files = FileFetcher()
    private let state: Mutex<State>
    private let onLine: (@Sendable (StandinLogEntry) -> Void)?

    /// - Parameters:
    ///   - engine: the media engine of the calls; nil to create one with the first call.
    ///   - onLine: called for every request of a phone and every message to a phone.
    init(host: String, engine: (any MediaEngine)?, onLine: (@Sendable (StandinLogEntry) -> Void)?) {
        self.onLine = onLine
        var configuration = MediaConfiguration()
        // A stand-in that listens on one address gathers candidates on that address only.
        if host != "0.0.0.0", host != "::", host != "localhost" { configuration.localAddresses = [host] }
        if host == "localhost" { configuration.localAddresses = ["127.0.0.1"] }
        self.configuration = configuration
        state = Mutex(State(engine: engine))
    }

    func attach(to partyHost: PartyHost<TelnyxParty>, on loop: any EventLoop) {
        state.withLock { ($0.partyHost, $0.loop) = (partyHost, loop) }
        partyHost.attach(
            feed: { [weak self] party in self?.feed(&party) },
            onEffects: { [weak self] effects in
                loop.execute { [weak self] in
                    for effect in effects { self?.perform(effect) }
                }
            })
    }

    private func withParty(_ body: (inout TelnyxParty, Duration) -> Void) {
        state.withLock { $0.partyHost }?.with { party, now in body(&party, now) }
    }

    /// Closes every socket and connection.
    func stop() async {
        let (lines, channels, expectations) = state.withLock { state in
            defer {
                (state.lines, state.channels, state.expectations) = ([:], [:], [:])
                (state.isStopped, state.engine) = (true, nil)
            }
            return (state.lines, state.channels, state.expectations)
        }
        for continuation in expectations.values { continuation.resume() }
        for line in lines.values { line.connection.perform(.close) }
        for channel in channels.values { try? await channel.close() }
        for line in lines.values { await line.events.value }
        await sender.stop()
        await files.stop()
    }

    // MARK: - Sockets

    func nextNumber() -> Int {
        state.withLock { state in
            state.socketCount += 1
            return state.socketCount
        }
    }

    func opened(_ number: Int, _ channel: any Channel, _ request: StandinRequest) {
        state.withLock { $0.channels[number] = channel }
        withParty { party, now in
            party.edgeOpened(number, host: request.header("host"), query: request.query, at: now)
        }
    }

    func received(_ number: Int, _ bytes: [UInt8]) {
        withParty { party, now in party.edgeReceived(number, bytes, at: now) }
    }

    func closed(_ number: Int) {
        state.withLock { $0.channels[number] = nil }
        withParty { party, now in party.edgeClosed(number, at: now) }
    }

    private func channel(_ number: Int) -> (any Channel)? { state.withLock { $0.channels[number] } }

    private func close(_ number: Int, isProper: Bool) {
        guard let channel = channel(number) else { return }
        guard isProper else { return channel.close(promise: nil) }
        var code = channel.allocator.buffer(capacity: 2)
        code.write(webSocketErrorCode: .normalClosure)
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: code)
        channel.writeAndFlush(frame).whenComplete { _ in channel.close(promise: nil) }
    }

    // MARK: - Effects

    private func perform(_ effect: TelnyxEffect) {
        switch effect {
        case .send(let number, let bytes):
            guard let channel = channel(number) else { return }
            let frame = WebSocketFrame(fin: true, opcode: .text, data: channel.allocator.buffer(bytes: bytes))
            channel.writeAndFlush(frame, promise: nil)
        case .close(let number, let isProper): close(number, isProper: isProper)
        case .openMedia(let number, let codecs): openMedia(number, codecs)
        case .media(let number, let order):
            guard let line = line(number) else { return }
            if let request = order.request { begin(request, of: number) }
            line.connection.perform(order.command)
        case .closeMedia(let number):
            endAll(of: number)
            let line = state.withLock { $0.lines.removeValue(forKey: number) }
            line?.connection.perform(.close)
        case .sound(let number, let samples): line(number)?.sound.put(samples)
        case .push(let push):
            guard let loop = state.withLock({ $0.loop }) else { return }
            Task { [sender, weak self] in
                let status = await sender.send(push, on: loop)
                self?.withParty { party, _ in party.pushStatuses.append(status ?? 0) }
            }
        case .fetch(let leg, let address):
            guard let loop = state.withLock({ $0.loop }) else { return }
            Task { [files, weak self] in
                let file = await files.fetch(address, on: loop)
                self?.withParty { party, now in party.fetched(address, file, for: leg, at: now) }
            }
        case .line(let line): onLine?(line)
        case .resolved(let expectation): resume(expectation)
        }
    }

    private func line(_ number: Int) -> Line? { state.withLock { $0.lines[number] } }

    private func openMedia(_ number: Int, _ codecs: [String]) {
        do {
            guard let engine = try engine(), let sound = EdgeAudioBridge() else { return }
            var configuration = configuration
            configuration.codecs = Self.ordered(configuration.codecs, preferring: codecs)
            let connection = try engine.makeConnection(configuration)
            connection.perform(.setSource(sound))
            connection.perform(.setSink(sound))
            let events = Task { [weak self] in
                for await event in connection.events { self?.handle(event, of: number) }
            }
            state.withLock { $0.lines[number] = Line(connection: connection, sound: sound, events: events) }
        } catch {
            withParty { party, now in party.edgeMedia(number, .failed(request: 0), at: now) }
        }
    }

    private func engine() throws(MediaError) -> (any MediaEngine)? {
        let known = state.withLock { ($0.engine, $0.isStopped) }
        guard known.0 == nil, !known.1 else { return known.0 }
        let engine = try NativeMediaEngine()
        state.withLock { $0.engine = engine }
        return engine
    }

    private static func ordered(_ codecs: [AudioCodec], preferring mimeTypes: [String]) -> [AudioCodec] {
        let wanted = mimeTypes.compactMap { type in
            codecs.first { "audio/\($0.rawValue)" == type.lowercased() }
        }
        return wanted + codecs.filter { !wanted.contains($0) }
    }

    private func handle(_ event: MediaEvent, of number: Int) {
        let mediaEvent: EdgeMediaEvent? =
            switch event {
            case .localDescription(let id, let sdp): .described(request: id, Redacted(sdp))
            case .accepted(let id): .applied(request: id)
            case .commandFailed(let id, _): .failed(request: id)
            case .toneReceived(let digit, _): .digit(digit)
            default: nil
            }
        guard let mediaEvent else { return }
        withParty { party, now in party.edgeMedia(number, mediaEvent, at: now) }
        if let request = mediaEvent.request { end(request, of: number) }
    }

    // MARK: - Work

    private func begin(_ request: UInt64, of number: Int) {
        let isNew = state.withLock { $0.asked[number, default: []].insert(request).inserted }
        if isNew { work?.begin() }
    }

    private func end(_ request: UInt64, of number: Int) {
        if state.withLock({ $0.asked[number]?.remove(request) }) != nil { work?.end() }
    }

    private func endAll(of number: Int) {
        for _ in state.withLock({ $0.asked.removeValue(forKey: number) }) ?? [] { work?.end() }
    }

    private var work: WorkTime? { state.withLock { $0.partyHost }?.work }

    /// Passes the audio received from phones since the last call to their legs.
    private func feed(_ party: inout TelnyxParty) {
        let lines = state.withLock { $0.lines }
        for (number, line) in lines {
            let said = line.sound.removeSaid()
            if !said.isEmpty { party.edgeHeard(number, said) }
        }
    }

    // MARK: - Expectations

    private func resume(_ expectation: Int) {
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
            if let waiting = state.expectations.removeValue(forKey: expectation) { return waiting }
            state.resolved.insert(expectation)
            return nil
        }
        waiting?.resume()
    }

    /// Returns when an expectation has come true or the stand-in stops.
    func wait(for expectation: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.resolved.remove(expectation) != nil || state.isStopped { return true }
                state.expectations[expectation] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}

extension EdgeMediaEvent {
    fileprivate var request: UInt64? {
        switch self {
        case .described(let request, _), .applied(let request): request
        case .failed(let request): request
        case .digit: nil
        }
    }
}

extension EdgeMediaCommand {
    fileprivate var request: UInt64? {
        switch self {
        case .offer(let request), .acceptOffer(let request, _), .acceptAnswer(let request, _): request
        case .candidate, .endOfCandidates, .tone: nil
        }
    }

    /// How long a digit sounds. Source: RFC 4733 §2.5.1.3 requires at least 40 ms; phones use 100 ms.
    private static let toneMilliseconds = 100

    fileprivate var command: MediaCommand {
        switch self {
        case .offer(let request): .createOffer(id: request, iceRestart: false)
        case .acceptOffer(let request, let sdp): .acceptOffer(id: request, sdp: sdp.revealed)
        case .acceptAnswer(let request, let sdp): .acceptAnswer(id: request, sdp: sdp.revealed, provisional: false)
        case .candidate(let text): .addRemoteCandidate(text.revealed)
        case .endOfCandidates: .endOfRemoteCandidates
        // No request waits for the result, so the id is none of a request.
        case .tone(let digit): .sendTones(id: .max, String(digit), toneMilliseconds: Self.toneMilliseconds)
        }
    }
}

/// Fetches files to be played on a leg.
final class FileFetcher: Sendable {
    private static let answerTime: TimeAmount = .seconds(5)
    /// The largest file in bytes: ten minutes of stereo at 48 kHz.
    private static let byteCountMax = 128 << 20

    /// The client, created with the first file.
    private let client = Mutex<HTTPClient?>(nil)

    /// Fetches a WAV file; nil if it cannot be fetched or parsed.
    func fetch(_ address: String, on loop: any EventLoop) async -> WAVFile? {
        let client = client.withLock { known in
            let client = known ?? HTTPClient(eventLoopGroupProvider: .shared(loop))
            known = client
            return client
        }
        guard let response = try? await client.execute(HTTPClientRequest(url: address), timeout: Self.answerTime),
            response.status == .ok, let body = try? await response.body.collect(upTo: Self.byteCountMax)
        else { return nil }
        return try? body.withUnsafeReadableBytes(WAVFile.init(parsing:))
    }

    func stop() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        try? await client?.shutdown()
    }
}
