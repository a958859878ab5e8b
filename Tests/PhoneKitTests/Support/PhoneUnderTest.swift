import DeviceModel
import DevicePorts
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import UIKit

/// A modelled phone with the whole app on it, as an app delegate and a scene delegate would have it.
@MainActor
final class PhoneUnderTest {
    let device: ModelDevice
    private let launcher: Launcher

    /// What the app's recorder wrote, of all processes.
    var recorded: RecordedLines { launcher.recorded }

    /// - Parameter readsContacts: whether the app wants to know who is in Contacts.
    init(_ profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, readsContacts: Bool = false) {
        let launcher = Launcher()
        launcher.readsContacts = readsContacts
        self.launcher = launcher
        device = ModelDevice(
            profile: profile, seed: seed, applicationDelegate: { AppDelegate($0, launcher) },
            sceneDelegate: { SceneDelegate(launcher) })
    }

    /// The outside of every process there was, the latest last.
    var processes: [RecordingPorts] { launcher.processes }

    /// The outside of the process that runs, or ran last.
    var outside: RecordingPorts? { processes.last }

    var app: PhoneApplication? { launcher.app }

    /// How often a scene became active.
    var timesOnScreen: Int { launcher.scenesActive }

    /// The exchange registers the device with an organization.
    func provision(_ key: CredentialKey) async {
        let proof = PhoneCredentials.Proof.token(Redacted("token"))
        device.asApp {
            launcher.credentialQueue?.provision(
                PhoneCredentials(address: "wss://exchange.example", proof: proof), as: key)
        }
        await device.advance(by: .milliseconds(100))
    }

    /// Lets the app do something with its credentials.
    func task<Value: Sendable>(_ body: @escaping @MainActor (CredentialStore) async -> Value?) async -> Value? {
        let box = Box<Value>()
        let store = launcher.credentials
        device.asApp { _ = Task { @MainActor in box.value = await body(store) } }
        await device.advance(by: .milliseconds(100))
        return box.value
    }
}

/// What outlives the processes of the app in a test.
@MainActor
private final class Launcher {
    var processes: [RecordingPorts] = []
    var scenesActive = 0
    var readsContacts = false
    weak var app: PhoneApplication?
    weak var credentialQueue: CredentialQueue?
    let credentials = CredentialStore(service: "test")
    let recorded = RecordedLines()

    func launch(_ context: LaunchContext) -> PhoneApplication {
        let outside = RecordingPorts()
        let credentialQueue = CredentialQueue(credentials)
        self.credentialQueue = credentialQueue
        processes.append(outside)
        var parts = PhoneDependencies(
            signaling: outside, exchange: outside, screens: outside, log: outside,
            files: SystemFileStore(DeviceFileSystem(context.files)), credentials: credentialQueue)
        parts.clock = ModelClock(context)
        parts.names = CountedNames()
        if readsContacts { parts.contacts = DeviceContactSource(context.contacts) }
        parts.trace = TraceRecorder(sink: recorded, clock: parts.clock)
        parts.center = context.notificationCenter
        let app = PhoneApplication(parts)
        self.app = app
        return app
    }
}

private final class AppDelegate: NSObject, UIApplicationDelegate {
    private let context: LaunchContext
    private let launcher: Launcher
    private var phone: PhoneApplication?

    init(_ context: LaunchContext, _ launcher: Launcher) {
        self.context = context
        self.launcher = launcher
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = launcher.launch(context)
        return true
    }
}

private final class SceneDelegate: NSObject, UIWindowSceneDelegate {
    private let launcher: Launcher

    init(_ launcher: Launcher) {
        self.launcher = launcher
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        launcher.scenesActive += 1
        launcher.app?.sceneBecameActive()
    }
    func sceneDidEnterBackground(_ scene: UIScene) { launcher.app?.sceneEnteredBackground() }
}
