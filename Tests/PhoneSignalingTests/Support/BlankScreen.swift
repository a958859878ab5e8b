import PhoneCore
import PhoneKit

/// Screens nobody looks at, as a call on a locked phone needs none; only how the connection stands can be read.
@MainActor
final class BlankScreen: ScreenPort {
    private(set) var connection = ConnectionPhase.offline

    func show(_ news: PhoneNews) {
        if case .connection(_, let phase) = news { connection = phase }
    }

    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    func sessionOver(_ cause: SessionEndCause) {}
}
