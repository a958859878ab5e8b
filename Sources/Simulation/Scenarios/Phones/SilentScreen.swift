internal import PhoneCore
internal import PhoneKit

/// The app's own screens and log in a scenario: the person looks at the system's.
@MainActor
final class SilentScreen: ScreenPort, LogPort {
    func show(_ news: PhoneNews) {}
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    func sessionOver(_ cause: SessionEndCause) {}
    func write(_ line: PhoneLog) {}
    func write(_ fault: PhoneFault) {}
}
