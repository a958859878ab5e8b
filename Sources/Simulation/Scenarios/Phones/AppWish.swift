package import Foundation

/// What a person asks of the app's own screens.
package enum AppWish: Hashable, Sendable {
    case dial(number: String, name: String?, organization: String)
    /// A button of a call, by the call's name toward the system.
    case tap(CallTap, UUID)
    case speaker(Bool)
}
