import CarillonRTC
import ExchangeServer
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import VoicemailAttendant

/// The attendant that takes messages, beside the exchange it takes them for.
struct VoicemailService {
    private let work: Task<Void, Never>

    /// Starts the attendant, if the exchange is to have one; returns when it can be rung.
    ///
    /// - Parameter localAddresses: where its media is reached; empty: on every usable interface.
    /// - Throws: `WrongFile` when there is no greeting, `ServeFailure` when it cannot be played or the attendant cannot log in.
    static func start(
        for server: ExchangeServer, _ configuration: ExchangeConfiguration, localAddresses: [String] = []
    ) async throws -> Self? {
        guard let settings = configuration.voicemail, let access = server.attendantAccess else { return nil }
        let prompt = try prompt(settings)
        var limits = MessageLimits()
        limits.length = settings.length
        do {
            var client = try client(access)
            client.media.localAddresses = localAddresses
            let attendant = try VoicemailAttendant(
                client, media: NativeMediaEngine(), prompt: prompt, limits: limits,
                box: ServerMessageBox(server: server))
            try await attendant.connect()
            return Self(work: Task { await attendant.run() })
        } catch {
            throw ServeFailure(description: "the voicemail attendant cannot start: \(error)")
        }
    }

    /// Ends calls under way and keeps what was said in them.
    func stop() async {
        work.cancel()
        await work.value
    }

    private static func prompt(_ settings: VoicemailSettings) throws -> Prompt {
        guard let path = settings.greetingPath else { return try Prompt() }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw WrongFile("voicemail.greeting: \(path) cannot be read")
        }
        do {
            return try Prompt(greeting: WAVFile(path: path))
        } catch {
            throw ServeFailure(description: "the greeting \(path): \(error)")
        }
    }

    /// The exchange tells the attendant of its relays at each login.
    private static func client(_ access: AttendantAccess) throws -> ClientConfiguration {
        var client = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(access.port)/"),
            credentials: .password(login: Redacted(access.login), password: access.password), dialect: .telnyx)
        client.trickles = true
        return client
    }
}
