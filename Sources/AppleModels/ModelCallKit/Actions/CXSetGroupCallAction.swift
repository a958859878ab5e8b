public import Foundation

/// Merge a call with another, or take it out of its group.
open class CXSetGroupCallAction: CXCallAction {
    /// The call to merge with; nil takes the call out.
    open var callUUIDToGroupWith: UUID?

    /// Merge with a call, or with nil take out.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, callUUIDToGroupWith: UUID?, delivered: DeliveredAction) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID, delivered: delivered)
    }
}
