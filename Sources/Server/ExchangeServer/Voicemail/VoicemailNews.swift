internal import Broadcast
internal import ExchangeStorage
internal import NIOCore
internal import WireJSON

/// Tells a user's devices that a message was left for them, wherever it was recorded.
struct VoicemailNews: Sendable {
    /// What the event is called on the wire.
    static let eventName = "voicemail_left"

    let eventLoop: any EventLoop
    let broadcast: NIOLoopBound<BroadcastStation>

    /// Who left it is told by the API alone: who listens to a channel need not know.
    func tell(_ message: StoredMessage) {
        var data: JSONObject = [
            "message_id": .string(message.id), "call_session_id": .string(message.session),
            "sound": .string(message.sound.rawValue),
            "timestamp": .integer(message.at / 1_000_000),
        ]
        data["milliseconds"] = message.milliseconds.map { .integer(Int64($0)) }
        let publication = Publication(
            event: Self.eventName, data: data.jsonText, channels: [ChannelName.ofUser(message.mailbox)])
        eventLoop.execute { broadcast.value.own?.handle(.publish(publication)) }
    }
}
