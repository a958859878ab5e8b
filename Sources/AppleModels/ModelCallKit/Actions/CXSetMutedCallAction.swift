public import Foundation

/// Mute or unmute a call. The system sends it on its own too (C48).
open class CXSetMutedCallAction: CXCallAction {
    /// Mute if true.
    open var isMuted: Bool

    /// Mute or unmute a call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, muted: Bool, delivered: DeliveredAction) {
        isMuted = muted
        super.init(call: callUUID, delivered: delivered)
    }
}
