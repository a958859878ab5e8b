public import CallModel

/// What the page may want to know of, as the phone and its shell say it.
public enum BridgeNews: Hashable, Sendable {
    /// What the phone publishes.
    case phone(PhoneNews)
    /// A switch to another organisation began.
    case switching(OrganizationID)
    /// It is complete, or undone.
    case switched(OrganizationID, SwitchFailure?)
    /// What the phone found in its record when its process began.
    case found(active: OrganizationID?, isSignedIn: Bool)
    /// What became of signing in.
    case signedIn(SignInFailure?)
    case signedOut(SessionEndCause)
    case pushToken(PushToken?)
    /// The exchange listed the numbers that the person may show, of all organisations.
    case callerIDs([CallerIDs])
    /// A call was missed or cut off; how it ended, and what the exchange said of that end.
    case notice(NoticeKind, CallUUID, EndReason, told: Ending? = nil)
    /// A call that was told as missed was taken or turned down by another device after all.
    case noticeSettled(CallUUID, EndReason, told: Ending? = nil)
    case quality(CallUUID, QualityReport)
    case digitsSent(CallUUID, count: Int64)
    /// A second of a call may have passed; see ``BridgeTeller/untilTick(at:)``.
    case tick
    case failure(BridgeError)
}
