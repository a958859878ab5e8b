internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import WireJSON

/// The messages of a user's own mailbox.
enum VoicemailOperations {
    static let all = [list, play, hear, delete]

    private static let message = [
        APIParameter(name: "message", shape: .text(.identifier), text: "The message's id.")
    ]

    private static let messageShape = Shape.named(
        "VoicemailMessage",
        .object(
            .needed("id", .text(.any(1...64))), .needed("call_session_id", .text(.any(36...36))),
            .needed("left_at", .text(.moment)), .needed("milliseconds", .integer(0...Int64.max)),
            .needed("heard", .boolean), .optional("heard_at", .text(.moment)),
            .needed("sound", .choice(StoredMessage.Sound.allCases.map(\.rawValue))),
            .optional("caller_name", .text(.any(0...1_024))), .optional("caller_number", .text(.any(0...1_024)))))

    private static let list = APIOperation(
        id: "listMessages", method: .get, path: "/api/voicemail",
        summary: "The messages left for the user, whoever recorded them, the latest first.", tag: "voicemail",
        access: .person,
        outcomes: [
            .ok(
                .object(
                    .needed("messages", .list(messageShape, atMost: MailboxLimits.messagesMax + 64)),
                    .needed("unheard", .integer(0...Int64.max))))
        ]
    ) { call in
        let mailbox = try call.user().rawValue
        let messages = try await call.backend.inMailboxes { try $0.messages(of: mailbox) }
        return .json([
            "messages": .array(messages.map(json)),
            "unheard": .integer(Int64(messages.count { $0.heardAt == nil })),
        ])
    }

    private static let play = APIOperation(
        id: "playMessage", method: .get, path: "/api/voicemail/{message}/sound",
        summary: "A message's sound, a WAV file; there is one once `sound` is `ready`.", tag: "voicemail",
        access: .person, parameters: message,
        outcomes: [
            APIAnswer(
                status: .ok, text: "The sound.", shape: .text(.any(0...MailboxLimits.soundBytesMax)),
                mediaType: "audio/wav")
        ]
    ) { call in
        let (mailbox, id) = (try call.user().rawValue, call.path("message"))
        guard let sound = try await call.backend.inMailboxes({ try $0.sound(of: id, in: mailbox) }) else {
            throw Problem.notFound
        }
        return Response(
            status: .ok, headers: [.contentType: "audio/wav", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: sound)))
    }

    private static let hear = APIOperation(
        id: "markMessageHeard", method: .post, path: "/api/voicemail/{message}/heard",
        summary: "Notes that a message was listened to.", tag: "voicemail", access: .person, parameters: message,
        outcomes: [.done]
    ) { call in
        let (mailbox, id, now) = (try call.user().rawValue, call.path("message"), call.now)
        guard try await call.backend.inMailboxes({ try $0.noteHeard(id, in: mailbox, at: now) }) else {
            throw Problem.notFound
        }
        return Response(status: .noContent)
    }

    private static let delete = APIOperation(
        id: "deleteMessage", method: .delete, path: "/api/voicemail/{message}",
        summary: "Deletes a message and its sound.", tag: "voicemail", access: .person, parameters: message,
        outcomes: [.done]
    ) { call in
        let (mailbox, id) = (try call.user().rawValue, call.path("message"))
        guard try await call.backend.inMailboxes({ try $0.deleteMessage(id, in: mailbox) }) else {
            throw Problem.notFound
        }
        // A carrier that recorded it is to delete it too.
        call.backend.rings.recordings.wake()
        return Response(status: .noContent)
    }

    private static func json(_ message: StoredMessage) -> JSONValue {
        var object: JSONObject = [
            "id": .string(message.id), "call_session_id": .string(message.session),
            "left_at": .string(Timestamp.text(microseconds: message.at)),
            "milliseconds": .integer(Int64(message.milliseconds)),
            "heard": .bool(message.heardAt != nil), "sound": .string(message.sound.rawValue),
        ]
        object["heard_at"] = message.heardAt.map { .string(Timestamp.text(microseconds: $0)) }
        object["caller_name"] = message.callerName.map { .string($0.revealed) }
        object["caller_number"] = message.callerNumber.map { .string($0.revealed) }
        return .object(object)
    }
}
