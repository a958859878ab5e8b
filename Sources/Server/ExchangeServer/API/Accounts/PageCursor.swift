internal import Foundation

/// Where a list goes on, as a text that says nothing to its reader.
enum PageCursor {
    static func cursor(of text: String) -> String { TokenMint.text(of: Array(text.utf8)) }

    /// nil when it is no cursor of ours; the list then starts anew.
    static func text(of cursor: String) -> String? {
        var base64 = cursor.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: base64).flatMap { String(data: $0, encoding: .utf8) }
    }
}
