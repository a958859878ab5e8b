import CallModel
import CarillonRTC
import ExchangeServer
import LivePhones
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction
import Synchronization
import Trace

/// A real exchange on the loopback interface, with the real client on it, and real clients for the other people.
@MainActor
final class RealUnderContract: ExchangeUnderContract {
    let record = ContractRecord()
    private let exchange: ExchangeServer
    private let engine = LoopbackMediaEngine()
    private let aliceHears = WindowMeter(SignalingUnderContract.phonesTone)
    private let losses: LossListener
    private let credentials: GivenCredentials
    private var phone: SignalingUnderContract
    /// Processes that have ended: the other side may still believe in their connections.
    private var ended: [SignalingUnderContract] = []
    private var signaling: PhoneSignaling { phone.signaling }
    private let alice: CarillonClient
    private let called: AsyncStream<Call>
    private var calls: [Caller: Call] = [:]
    private var other: CarillonClient?
    private var otherCalled: AsyncStream<Call>?

    init(_ statement: ContractStatement) async throws {
        let losses = LossListener()
        self.losses = losses
        exchange = try await TestExchange.start(
            ringing: statement.ringsBriefly ? .seconds(1) : nil, trace: losses)
        credentials = GivenCredentials(statement.hasCredentials ? exchange.credentials : nil, on: statement.device)
        phone = SignalingUnderContract(credentials, engine, telling: record)
        alice = try Self.client(exchange, engine, "alice", "alice-secret")
        called = alice.incomingCalls
        try await alice.connect()
    }

    static func client(
        _ exchange: ExchangeServer, _ engine: LoopbackMediaEngine, _ login: String, _ password: String
    ) throws -> CarillonClient {
        try CarillonClient(
            configuration: ClientConfiguration(
                url: try SignalingURL(exchange.address),
                credentials: .password(login: .init(login), password: .init(password)), dialect: .telnyx),
            media: engine)
    }

    func order(_ order: SignalingOrder) async { signaling.perform(order) }
    func order(_ order: LineOrder) async { signaling.perform(order) }

    func perform(_ action: ContractAction) async throws {
        switch action {
        case .credentialsAreRefused:
            credentials.change(
                to: PhoneCredentials(address: exchange.address, proof: .password(login: "bob", password: "wrong")))
        case .tokenRunsOut, .sessionIsTakenOver, .gatewayFails, .gatewayHesitates, .gatewayIsBack: throw Unplayable()
        case .exchangeGoesAway:
            // The statements are about an exchange that knows of the loss, where there is one.
            if phone.transport.cut(then: .refused) { await losses.next() }
        case .exchangeComesBack: phone.transport.leads(.open)
        case .connectionBreaks: phone.transport.cut(then: .open)
        case .connectionDies: phone.transport.blackhole(then: .open)
        case .networkFallsSilent: phone.transport.blackhole(then: .silent)
        case .timePasses: phone.clock.jump()
        // Until it runs again a process neither hears nor says anything; then it finds its socket gone.
        case .appIsSuspended: phone.transport.freeze()
        case .appGoesOn: phone.transport.cut(then: .open)
        case .processBeginsAnew(let isHeard):
            ended.append(phone)
            if phone.end(isHeard: isHeard) { await losses.next() }
            record.processBegins()
            phone = SignalingUnderContract(credentials, engine, telling: record)
        case .otherDeviceConnects: try await connectOther()
        case .calls(let caller): calls[caller] = try await alice.dial("bob", options)
        case .hangsUp(let caller): await calls[caller]?.hangUp()
        case .holds(let caller): try await calls[caller]?.hold()
        case .resumes(let caller): try await calls[caller]?.resume()
        case .takenElsewhere: try await first(of: otherCalled)?.answer()
        case .declinedElsewhere: try await first(of: otherCalled)?.decline()
        case .isCalled: calls[.alice] = await first(of: called)
        case .answers:
            calls[.alice] = await first(of: called)
            try await calls[.alice]?.answer()
        case .refusesAsBusy:
            calls[.alice] = await first(of: called)
            try await calls[.alice]?.decline(busy: true)
        }
    }

    /// It is stated of the carrier alone.
    private struct Unplayable: Error {}

    private var options: DialOptions {
        var options = DialOptions()
        options.sink = aliceHears
        return options
    }

    private func first(of calls: AsyncStream<Call>?) async -> Call? {
        guard let calls else { return nil }
        for await call in calls { return call }
        return nil
    }

    private func connectOther() async throws {
        let client = try Self.client(exchange, engine, "bob-desk", "secret")
        otherCalled = client.incomingCalls
        try await client.connect()
        other = client
    }

    func until(_ isMet: @escaping @MainActor (ContractRecord) -> Bool) async {
        await record.until { [record] in isMet(record) }
    }

    func startAudio(of line: LineID) async { signaling.startAudio(of: line) }

    func digits(heardBy caller: Caller, _ count: Int) async -> String {
        guard let call = calls[caller] else { return "" }
        let media = engine.passing()
        defer { media.cancel() }
        var heard = ""
        for await event in call.events {
            if case .digitReceived(let digit) = event { heard.append(digit) }
            if heard.count >= count { break }
        }
        return heard
    }

    /// Returns at the first sound, or after a second of silence, whichever is expected. If that never comes, the limit of the
    /// suite ends the test.
    func isHeard(by caller: Caller, expecting isExpected: Bool) async -> Bool {
        let media = engine.passing()
        var silence = 0
        var isHeard = false
        for await hasTone in aliceHears.windows() {
            isHeard = hasTone
            silence = hasTone ? 0 : silence + 1
            if isExpected ? hasTone : silence == WindowMeter.perSecond { break }
        }
        media.cancel()
        await media.value
        return isHeard
    }

    func ending(for caller: Caller) async -> String {
        guard let call = calls[caller] else { return "never called" }
        for await event in call.events { if case .ended = event { break } }
        return call.ending.map { "\($0.reason)" } ?? "lives"
    }

    func finish() async {
        signaling.perform(.disconnect(Contract.registration))
        await other?.disconnect()
        await alice.disconnect()
        await exchange.stop()
    }
}

extension LoopbackMediaEngine {
    /// The time of media passes as fast as it can, until the task is canceled.
    func passing() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                tick()
                // on purpose: this is the clock of media, and waits for nothing; others run between its frames
                await Task.yield()
            }
        }
    }
}

/// Reports of each window of 100 ms whether it has the tone.
private final class WindowMeter: AudioSink {
    static let perSecond = 10
    private static let frames = AudioFrame.framesPerSecond / perSecond
    private let meter: ToneMeter
    private let listener = Mutex<AsyncStream<Bool>.Continuation?>(nil)

    init(_ frequency: Double) { meter = ToneMeter([frequency], windowFrames: Self.frames) }

    func windows() -> AsyncStream<Bool> {
        let (windows, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1_000))
        listener.withLock { $0 = continuation }
        return windows
    }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        meter.receive(frame)
        let reading = meter.reading
        guard reading.frameCount.isMultiple(of: Self.frames) else { return }
        _ = listener.withLock { $0?.yield(reading.dominant != nil) }
    }
}

/// Tells when the exchange notices that a device's connection is lost.
private final class LossListener: TraceSink {
    private let (losses, seen) = AsyncStream.makeStream(of: Void.self)

    func record(_ record: TraceRecord) {
        if record.kind == .event, record.name == "connectionLost" { seen.yield() }
    }

    func next() async {
        for await _ in losses { return }
    }
}
