/// What the notification centre confirms.
public enum Acknowledgement: Hashable, Sendable {
    /// The notice is in the notification centre.
    case notice(CallUUID)
    /// It is not there any more.
    case noticeRemoved(CallUUID)
    /// What is there, as ``NotificationOrder/askShown`` asked.
    case noticesShown([CallUUID])
}
