internal import Accounts
internal import ExchangeStorage
internal import Foundation
internal import WireJSON

/// Organizations and members as JSON, with their shapes and the pages of lists.
enum OrganizationDocument {
    static let roles = Shape.choice(MemberRole.allCases.map(\.rawValue))
    static let name = Shape.text(.displayName(1...100))

    static let shape = Shape.named(
        "Organization",
        .object(
            .needed("id", .text(.identifier)), .needed("name", .text(.any(1...100))),
            .needed("version", .integer(1...Int64.max)), .needed("created_at", .text(.moment)),
            .optional("role", roles)))

    static let member = Shape.named(
        "Member",
        .object(
            .needed("user", .text(.any(1...128))), .needed("role", roles), .needed("joined_at", .text(.moment))))

    static func json(_ organization: Organization) -> JSONValue {
        [
            "id": .string(organization.id), "name": .string(organization.name),
            "version": .integer(organization.version),
            "created_at": .string(Timestamp.text(microseconds: organization.createdAt)),
        ]
    }

    static func json(_ member: Member) -> JSONValue {
        [
            "user": .string(member.user), "role": .string(member.role.rawValue),
            "joined_at": .string(Timestamp.text(microseconds: member.joinedAt)),
        ]
    }

    /// The shape of a page: a list, and the cursor of the next page.
    static func page(_ key: String, of shape: Shape) -> Shape {
        .object(
            .needed(key, .list(shape, atMost: AccountDocument.pageMax)), .optional("next_cursor", .text(.any(1...256))))
    }

    /// The query parameters of a page.
    static let pageQuery = [
        APIParameter(
            name: "cursor", shape: .text(.token(1...256)), text: "The `next_cursor` of the page before."),
        APIParameter(
            name: "limit", shape: .integer(1...Int64(AccountDocument.pageMax)),
            text: "Entries of the page, \(AccountDocument.pageDefault) unless told."),
    ]

    static func page<Entry>(
        _ key: String, _ entries: [Entry], limit: Int, cursor: (Entry) -> String, _ json: (Entry) -> JSONValue
    ) -> JSONValue {
        var object: JSONObject = [key: .array(entries.map(json))]
        if entries.count == limit, let last = entries.last { object["next_cursor"] = .string(cursor(last)) }
        return .object(object)
    }
}

extension APICall {
    /// The requested number of entries of a page.
    var limit: Int { query["limit"]?.integer.map { Int($0) } ?? AccountDocument.pageDefault }

    /// The cursor at which the page begins.
    var cursor: String? { query["cursor"]?.string }
}

/// An opaque text for the place at which a list continues.
enum PageCursor {
    static func cursor(of text: String) -> String { TokenFactory.text(of: Array(text.utf8)) }

    /// Returns nil for an invalid cursor; the list then starts at its beginning.
    static func text(of cursor: String) -> String? {
        var base64 = cursor.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: base64).flatMap { String(data: $0, encoding: .utf8) }
    }
}
