internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import WireJSON

/// The messages of a user's own mailbox, and unassigned messages for holders of an API token.
enum VoicemailOperations {
    static let all = [
        list, play, hear, delete, listUnassigned, playUnassigned, hearUnassigned, deleteUnassigned,
    ]

    private static let message = [
        APIParameter(name: "message", shape: .text(.identifier), text: "The message's id.")
    ]

    private static let messageShape = Shape.named(
        "VoicemailMessage",
        .object(
            .needed("id", .text(.any(1...64))), .needed("call_session_id", .text(.any(36...36))),
            .needed("left_at", .text(.moment)), .optional("milliseconds", .integer(0...Int64.max)),
            .needed("heard", .boolean), .optional("heard_at", .text(.moment)),
            .needed("sound", .choice(StoredMessage.Sound.allCases.map(\.rawValue))),
            .optional("caller_name", .text(.any(0...1_024))), .optional("caller_number", .text(.any(0...1_024)))))

    private static let list = APIOperation(
        id: "listMessages", method: .get, path: "/api/voicemail",
        summary: "The messages left for the user, at the exchange or a carrier, the latest first.", tag: "voicemail",
        access: .person, outcomes: listed
    ) { call in try await list(try call.user().rawValue, call) }

    private static let play = APIOperation(
        id: "playMessage", method: .get, path: "/api/voicemail/{message}/sound",
        summary: "A message's sound, a WAV file; there is one once `sound` is `ready`.", tag: "voicemail",
        access: .person, parameters: message, outcomes: played
    ) { call in try await play(try call.user().rawValue, call) }

    private static let hear = APIOperation(
        id: "markMessageHeard", method: .post, path: "/api/voicemail/{message}/heard",
        summary: "Notes that a message was listened to.", tag: "voicemail", access: .person, parameters: message,
        outcomes: [.done]
    ) { call in try await markHeard(try call.user().rawValue, call) }

    private static let delete = APIOperation(
        id: "deleteMessage", method: .delete, path: "/api/voicemail/{message}",
        summary: "Deletes a message and its sound.", tag: "voicemail", access: .person, parameters: message,
        outcomes: [.done]
    ) { call in try await delete(try call.user().rawValue, call) }

    // MARK: - Unassigned messages

    private static let listUnassigned = APIOperation(
        id: "listUnassignedMessages", method: .get, path: "/api/unassigned-messages",
        summary: """
            The messages whose users are no more, which the exchange keeps itself and has alarmed, the latest first.
            """, tag: "voicemail", access: .operatorOnly, outcomes: listed
    ) { call in try await list(MailboxLimits.ownMailbox, call) }

    private static let playUnassigned = APIOperation(
        id: "playUnassignedMessage", method: .get, path: "/api/unassigned-messages/{message}/sound",
        summary: "The sound of a message whose users no longer exist, a WAV file. The audit has the asker.",
        tag: "voicemail", access: .operatorOnly, parameters: message, outcomes: played
    ) { call in
        let response = try await play(MailboxLimits.ownMailbox, call)
        // Changes enter the audit by themselves; playing does not.
        try await AccountService(backend: call.backend).note(
            "unassigned message played", of: call.path("message"), by: call.asker?.key ?? "")
        return response
    }

    private static let hearUnassigned = APIOperation(
        id: "markUnassignedMessageHeard", method: .post, path: "/api/unassigned-messages/{message}/heard",
        summary: "Marks a message whose users no longer exist as heard.", tag: "voicemail",
        access: .operatorOnly, parameters: message, outcomes: [.done]
    ) { call in try await markHeard(MailboxLimits.ownMailbox, call) }

    private static let deleteUnassigned = APIOperation(
        id: "deleteUnassignedMessage", method: .delete, path: "/api/unassigned-messages/{message}",
        summary: "Deletes a message whose users no longer exist, and its sound.", tag: "voicemail",
        access: .operatorOnly, parameters: message, outcomes: [.done]
    ) { call in try await delete(MailboxLimits.ownMailbox, call) }

    // MARK: - Any mailbox

    private static let listed: [APIAnswer] = [
        .ok(
            .object(
                .needed("messages", .list(messageShape, atMost: MailboxLimits.messagesMax + 64)),
                .needed("unheard", .integer(0...Int64.max))))
    ]

    private static let played = [
        APIAnswer(
            status: .ok, text: "The sound.", shape: .text(.any(0...MailboxLimits.soundBytesMax)),
            mediaType: "audio/wav")
    ]

    private static func list(_ mailbox: String, _ call: APICall) async throws -> Response {
        let messages = try await call.backend.inMailboxes { try $0.messages(of: mailbox) }
        return .json([
            "messages": .array(messages.map(json)),
            "unheard": .integer(Int64(messages.count { $0.heardAt == nil })),
        ])
    }

    private static func play(_ mailbox: String, _ call: APICall) async throws -> Response {
        let id = call.path("message")
        guard let sound = try await call.backend.inMailboxes({ try $0.sound(of: id, in: mailbox) }) else {
            throw Problem.notFound
        }
        return Response(
            status: .ok, headers: [.contentType: "audio/wav", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: sound)))
    }

    private static func markHeard(_ mailbox: String, _ call: APICall) async throws -> Response {
        let (id, now) = (call.path("message"), call.now)
        guard try await call.backend.inMailboxes({ try $0.noteHeard(id, in: mailbox, at: now) }) else {
            throw Problem.notFound
        }
        return Response(status: .noContent)
    }

    private static func delete(_ mailbox: String, _ call: APICall) async throws -> Response {
        let id = call.path("message")
        guard try await call.backend.inMailboxes({ try $0.deleteMessage(id, in: mailbox) }) else {
            throw Problem.notFound
        }
        // A carrier that recorded the message has to delete it too.
        call.backend.rings.recordings.wake()
        return Response(status: .noContent)
    }

    private static func json(_ message: StoredMessage) -> JSONValue {
        var object: JSONObject = [
            "id": .string(message.id), "call_session_id": .string(message.session),
            "left_at": .string(Timestamp.text(microseconds: message.at)),
            "heard": .bool(message.heardAt != nil), "sound": .string(message.sound.rawValue),
        ]
        object["milliseconds"] = message.milliseconds.map { .integer(Int64($0)) }
        object["heard_at"] = message.heardAt.map { .string(Timestamp.text(microseconds: $0)) }
        object["caller_name"] = message.callerName.map { .string($0.revealed) }
        object["caller_number"] = message.callerNumber.map { .string($0.revealed) }
        return .object(object)
    }
}
