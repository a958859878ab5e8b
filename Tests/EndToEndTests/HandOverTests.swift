import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import NativeMedia
import TestLog
import Testing

/// Real phones with real media: a person takes a call from one device to another.
@Suite(.timeLimit(.minutes(5))) struct HandOverTests {
    private static let tones = [430.0, 610, 790]

    private func start() async throws -> ExchangeServer {
        var configuration = ExchangeConfiguration()
        configuration.limits.waitForBusyMachines()
        configuration.limits.ringing = .seconds(600)
        configuration.users = ["anna", "ben", "cleo"].map { name in
            UserEntry(name: name, password: PasswordHash(password: SpeakingPhone.password(of: name)))
        }
        return try await ExchangeServer.start(configuration, logger: TestLog.logger)
    }

    private static func take(_ session: String, by phone: SpeakingPhone, from other: String) async throws -> Call {
        var options = DialOptions()
        options.replaces = session
        options.source = ToneGenerator(frequency: phone.tone, amplitude: 0.3)
        options.sink = phone.toneSink
        return try await phone.client.dial(other, options)
    }

    private static func ending(of call: Call) async -> EndReason? {
        for await event in call.events {
            if case .ended(let ending) = event { return ending.reason }
        }
        return nil
    }

    @Test(arguments: [Dialect.telnyx, .freeSwitch])
    func `a call is taken by another device in its middle, is heard there, and ended there`(
        _ dialect: Dialect
    ) async throws {
        let server = try await start()
        // Each device has a certificate of its own, and so has each engine. Under one certificate a device that takes the
        // call would look like the former one after a restart, whose association ends a moment later.
        let engines = try Self.tones.map { _ in try NativeMediaEngine() }
        var phones: [SpeakingPhone] = []
        for (index, name) in ["anna", "ben", "ben"].enumerated() {
            phones.append(
                try await SpeakingPhone(
                    name, tone: Self.tones[index], among: Self.tones, dialect: dialect, at: server.port, engines[index])
            )
        }
        let (anna, ben, tablet) = (phones[0], phones[1], phones[2])
        let call = try await anna.call(ben)
        let theirs = try #require(call.theirs)
        try await anna.awaitTone(only: ben)

        let taken = try await Self.take(try #require(theirs.names.sessionID), by: tablet, from: "anna")
        #expect(await Self.ending(of: theirs) == .answeredElsewhere)
        try await anna.awaitTone(only: tablet)
        try await tablet.awaitTone(only: anna)

        await taken.hangUp()
        #expect(await Self.ending(of: call.mine) == .completed)
        for phone in phones { await phone.client.disconnect() }
        for engine in engines { engine.close() }
        await server.stop()
    }

    @Test func `a device of another user cannot take a call`() async throws {
        let server = try await start()
        let engine = try NativeMediaEngine()
        let anna = try await SpeakingPhone(
            "anna", tone: Self.tones[0], among: Self.tones, dialect: .telnyx, at: server.port, engine)
        let ben = try await SpeakingPhone(
            "ben", tone: Self.tones[1], among: Self.tones, dialect: .telnyx, at: server.port, engine)
        let call = try await anna.call(ben)
        let theirs = try #require(call.theirs)
        let session = try #require(theirs.names.sessionID)
        let guest = try await SpeakingPhone(
            "cleo", tone: Self.tones[2], among: Self.tones, dialect: .telnyx, at: server.port, engine)
        let refused = try await Self.take(session, by: guest, from: "anna")
        #expect(await Self.ending(of: refused) == .failed)
        try await anna.awaitTone(only: ben)
        await call.mine.hangUp()
        for phone in [anna, ben, guest] { await phone.client.disconnect() }
        engine.close()
        await server.stop()
    }
}
