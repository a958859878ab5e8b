internal import Foundation
internal import Redaction

/// Login and password of an `Authorization: Basic` header. Source: RFC 7617 §2.
struct BasicCredentials: Sendable {
    let login: String
    let password: Redacted<String>

    init?(base64: String) {
        guard let data = Data(base64Encoded: base64), let text = String(data: data, encoding: .utf8),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        login = String(text[..<colon])
        password = Redacted(String(text[text.index(after: colon)...]))
    }
}
