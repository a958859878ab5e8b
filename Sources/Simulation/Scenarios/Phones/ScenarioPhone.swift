package import DeviceModel
package import DeviceRuntime

/// The app of a scenario: what a phone is made of that has our app on it, or another one.
///
/// It outlives the processes of the app; each launch makes a new one.
@MainActor
package protocol ScenarioPhone: AnyObject {
    /// What it is called in what is printed.
    var name: String { get }
    /// What its app was built with.
    var manifest: AppManifest { get }

    /// Starts a process of the app; called once for each launch.
    ///
    /// - Returns: what keeps the process's objects alive.
    func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject

    /// The person signs in with these organisations, the first to be used. Called in the app's process.
    func signIn(_ organizations: [String])

    /// The person uses the app's own screens. Called in the app's process.
    ///
    /// - Parameter tells: says what came of it, in words.
    func perform(_ wish: AppWish, tells: @escaping @MainActor (String) -> Void)
}

extension ScenarioPhone {
    /// An app as it should be.
    package var manifest: AppManifest { AppManifest() }
}
