import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import NativeMedia
import TestLog
import Testing

/// Real phones with real media: a person transfers a call to another.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
    private static let tones = [430.0, 610, 790]

    private static func withPhones(
        _ dialect: Dialect,
        _ body: (_ anna: SpeakingPhone, _ ben: SpeakingPhone, _ cleo: SpeakingPhone) async throws -> Void
    ) async throws {
        let names = ["anna", "ben", "cleo"]
        var configuration = ExchangeConfiguration()
        configuration.limits.waitForBusyMachines()
        configuration.limits.deviceWaitFactor = 100
        configuration.limits.ringStartsPerMinute = 1_000_000
        configuration.limits.ringing = .seconds(600)
        configuration.users = names.map { name in
            UserEntry(name: name, password: PasswordHash(password: SpeakingPhone.password(of: name)))
        }
        let server = try await ExchangeServer.start(configuration, logger: TestLog.logger)
        // Each phone has an engine, and so a certificate, of its own, as on devices.
        let engines = try names.map { _ in try NativeMediaEngine() }
        var phones: [SpeakingPhone] = []
        for (index, name) in names.enumerated() {
            phones.append(
                try await SpeakingPhone(
                    name, tone: tones[index], among: tones, dialect: dialect, at: server.port, engines[index]))
        }
        try await body(phones[0], phones[1], phones[2])
        for phone in phones { await phone.client.disconnect() }
        for engine in engines { engine.close() }
        await server.stop()
    }

    /// Returns once the target has answered and sound can flow, which it does with the other side alone. A restart of the
    /// two, as a busy machine causes, is in the way of a transfer, which is then asked for again.
    private static func transfer(_ call: Call, to target: SpeakingPhone) async throws {
        var incoming = target.client.incomingCalls.makeAsyncIterator()
        while true {
            do throws(ClientError) {
                try await call.transfer(to: target.name)
                guard let ring = await incoming.next() else { return }
                ring.setAudioSource(ToneGenerator(frequency: target.tone, amplitude: 0.3))
                ring.setAudioSink(target.toneSink)
                return try await ring.answer()
            } catch {
                guard call.ending == nil, [.callEnded, .requestFailed].contains(error.code) else { throw error }
            }
        }
    }

    private static func ending(of call: Call) async -> Ending? {
        for await event in call.events {
            if case .ended(let ending) = event { return ending }
        }
        return nil
    }

    private static func failure(in events: AsyncStream<Call.Event>) async -> EndReason? {
        for await event in events {
            if case .transferFailed(let ending) = event { return ending.reason }
        }
        return nil
    }

    @Test(arguments: [Dialect.telnyx, .freeSwitch], [false, true])
    func `a call is transferred by either side, and the two others hear each other`(
        _ dialect: Dialect, isCallees: Bool
    ) async throws {
        try await Self.withPhones(dialect) { anna, ben, cleo in
            let call = try await anna.call(ben)
            let theirs = try #require(call.theirs)
            try await anna.awaitTone(only: ben)
            let (mine, other) = isCallees ? (theirs, anna) : (call.mine, ben)
            try await Self.transfer(mine, to: cleo)
            #expect(await Self.ending(of: mine) == Ending(.completed, cause: HangUpCause(800)))
            try await other.awaitTone(only: cleo)
            try await cleo.awaitTone(only: other)
            await (isCallees ? call.mine : theirs).hangUp()
        }
    }

    @Test func `a transfer to an unknown name leaves both sides the call`() async throws {
        try await Self.withPhones(.telnyx) { anna, ben, _ in
            let call = try await anna.call(ben)
            try await anna.awaitTone(only: ben)
            let events = call.mine.events
            try await call.mine.transfer(to: "unknown")
            #expect(await Self.failure(in: events) == .unreachable)
            try await anna.awaitTone(only: ben)
            try await ben.awaitTone(only: anna)
            await call.mine.hangUp()
        }
    }
}
