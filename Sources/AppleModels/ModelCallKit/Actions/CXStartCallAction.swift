internal import DeviceRuntime
public import Foundation

/// Call somebody.
open class CXStartCallAction: CXCallAction {
    /// Whom.
    open var handle: CXHandle
    /// The contact chosen, by its identifier in Contacts.
    open var contactIdentifier: String?
    /// Whether with a picture.
    open var isVideo = false

    /// A call with a new UUID to somebody.
    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, handle: CXHandle, isVideo: Bool, delivered: DeliveredAction) {
        self.handle = handle
        self.isVideo = isVideo
        super.init(call: callUUID, delivered: delivered)
    }

    /// The call was begun at a time.
    open func fulfill(withDateStarted dateStarted: Date) {
        delivered?.process.record("CXStartCallAction")
        complete(.fulfilled)
    }
}
