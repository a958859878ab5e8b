import CarillonRTC
import ExchangeServer
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import VoicemailAttendant

/// Runs the attendant that takes messages, beside its exchange.
struct VoicemailService {
    private let work: Task<Void, Never>

    /// Starts the attendant, if the exchange is configured to have one, and returns when it can be rung.
    ///
    /// - Parameter localAddresses: the addresses for its media; an empty array means every usable interface.
    /// - Throws: `WrongFile` when the greeting is missing, `ServeFailure` when it cannot be played or the attendant
    ///   cannot log in.
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
                box: ExchangeMessageStore(server: server))
            try await attendant.connect()
            let watch = Task { await follow(attendant) }
            return Self(
                work: Task {
                    await attendant.run()
                    watch.cancel()
                })
        } catch {
            throw ServeFailure(description: "the voicemail attendant cannot start: \(error)")
        }
    }

    /// Without netlink, the attendant notices another network only by the silence of its calls.
    private static func follow(_ attendant: VoicemailAttendant) async {
        guard let monitor = try? NetworkMonitor() else { return }
        for await _ in monitor.changes { attendant.networkChanged() }
    }

    /// Ends the attendant's calls and keeps their recordings.
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

    /// The attendant's client. It needs no relays here, because the exchange sends them at each login.
    private static func client(_ access: AttendantAccess) throws -> ClientConfiguration {
        var client = ClientConfiguration(
            url: try SignalingURL("ws://127.0.0.1:\(access.port)/"),
            credentials: .password(login: Redacted(access.login), password: access.password), dialect: .telnyx)
        client.trickles = true
        return client
    }
}

/// Stores the attendant's messages in the exchange.
struct ExchangeMessageStore: MessageStore {
    let server: ExchangeServer

    func hasRoom(_ mailbox: String) async -> Bool { await server.hasRoom(inMailbox: mailbox) }

    func discard(messageIn session: String) async { await server.discard(messageInCall: session) }

    func keep(_ message: RecordedMessage) async {
        await server.keep(
            VoicemailMessage(
                mailbox: message.mailbox, session: message.session, callerName: message.callerName,
                callerNumber: message.callerNumber, length: message.length, sound: message.sound.bytes))
    }
}
