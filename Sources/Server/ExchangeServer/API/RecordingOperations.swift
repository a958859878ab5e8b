internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// Recorded conversations, for operators. Their sound stays at the carrier.
enum RecordingOperations {
    static let all = [list, delete]

    private static let shape = Shape.named(
        "RecordedConversation",
        .object(
            .needed("id", .text(.any(1...64))), .needed("call_session_id", .text(.any(36...36))),
            .needed("organization_id", .text(.any(1...256))), .needed("recorded_at", .text(.moment)),
            .needed("milliseconds", .integer(0...Int64.max))))

    private static let list = APIOperation(
        id: "listRecordings", method: .get, path: "/api/recordings",
        summary: "Conversations of the public network that were recorded, the latest first.", tag: "calls",
        access: .operatorOnly, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("recordings", of: shape))]
    ) { call in
        let (before, limit) = (call.cursor, call.limit)
        let found = try await call.backend.inDatabase { try $0.conversations(before: before, atMost: limit) }
        return .json(
            OrganizationDocument.page("recordings", found, limit: limit, cursor: \.id) { conversation in
                [
                    "id": .string(conversation.id), "call_session_id": .string(conversation.session),
                    "organization_id": .string(conversation.organization),
                    "recorded_at": .string(Timestamp.text(microseconds: conversation.at)),
                    "milliseconds": .integer(Int64(conversation.milliseconds)),
                ]
            })
    }

    private static let delete = APIOperation(
        id: "deleteRecording", method: .delete, path: "/api/recordings/{recording}",
        summary: "Deletes a recorded conversation, here and at the carrier.", tag: "calls", access: .operatorOnly,
        parameters: [APIParameter(name: "recording", shape: .text(.identifier), text: "The recording's id.")],
        outcomes: [.done]
    ) { call in
        let id = call.path("recording")
        guard try await call.backend.inDatabase({ try $0.deleteConversation(id) }) else { throw Problem.notFound }
        call.backend.rings.recordings?.wake()
        return Response(status: .noContent)
    }
}
