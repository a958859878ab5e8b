import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction

/// Bob's phone without a person, a caller, and a real exchange between them; sound is made by hand.
@MainActor
final class SignalingUnderTest {
    static let bobsTone = 440.0
    static let alicesTone = 880.0

    let acme = RegistrationID(TestExchange.organization)
    let exchange: ExchangeServer
    let engine = LoopbackMediaEngine()
    let log = EventLog()
    let transport = NotedTransport()
    let credentials: GivenCredentials
    let sound: FixedAudioDevice
    let bobHears = ToneMeter([alicesTone])
    let aliceHears = ToneMeter([bobsTone])
    let signaling: PhoneSignaling
    private(set) var alice: CarillonClient?

    init(_ names: CallIDSource, _ media: @escaping (LoopbackMediaEngine) -> any MediaEngine) async throws {
        exchange = try await TestExchange.start()
        credentials = GivenCredentials(exchange.credentials)
        sound = FixedAudioDevice(microphone: ToneGenerator(frequency: Self.bobsTone), speaker: bobHears)
        let counted = Counter()
        var parts = SignalingDependencies(credentials: credentials, sound: sound) { [engine] in
            counted.count += 1
            return media(engine)
        }
        parts.settings.trickles = false
        parts.settings.names = names
        parts.carrierSettings.trickles = false
        parts.transport = transport
        signaling = PhoneSignaling(parts)
        signaling.sink = log
        engines = counted
    }

    private let engines: Counter
    var engineCount: Int { engines.count }

    @MainActor
    final class Counter {
        var count = 0
    }

    /// Runs a test, and stops the rest of it. Bob's phone has the `media` that is made of the engine.
    static func run(
        _ names: CallIDSource = .own, media: @escaping (LoopbackMediaEngine) -> any MediaEngine = { $0 },
        _ body: (SignalingUnderTest) async throws -> Void
    ) async throws {
        let it = try await SignalingUnderTest(names, media)
        do { try await body(it) } catch {
            await it.finish()
            throw error
        }
        await it.finish()
    }

    private func finish() async {
        signaling.perform(.disconnect(acme))
        await alice?.disconnect()
        await exchange.stop()
    }

    func connect() async {
        signaling.perform(.connect(acme))
        await log.next(.signaling(acme, .ready))
    }

    /// Alice's phone, registered.
    func aliceConnected() async throws -> CarillonClient {
        let client = try CarillonClient(
            configuration: ClientConfiguration(
                url: try SignalingURL(exchange.address),
                credentials: .password(login: "alice", password: "alice-secret"), dialect: .telnyx),
            media: engine)
        try await client.connect()
        alice = client
        return client
    }

    /// Alice calls bob, whose phone is told.
    func ring(with headers: [CallHeader] = []) async throws -> (call: Call, line: LineID, invitation: IncomingInvite) {
        var options = DialOptions()
        options.headers = headers
        options.source = ToneGenerator(frequency: Self.alicesTone)
        options.sink = aliceHears
        let call = try await aliceConnected().dial("bob", options)
        let (line, invitation) = await log.next { event -> (LineID, IncomingInvite)? in
            guard case .line(let line, .invited(let invitation)) = event else { return nil }
            return (line, invitation)
        }
        return (call, line, invitation)
    }

    /// Alice calls bob, and bob takes it.
    func talk() async throws -> (call: Call, line: LineID) {
        let (call, line, _) = try await ring()
        signaling.perform(.answer(line))
        await state(of: line) { $0.progress == .active }
        await call.reaches { $0.progress == .active }
        return (call, line)
    }

    /// Waits until a line is told to be so.
    @discardableResult
    func state(of line: LineID, _ isMet: @escaping (CallState) -> Bool) async -> CallState {
        await log.next { event in
            guard case .line(line, .changed(let state)) = event, isMet(state) else { return nil }
            return state
        }
    }

    /// What the phone was told of a line's state so far.
    func changes(of line: LineID) -> [CallState] {
        log.events.compactMap { if case .line(line, .changed(let state)) = $0 { state } else { nil } }
    }

    func ending(of line: LineID) async -> Ending { await end(of: line).ending }

    /// How a line ended, and whether the exchange said so.
    func end(of line: LineID) async -> (ending: Ending, isReported: Bool) {
        await log.next { event in
            guard case .line(line, .ended(let ending, let isReported)) = event else { return nil }
            return (ending, isReported)
        }
    }

    /// Lets the time of media pass until it is canceled: digits travel in it.
    func passTime() -> Task<Void, Never> {
        Task { [engine] in
            while !Task.isCancelled {
                engine.tick()
                // on purpose: the time of media passes as fast as it can while something else is awaited
                await Task.yield()
            }
        }
    }

    /// A second passes; what each heard in it.
    func listen() -> (bob: Bool, alice: Bool) {
        bobHears.forgetFirstHeard()
        aliceHears.forgetFirstHeard()
        engine.tick(AudioFrame.framesPerSecond)
        return (bobHears.reading.firstHeardFrames[0] != nil, aliceHears.reading.firstHeardFrames[0] != nil)
    }
}

extension Call {
    /// Waits until the call is so.
    func reaches(_ isMet: @Sendable (CallState) -> Bool) async {
        for await event in events {
            if case .stateChanged(let state) = event, isMet(state) { return }
        }
    }

    /// Digits of the other side from now on.
    var digits: some AsyncSequence<Character, Never> & Sendable {
        events.compactMap { event -> Character? in
            if case .digitReceived(let digit) = event { digit } else { nil }
        }
    }
}
