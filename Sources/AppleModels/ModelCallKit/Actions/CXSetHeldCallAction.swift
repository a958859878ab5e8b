public import Foundation

/// Hold or resume a call.
open class CXSetHeldCallAction: CXCallAction {
    /// Hold if true.
    open var isOnHold: Bool

    /// Hold or resume a call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, onHold: Bool, delivered: DeliveredAction) {
        isOnHold = onHold
        super.init(call: callUUID, delivered: delivered)
    }
}
