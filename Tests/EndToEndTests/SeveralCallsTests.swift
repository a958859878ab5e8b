import CallModel
import CarillonRTC
import ExchangeServer
import NativeMedia
import Redaction
import TestLog
import Testing

/// Real phones with real media, one exchange, and more than one call.
@Suite(.timeLimit(.minutes(5)))
struct SeveralCallsTests {
    private static let names = ["anna", "bea", "carl", "dora", "emil", "frida"]
    /// No one is a multiple of another, and all fill whole periods of the sink's window.
    private static let tones = [430.0, 610, 790, 970, 1_150, 1_330]

    private func phones(at server: ExchangeServer, _ engine: NativeMediaEngine) async throws -> [SpeakingPhone] {
        var phones: [SpeakingPhone] = []
        for (index, name) in Self.names.enumerated() {
            phones.append(
                try await SpeakingPhone(
                    name, tone: Self.tones[index], among: Self.tones,
                    dialect: index < 4 ? .telnyx : .freeSwitch, at: server.port, engine))
        }
        return phones
    }

    private func start() async throws -> ExchangeServer {
        var configuration = ExchangeConfiguration()
        configuration.limits.waitForBusyMachines()
        configuration.limits.ringing = .seconds(600)
        configuration.users = Self.names.map { name in
            UserEntry(name: name, password: PasswordHash(password: SpeakingPhone.password(of: name)))
        }
        return try await ExchangeServer.start(
            configuration, logger: TestLog.logger)
    }

    /// Every phone of a pair hears the other one, and no third phone.
    private func listen(_ pairs: [(SpeakingPhone, SpeakingPhone)]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (one, other) in pairs {
                group.addTask { try await one.awaitTone(only: other) }
                group.addTask { try await other.awaitTone(only: one) }
            }
            try await group.waitForAll()
        }
    }

    @Test func `three calls at a time: each side hears its own partner alone, also when one call ends`()
        async throws
    {
        let server = try await start()
        let engine = try NativeMediaEngine()
        let phones = try await phones(at: server, engine)
        let pairs = [(phones[0], phones[1]), (phones[2], phones[3]), (phones[4], phones[5])]
        async let first = pairs[0].0.call(pairs[0].1)
        async let second = pairs[1].0.call(pairs[1].1)
        async let third = pairs[2].0.call(pairs[2].1)
        let calls = try await [first, second, third]
        try await listen(pairs)

        // One call ends; its partners are free and call across, while the others talk on.
        await calls[0].mine.hangUp()
        for await event in try #require(calls[0].theirs).events {
            if case .ended(let ending) = event {
                #expect(ending.reason == .completed)
                break
            }
        }
        try await listen(Array(pairs.dropFirst()))
        let back = try await phones[1].call(phones[0])
        try await listen([(phones[1], phones[0])] + pairs.dropFirst())

        for call in [calls[1].mine, calls[2].mine, back.mine] { await call.hangUp() }
        for phone in phones { await phone.client.disconnect() }
        engine.close()
        await server.stop()
    }
}
