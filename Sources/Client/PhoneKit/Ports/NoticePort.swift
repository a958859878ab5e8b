public import PhoneCore

/// What the person finds in the notification centre.
@MainActor
public protocol NoticePort: PhoneEventSource {
    /// Shows or removes a notice. One that is shown is acknowledged as ``Acknowledgement/notice(_:)``.
    func perform(_ order: NotificationOrder)
}
