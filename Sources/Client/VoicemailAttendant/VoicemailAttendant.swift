public import CarillonRTC
public import MediaEngine
public import Redaction

/// Takes messages for users who take no calls: a client of the exchange that answers whatever it is rung for.
///
/// The exchange rings it when nobody of the callee answers, and says in a header of its own whose mailbox it is. It may
/// run beside the exchange or anywhere else.
public struct VoicemailAttendant: Sendable {
    /// The user the exchange knows it as. Nobody can dial it.
    public static let user = "voicemail"
    static let mailboxHeader = "X-Carillon-Mailbox"
    static let sessionHeader = "X-Carillon-Session"

    private let client: CarillonClient
    private let prompt: Prompt
    private let limits: MessageLimits
    private let box: any MessageBox

    /// - Parameters:
    ///   - configuration: how to reach the exchange, with the credentials it gave the attendant.
    ///   - box: where messages are kept.
    /// - Throws: `ClientError` with code `.invalidArgument` when the configuration contradicts itself.
    public init(
        _ configuration: ClientConfiguration, media: any MediaEngine, prompt: Prompt, limits: MessageLimits,
        box: any MessageBox
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

    /// Takes messages until its task is cancelled; then the calls under way are ended and what was said in them is
    /// kept.
    public func run() async {
        await withDiscardingTaskGroup { group in
            for await call in client.incomingCalls {
                group.addTask { await MessageTaking(call: call, prompt: prompt, limits: limits, box: box).run() }
            }
            await client.disconnect()
        }
    }
}

/// Where messages are kept.
public protocol MessageBox: Sendable {
    /// Whether the user's mailbox is there and has room for one more.
    func hasRoom(_ mailbox: String) async -> Bool
    /// Keeps a message; returns when it is durable, or when it never will be and that has been said to who runs this.
    func keep(_ message: TakenMessage) async
    /// A caller was greeted and said nothing, in the call of that name.
    func discard(messageIn session: String) async
}

/// A message somebody left.
public struct TakenMessage: Sendable {
    /// The user it is for.
    public let mailbox: String
    /// The call it was left in, as the exchange names it.
    public let session: String
    public let callerName: Redacted<String>?
    public let callerNumber: Redacted<String>?
    /// Mono, 8,000 Hz, without the silence behind the last word.
    public let sound: WAVFile

    /// How long it is.
    public var length: Duration { .milliseconds(sound.samples.count * 1_000 / sound.sampleRate) }
}

/// Takes one caller's message: answers, plays the prompt, takes down what is said, keeps it.
struct MessageTaking: Sendable {
    private enum Step: Sendable {
        case promptPlayed
        /// The message is as long as may be, or nobody speaks any more.
        case messageOver
        case callEnded
    }

    let call: Call
    let prompt: Prompt
    let limits: MessageLimits
    let box: any MessageBox

    func run() async {
        guard let mailbox = header(VoicemailAttendant.mailboxHeader),
            let session = header(VoicemailAttendant.sessionHeader),
            await box.hasRoom(mailbox)
        else {
            try? await call.decline()
            return
        }
        guard let sound = await takeDown() else { return await box.discard(messageIn: session) }
        await box.keep(
            TakenMessage(
                mailbox: mailbox, session: session, callerName: call.peerName, callerNumber: call.peerNumber,
                sound: sound))
    }

    private func header(_ name: String) -> String? {
        call.headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }

    /// - Returns: what was said; nil if nothing was.
    private func takeDown() async -> WAVFile? {
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
            return nil  // The caller was faster.
        }
        call.setAudioSource(PromptSource(prompt) { step.yield(.promptPlayed) })
        for await step in steps {
            switch step {
            case .promptPlayed: call.setAudioSink(recorder)
            case .messageOver: await call.hangUp()
            case .callEnded: return recorder.finish()
            }
        }
        // Told to stop: what was said so far is a message too.
        return recorder.finish()
    }
}
