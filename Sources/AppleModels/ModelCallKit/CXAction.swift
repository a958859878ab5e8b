internal import DeviceRuntime
public import Foundation

/// An action on a call, requested by the user or the app. Each is completed exactly once (C40).
///
/// The delegate gets a copy with the same `uuid`. Completing an action that no provider holds does nothing.
///
/// Source: developer.apple.com/documentation/callkit/cxaction.
open class CXAction: NSObject {
    /// The action's identifier.
    public let uuid: UUID
    /// When it times out; set when the action is made (C43).
    public let timeoutDate: Date
    /// Whether it was fulfilled or failed.
    open private(set) var isComplete = false

    private(set) var delivered: ActionCompletion?

    /// Makes an action that the app requests.
    public override init() {
        uuid = UUID()
        timeoutDate = ActionCompletion.timeoutDateOfNewAction(of: Self.self)
        delivered = nil
    }

    init(delivered: ActionCompletion) {
        uuid = delivered.uuid
        timeoutDate = delivered.timeoutDate
        self.delivered = delivered
    }

    /// Reports that the action was performed.
    open func fulfill() {
        delivered?.process.record("CXAction")
        complete(.fulfilled)
    }

    /// Reports that the action failed.
    open func fail() {
        delivered?.process.record("CXAction")
        complete(.failed)
    }

    /// Withdraws an action that has timed out or whose provider was reset. Completing it has no effect from then on.
    func withdraw() { delivered = nil }

    /// Completes the action once. Later calls, and calls on an action that no provider holds, do nothing.
    func complete(_ outcome: ActionCompletion.Outcome) {
        guard !isComplete, let delivered else { return }
        isComplete = true
        delivered.complete(outcome)
    }
}

/// An action on one call.
open class CXCallAction: CXAction {
    /// The UUID of the call.
    public let callUUID: UUID

    /// Makes an action on a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }

    init(call callUUID: UUID, delivered: ActionCompletion) {
        self.callUUID = callUUID
        super.init(delivered: delivered)
    }
}

/// Starts a call.
open class CXStartCallAction: CXCallAction {
    /// The person to call.
    open var handle: CXHandle
    /// The identifier of the chosen contact in Contacts.
    open var contactIdentifier: String?
    /// Whether the call has video.
    open var isVideo = false

    /// Makes an action that starts a call with a new UUID.
    public init(call callUUID: UUID, handle: CXHandle) {
        self.handle = handle
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, handle: CXHandle, isVideo: Bool, delivered: ActionCompletion) {
        self.handle = handle
        self.isVideo = isVideo
        super.init(call: callUUID, delivered: delivered)
    }

    /// Reports that the call was started at a time.
    open func fulfill(withDateStarted dateStarted: Date) {
        delivered?.process.record("CXStartCallAction")
        complete(.fulfilled)
    }
}

/// Answers a call. The app completes it once both parties can talk; until then the system shows "connecting" (C41).
open class CXAnswerCallAction: CXCallAction {
    /// Reports that both parties can talk since a time.
    open func fulfill(withDateConnected dateConnected: Date) {
        delivered?.process.record("CXAnswerCallAction")
        complete(.fulfilled)
    }
}

/// Ends a call. The system uses the same action to end calls by itself (C32).
open class CXEndCallAction: CXCallAction {
    /// Reports that the call ended at a time.
    open func fulfill(withDateEnded dateEnded: Date) {
        delivered?.process.record("CXEndCallAction")
        complete(.fulfilled)
    }
}

/// Holds or resumes a call.
open class CXSetHeldCallAction: CXCallAction {
    /// Whether the call is to be held.
    open var isOnHold: Bool

    /// Makes an action that holds or resumes a call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, onHold: Bool, delivered: ActionCompletion) {
        isOnHold = onHold
        super.init(call: callUUID, delivered: delivered)
    }
}

/// Mutes or unmutes a call. The system also asks for it by itself (C48).
open class CXSetMutedCallAction: CXCallAction {
    /// Whether the call is to be muted.
    open var isMuted: Bool

    /// Makes an action that mutes or unmutes a call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, muted: Bool, delivered: ActionCompletion) {
        isMuted = muted
        super.init(call: callUUID, delivered: delivered)
    }
}

/// Merges a call with another, or takes it out of its group.
open class CXSetGroupCallAction: CXCallAction {
    /// The UUID of the call to merge with; nil takes the call out of its group.
    open var callUUIDToGroupWith: UUID?

    /// Makes an action that merges a call with another; nil takes it out of its group.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, callUUIDToGroupWith: UUID?, delivered: ActionCompletion) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID, delivered: delivered)
    }
}

/// Sends DTMF tones.
open class CXPlayDTMFCallAction: CXCallAction {
    /// The kind of a sequence of tones.
    public enum ActionType: Int, Sendable {
        /// One key of the keypad.
        case singleTone = 1
        /// Digits after a comma.
        case softPause = 2
        /// Digits after a semicolon, which are sent when the user agrees.
        case hardPause = 3
    }

    /// The digits.
    open var digits: String
    /// The kind of the sequence.
    open var type: ActionType

    /// Makes an action that sends tones in a call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    init(call callUUID: UUID, digits: String, type: ActionType, delivered: ActionCompletion) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID, delivered: delivered)
    }
}

/// Begins or ends the translation of a conversation. The model never asks for it, and refuses a request for it.
@available(iOS 26.0, *)
open class CXSetTranslatingCallAction: CXCallAction {
    /// Whether translation is to begin.
    public let isTranslating: Bool
    /// The user's language, as a BCP 47 code.
    public let localLanguage: String
    /// The other party's language, as a BCP 47 code.
    public let remoteLanguage: String

    /// Makes an action that begins or ends translation.
    public init(call callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(call: callUUID)
    }
}
