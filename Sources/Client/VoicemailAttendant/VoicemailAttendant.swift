public import CarillonRTC
public import MediaEngine
public import Redaction

/// Takes messages for users who do not answer: a client of the exchange that answers every call it is rung for.
///
/// The exchange rings it when no device of the callee answers, and names the mailbox in a header of its own. The
/// attendant may run on the exchange's machine or on any other.
public struct VoicemailAttendant: Sendable {
    /// The user name that the exchange gives the attendant. Users cannot dial it.
    public static let user = "voicemail"
    static let mailboxHeader = "X-Carillon-Mailbox"
    static let sessionHeader = "X-Carillon-Session"

    private let client: CarillonClient
    private let prompt: Prompt
    private let limits: MessageLimits
    private let box: any MessageStore

    /// - Parameters:
    ///   - configuration: the exchange's address, and the credentials that it gave the attendant.
    ///   - box: stores the messages.
    /// - Throws: `ClientError` with code `.invalidArgument` when the configuration contradicts itself.
    public init(
        _ configuration: ClientConfiguration, media: any MediaEngine, prompt: Prompt, limits: MessageLimits,
        box: any MessageStore
    ) throws(ClientError) {
        var configuration = configuration
        configuration.callsMax = limits.callersMax
        client = try CarillonClient(configuration: configuration, media: media, actor: "voicemail")
        self.prompt = prompt
        self.limits = limits
        self.box = box
    }

    /// Connects; returns when messages can be taken.
    ///
    /// - Throws: `ClientError` as ``CarillonClient/connect()`` does.
    public func connect() async throws(ClientError) { try await client.connect() }

    /// Connects anew and moves its calls to the network that the machine uses now.
    public func networkChanged() { client.networkChanged() }

    /// Takes messages until its task is canceled; then it ends the calls under way and keeps the messages recorded so
    /// far.
    public func run() async {
        await withDiscardingTaskGroup { group in
            for await call in client.incomingCalls {
                group.addTask { await MessageCall(call: call, prompt: prompt, limits: limits, box: box).run() }
            }
            await client.disconnect()
        }
    }
}

/// Stores the messages that the attendant takes.
public protocol MessageStore: Sendable {
    /// Whether the user's mailbox exists and has room for one more message.
    func hasRoom(_ mailbox: String) async -> Bool
    /// Keeps a message. Returns when the message is durable, or when it is lost for good and the operator has been
    /// told.
    func keep(_ message: RecordedMessage) async
    /// Notes that the caller of this call session heard the greeting and left no message.
    func discard(messageIn session: String) async
}

/// A message that a caller left.
public struct RecordedMessage: Sendable {
    /// The user for whom the message is.
    public let mailbox: String
    /// The exchange's id of the call session in which it was left.
    public let session: String
    /// The name that the exchange gave for the caller; nil: none.
    public let callerName: Redacted<String>?
    /// The caller's number; nil: unknown or withheld.
    public let callerNumber: Redacted<String>?
    /// Mono, 8,000 Hz, without the silence behind the last word.
    public let sound: WAVFile

    /// The length of the recording.
    public var length: Duration { .milliseconds(sound.samples.count * 1_000 / sound.sampleRate) }
}

/// Takes one caller's message: answers, plays the prompt, records the caller's voice and keeps the recording.
struct MessageCall: Sendable {
    private enum Step: Sendable {
        case promptPlayed
        /// The message has reached its longest length, or the caller has fallen silent.
        case messageOver
        case callEnded
    }

    let call: Call
    let prompt: Prompt
    let limits: MessageLimits
    let box: any MessageStore

    func run() async {
        guard let mailbox = header(VoicemailAttendant.mailboxHeader),
            let session = header(VoicemailAttendant.sessionHeader),
            await box.hasRoom(mailbox)
        else {
            try? await call.decline()
            return
        }
        guard let sound = await record() else { return await box.discard(messageIn: session) }
        await box.keep(
            RecordedMessage(
                mailbox: mailbox, session: session, callerName: call.peerName, callerNumber: call.peerNumber,
                sound: sound))
    }

    private func header(_ name: String) -> String? {
        call.headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }

    /// - Returns: the recording; nil if the caller said nothing.
    private func record() async -> WAVFile? {
        let (steps, step) = AsyncStream.makeStream(of: Step.self)
        guard let recorder = MessageRecorder(limits, over: { step.yield(.messageOver) }) else { return nil }
        let events = call.events
        let watch = Task {
            for await _ in events {}
            step.yield(.callEnded)
        }
        defer { watch.cancel() }
        do {
            try await call.answer()
        } catch {
            return nil  // The caller hung up first.
        }
        call.setAudioSource(PromptSource(prompt) { step.yield(.promptPlayed) })
        for await step in steps {
            switch step {
            case .promptPlayed: call.setAudioSink(recorder)
            case .messageOver: await call.hangUp()
            case .callEnded: return recorder.finish()
            }
        }
        // The attendant was stopped: the recording so far is a message too.
        return recorder.finish()
    }
}
