public import Foundation

/// An action on one call.
open class CXCallAction: CXAction {
    /// The call.
    public let callUUID: UUID

    /// An action on a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }

    init(call callUUID: UUID, delivered: DeliveredAction) {
        self.callUUID = callUUID
        super.init(delivered: delivered)
    }
}
