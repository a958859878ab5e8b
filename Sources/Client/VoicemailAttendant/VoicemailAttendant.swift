public import CarillonRTC
public import MediaEngine

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
