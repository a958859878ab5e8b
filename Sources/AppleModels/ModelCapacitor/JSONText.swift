internal import Foundation

/// A dictionary as JSON with sorted keys; empty where it cannot be.
struct JSONText {
    let text: String

    init(_ object: [String: Any]) {
        let bytes =
            JSONSerialization.isValidJSONObject(object)
            ? try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]) : nil
        text = String(decoding: bytes ?? Data("{}".utf8), as: UTF8.self)
    }
}
