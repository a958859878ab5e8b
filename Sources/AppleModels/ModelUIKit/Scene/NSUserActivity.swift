public import Foundation

/// What a person was doing, to be gone on with. On Apple platforms it is Foundation's; there is none on Linux.
open class NSUserActivity: NSObject {
    /// What kind of thing: for a call from Recents the name of its intent.
    public let activityType: String
    /// The app's own facts.
    open var userInfo: [AnyHashable: Any]?
    /// Whom to call: kind and value of a handle.
    package var callee: (kind: Int, value: String)?

    /// Something a person does.
    public init(activityType: String) {
        self.activityType = activityType
    }
}
