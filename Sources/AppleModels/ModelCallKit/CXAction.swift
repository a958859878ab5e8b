internal import DeviceRuntime
public import Foundation

/// Something to be done to a call, by the user's or the app's wish. Each is completed exactly once (C40).
///
/// What the delegate is handed is its own copy with the same `uuid`: completing one that no provider holds does nothing.
///
/// Source: developer.apple.com/documentation/callkit/cxaction.
open class CXAction: NSObject {
    /// The action's name.
    public let uuid: UUID
    /// When it times out; set when the action is made (C43).
    public let timeoutDate: Date
    /// Whether it was fulfilled or failed.
    open private(set) var isComplete = false

    private(set) var delivered: DeliveredAction?

    /// An action of the app's own.
    public override init() {
        uuid = UUID()
        timeoutDate = DeliveredAction.timeoutDateOfNewAction(of: Self.self)
        delivered = nil
    }

    init(delivered: DeliveredAction) {
        uuid = delivered.uuid
        timeoutDate = delivered.timeoutDate
        self.delivered = delivered
    }

    /// It is done.
    open func fulfill() {
        delivered?.process.record("CXAction")
        complete(.fulfilled)
    }

    /// It cannot be done.
    open func fail() {
        delivered?.process.record("CXAction")
        complete(.failed)
    }

    /// The system waits for it no more: it has timed out, or its provider was reset. What it is told now means nothing.
    func withdraw() { delivered = nil }

    /// Tells the system once; later calls, and calls on an action no provider holds, do nothing.
    func complete(_ outcome: DeliveredAction.Outcome) {
        guard !isComplete, let delivered else { return }
        isComplete = true
        delivered.complete(outcome)
    }
}

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

/// Answer a call. Kept pending until both can talk, while the system shows "connecting" (C41).
open class CXAnswerCallAction: CXCallAction {
    /// Both could talk from a time on.
    open func fulfill(withDateConnected dateConnected: Date) {
        delivered?.process.record("CXAnswerCallAction")
        complete(.fulfilled)
    }
}

/// End a call. Not always the user's wish: the system ends calls by the same action (C32).
open class CXEndCallAction: CXCallAction {
    /// The call was over at a time.
    open func fulfill(withDateEnded dateEnded: Date) {
        delivered?.process.record("CXEndCallAction")
        complete(.fulfilled)
    }
}

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

/// Begin or end translating what is said. The model never asks for it, and refuses a request of it.
@available(iOS 26.0, *)
open class CXSetTranslatingCallAction: CXCallAction {
    /// Translate if true.
    public let isTranslating: Bool
    /// What the user speaks, as a code of BCP 47.
    public let localLanguage: String
    /// What the other side speaks, as a code of BCP 47.
    public let remoteLanguage: String

    /// Begin or end translating.
    public init(call callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(call: callUUID)
    }
}
