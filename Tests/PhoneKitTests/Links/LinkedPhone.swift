import CallModel
import DeviceModel
import DevicePorts
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import UIKit

/// A modelled phone with an app that takes calls from Recents and links, as the app template does.
@MainActor
final class LinkedPhone {
    let device: ModelDevice
    private let parts: Parts

    init(_ manifest: AppManifest = AppManifest()) {
        let parts = Parts()
        self.parts = parts
        device = ModelDevice(
            profile: .ios26p4, manifest: manifest, applicationDelegate: { LinkedAppDelegate($0, parts) },
            sceneDelegate: { LinkedSceneDelegate(parts) })
    }

    var orders: [String] { parts.outside.orders }
    var app: PhoneApplication? { parts.app }
    var unclaimed: [String] { parts.unclaimed }

    /// The app is opened by a link while it runs.
    func open(_ url: URL) {
        device.asApp { [parts] in parts.app?.open(url, scheme: "carillon") { parts.note($0) } }
    }

    /// The app is to go on with an activity.
    func resume(_ activity: NSUserActivity) {
        device.asApp { [parts] in parts.app?.resume(activity) { parts.note($0) } }
    }

    /// A number of a contact, as the system has it.
    func handle(_ number: String) -> HandleID { device.kernel.texts { $0.handle(kind: 2, number) } }

    /// The exchange gave credentials once, so that there is a connection for calls.
    func register() async {
        await device.openApp()
        let credentials = PhoneCredentials(address: "wss://exchange.test/", proof: .token("t"))
        let key = CredentialKey(OrganizationID("acme"), CredentialVersion(rawValue: 1))
        device.asApp { parts.credentials.provision(credentials, as: key) }
        await device.advance(by: .seconds(1))
    }

    @MainActor
    final class Parts {
        let outside = RecordingPorts()
        let credentials = CredentialQueue(CredentialStore(service: "links"))
        weak var app: PhoneApplication?
        /// What asked for no call, as the web app gets it.
        private(set) var unclaimed: [String] = []

        func note(_ link: PhoneApplication.UnclaimedLink) {
            switch link {
            case .url(let url): unclaimed.append(url.absoluteString)
            case .activity(let activity): unclaimed.append(activity.activityType)
            }
        }
    }
}

private final class LinkedAppDelegate: NSObject, UIApplicationDelegate {
    private let context: LaunchContext
    private let parts: LinkedPhone.Parts
    private var phone: PhoneApplication?

    init(_ context: LaunchContext, _ parts: LinkedPhone.Parts) {
        self.context = context
        self.parts = parts
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        var all = PhoneDependencies(
            signaling: parts.outside, exchange: parts.outside, screens: parts.outside, log: parts.outside,
            files: SystemFileStore(DeviceFileSystem(context.files)), credentials: parts.credentials)
        all.clock = ModelClock(context)
        all.names = CountedNames()
        all.center = context.notificationCenter
        let phone = PhoneApplication(all)
        self.phone = phone
        parts.app = phone
        return true
    }
}

private final class LinkedSceneDelegate: NSObject, UIWindowSceneDelegate {
    private let parts: LinkedPhone.Parts

    init(_ parts: LinkedPhone.Parts) {
        self.parts = parts
    }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        parts.app?.open(connectionOptions, scheme: "carillon") { parts.note($0) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        parts.app?.resume(userActivity) { parts.note($0) }
    }
}
