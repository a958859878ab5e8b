public import Foundation

/// What a push carries.
open class PKPushPayload: NSObject {
    /// The kind of push.
    public let type: PKPushType
    /// The payload as its sender wrote it, at most 5 KB (C17).
    public let dictionaryPayload: [AnyHashable: Any]

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
    }
}
