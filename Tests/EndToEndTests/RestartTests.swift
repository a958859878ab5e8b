import CallModel
import CarillonRTC
import ExchangeServer
import Foundation
import NativeMedia
import Redaction
import TestLog
import Testing

/// Real phones with real media whose exchange goes while they speak, and whose next one has its files.
@Suite(.timeLimit(.minutes(5))) struct RestartTests {
    private static let tones = [430.0, 610]

    private static func configuration(in folder: URL) throws -> ExchangeConfiguration {
        var configuration = ExchangeConfiguration()
        configuration.limits.waitForBusyMachines()
        configuration.limits.ringing = .seconds(600)
        configuration.listen.port = 0
        configuration.databasePath = folder.appendingPathComponent("exchange.sqlite").path
        configuration.users = ["anna", "ben"].map { name in
            UserEntry(name: name, password: PasswordHash(password: SpeakingPhone.password(of: name)))
        }
        return configuration
    }

    /// Returns once a call that lost its exchange has found the next.
    private static func comeBack(_ call: Call) async {
        var wasLost = false
        for await event in call.events {
            guard case .stateChanged(let state) = event else { continue }
            if state.link == .reconnecting { wasLost = true }
            if wasLost, state.link == .up { return }
        }
    }

    @Test(arguments: [Dialect.telnyx, .freeSwitch])
    func `two talking parties still hear each other, and end their call through the next exchange`(
        _ dialect: Dialect
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = try await StandingPort.open()
        let first = try await ExchangeServer.start(
            Self.configuration(in: folder), logger: TestLog.logger)
        address.leads(to: first.port)
        let engine = try NativeMediaEngine()
        let anna = try await SpeakingPhone(
            "anna", tone: Self.tones[0], among: Self.tones, dialect: dialect, at: address.port, engine)
        let ben = try await SpeakingPhone(
            "ben", tone: Self.tones[1], among: Self.tones, dialect: dialect, at: address.port, engine)
        let call = try await anna.call(ben)
        let theirs = try #require(call.theirs)
        try await anna.awaitTone(only: ben)

        async let mineIsBack: Void = Self.comeBack(call.mine)
        async let theirsIsBack: Void = Self.comeBack(theirs)
        address.leads(to: nil)
        await first.stop()
        let next = try await ExchangeServer.start(
            Self.configuration(in: folder), logger: TestLog.logger)
        address.leads(to: next.port)
        #expect(next.callsRecoveredByRestart == 1)
        _ = await (mineIsBack, theirsIsBack)
        try await anna.awaitTone(only: ben)
        try await ben.awaitTone(only: anna)

        await call.mine.hangUp()
        for await event in theirs.events {
            guard case .ended(let ending) = event else { continue }
            #expect(ending.reason == .completed)
            break
        }
        for phone in [anna, ben] { await phone.client.disconnect() }
        engine.close()
        try await address.close()
        await next.stop()
    }
}
