internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// Who did what, for operators.
enum AuditOperations {
    static let all = [list, listOwn]

    private static let shape = Shape.object(
        .needed("id", .integer(1...Int64.max)), .needed("at", .text(.moment)), .needed("actor", .text(.any(1...200))),
        .needed("action", .text(.any(1...64))), .needed("subject", .text(.any(0...300))))

    private static let list = APIOperation(
        id: "listAudit", method: .get, path: "/api/audit",
        summary: "Who changed what of accounts, the latest first; kept for 400 days.", tag: "exchange",
        access: .operatorOnly, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("entries", of: shape))]
    ) { call in try await page(by: nil, call) }

    private static let listOwn = APIOperation(
        id: "listOwnAudit", method: .get, path: "/api/account/audit",
        summary: "What was done as the user, the latest first: sign-ins, and devices with why they were revoked.",
        tag: "sessions", access: .person, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("entries", of: shape))]
    ) { call in try await page(by: AuditEntry.actor(ofUser: try call.user().rawValue), call) }

    private static func page(by actor: String?, _ call: APICall) async throws -> Response {
        let before = call.cursor.flatMap { Int64($0) }
        let entries = try await call.backend.accounts.audit(by: actor, before: before, atMost: call.limit)
        return .json(
            OrganizationDocument.page("entries", entries, limit: call.limit, cursor: { "\($0.id)" }) { json($0) })
    }

    private static func json(_ entry: AuditEntry) -> JSONValue {
        [
            "id": .integer(entry.id), "at": .string(Timestamp.text(microseconds: entry.at)),
            "actor": .string(entry.actor), "action": .string(entry.action), "subject": .string(entry.subject),
        ]
    }
}
