internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import RingCore
internal import WireJSON

/// Messages that the carrier recorded for a user: of calls of the public network.
enum CarrierMessageOperation {
    private static let shape = Shape.named(
        "CarrierMessage",
        .object(
            .needed("recording", .text(.any(1...512))), .needed("call_session_id", .text(.any(36...36))),
            .needed("length_ms", .integer(0...Int64.max)), .needed("left_at", .text(.moment)),
            .needed("heard", .boolean), .optional("caller_number", .text(.any(0...256))),
            .optional("caller_name", .text(.any(0...256)))))

    static let list = APIOperation(
        id: "listCarrierMessages", method: .get, path: "/api/carrier-messages",
        summary: "Messages the carrier recorded for the user, the latest first.", tag: "calls", access: .person,
        query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("messages", of: shape))]
    ) { call in
        let user = try call.user()
        let before = call.cursor.flatMap { Int64($0) }.map { Duration.microseconds($0) }
        let limit = call.limit
        let found = try await call.backend.inDatabase { try $0.messages(of: user, before: before, limit) }
        return .json(
            OrganizationDocument.page(
                "messages", found, limit: limit, cursor: { String(microseconds($0.leftAt)) }, { json($0) }))
    }

    private static func json(_ message: RingMessage) -> JSONValue {
        var object: JSONObject = [
            "recording": .string(message.recording.rawValue),
            "call_session_id": .string(message.session.description),
            "length_ms": .integer(microseconds(message.length) / 1_000),
            "left_at": .string(Timestamp.text(microseconds: microseconds(message.leftAt))),
            "heard": .bool(message.isHeard),
        ]
        object["caller_number"] = message.caller.number.map { .string($0.revealed) }
        object["caller_name"] = message.caller.name.map { .string($0.revealed) }
        return .object(object)
    }

    private static func microseconds(_ moment: Duration) -> Int64 {
        let (seconds, attoseconds) = moment.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
