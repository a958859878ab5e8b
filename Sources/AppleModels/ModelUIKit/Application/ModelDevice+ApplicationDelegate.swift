public import DeviceModel
public import DeviceRuntime

extension ModelDevice {
    /// A phone with an app on it that has an application delegate and, if it likes, a delegate for scenes.
    public convenience init(
        profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, manifest: AppManifest = AppManifest(),
        applicationDelegate: @escaping @MainActor (LaunchContext) -> any UIApplicationDelegate,
        sceneDelegate: @escaping @MainActor () -> (any UISceneDelegate)? = { nil }
    ) {
        let app: Launch = { context in
            let delegate = applicationDelegate(context)
            let application = ProcessHandle.current?.part(ApplicationPart.self).application
            application?.keptDelegate = delegate
            application?.makeSceneDelegate = sceneDelegate
            return delegate
        }
        self.init(profile: profile, seed: seed, manifest: manifest, app: app)
    }
}
