public import Foundation

/// The address pushes are sent to.
open class PKPushCredentials: NSObject {
    /// The kind of push.
    public let type: PKPushType
    /// The address.
    public let token: Data

    init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}
