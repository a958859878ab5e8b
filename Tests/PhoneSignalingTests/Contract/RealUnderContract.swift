import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction

/// A real exchange on the loopback interface, with the real client on it, and real clients for the other people.
@MainActor
final class RealUnderContract: ExchangeUnderContract {
    let record = ContractRecord()
    private let exchange: ExchangeServer
    private let engine = LoopbackMediaEngine()
    private let transport = CuttableTransport()
    private let credentials: GivenCredentials
    private let signaling: PhoneSignaling
    private let alice: CarillonClient
    private let called: AsyncStream<Call>
    private var calls: [Caller: Call] = [:]
    private var other: CarillonClient?
    private var otherCalled: AsyncStream<Call>?

    init(hasCredentials: Bool) async throws {
        exchange = try await TestExchange.start()
        credentials = GivenCredentials(hasCredentials ? exchange.credentials : nil)
        var parts = SignalingParts(credentials: credentials, sound: GivenSound(microphone: nil, speaker: nil)) {
            [engine] in engine
        }
        parts.settings.trickles = false
        // The same attempts, without the time between them.
        parts.settings.reconnection.delayMin = .milliseconds(1)
        parts.settings.reconnection.delayMax = .milliseconds(2)
        parts.transport = transport
        signaling = PhoneSignaling(parts)
        signaling.sink = record
        alice = try Self.client(exchange, engine, "alice", "alice-secret")
        called = alice.incomingCalls
        try await alice.connect()
    }

    private static func client(
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

    func perform(_ deed: ContractDeed) async throws {
        switch deed {
        case .credentialsAreRefused:
            credentials.change(
                to: PhoneCredentials(address: exchange.address, proof: .password(login: "bob", password: "wrong")))
        case .exchangeGoesAway: transport.cut(isGone: true)
        case .connectionBreaks: transport.cut(isGone: false)
        case .otherDeviceConnects: try await connectOther()
        case .calls(let caller): calls[caller] = try await alice.dial("bob", DialOptions())
        case .hangsUp(let caller): await calls[caller]?.hangUp()
        case .holds(let caller): try await calls[caller]?.hold()
        case .resumes(let caller): try await calls[caller]?.resume()
        case .takenElsewhere: try await first(of: otherCalled)?.answer()
        case .answers:
            calls[.alice] = await first(of: called)
            try await calls[.alice]?.answer()
        case .refusesAsBusy:
            calls[.alice] = await first(of: called)
            try await calls[.alice]?.decline(busy: true)
        }
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
