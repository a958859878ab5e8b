internal import Foundation

/// A call as a page makes it.
struct PageCall: Sendable {
    let callbackId: String
    let plugin: String
    let method: String
    /// JSON.
    let arguments: Data

    var options: [AnyHashable: Any] {
        (try? JSONSerialization.jsonObject(with: arguments)) as? [String: Any] ?? [:]
    }
}
