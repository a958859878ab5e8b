public import Foundation

/// Send tones.
open class CXPlayDTMFCallAction: CXCallAction {
    /// How the tones are meant.
    public enum ActionType: Int, Sendable {
        /// One key of the keypad.
        case singleTone = 1
        /// Digits after a comma.
        case softPause = 2
        /// Digits after a semicolon, sent when the user agrees.
        case hardPause = 3
    }

    /// The digits.
    open var digits: String
    /// How they are meant.
    open var type: ActionType

    /// Tones for a call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, digits: String, type: ActionType, delivered: DeliveredAction) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID, delivered: delivered)
    }
}
