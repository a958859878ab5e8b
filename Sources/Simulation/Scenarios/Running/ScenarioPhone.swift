package import DeviceModel
package import DeviceRuntime
package import Foundation

/// The app of a scenario: our app, or another one.
///
/// It outlives the app's processes; each launch makes a new process.
@MainActor
package protocol ScenarioPhone: AnyObject {
    /// Its name in printed results.
    var name: String { get }
    /// The manifest that its app was built with.
    var manifest: AppManifest { get }

    /// Starts a process of the app; called once for each launch.
    ///
    /// - Returns: an object that keeps the process's objects alive.
    func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject

    /// Signs in with these organizations, of which the first comes into use. Called in the app's process.
    func signIn(_ organizations: [String])

    /// Performs a user's request on the app's own screens. Called in the app's process.
    ///
    /// - Parameter reports: called with the result in words.
    func perform(_ action: AppUserAction, reports: @escaping @MainActor (String) -> Void)
}

extension ScenarioPhone {
    /// The manifest of a correctly built app.
    package var manifest: AppManifest { AppManifest() }
}

/// A user's request on the app's own screens.
package enum AppUserAction: Hashable, Sendable {
    case dial(number: String, name: String?, organization: String)
    /// A button of a call, by the system's id of the call.
    case tap(CallTap, UUID)
    case speaker(Bool)
}
