import Foundation
import PhoneCore
import PhoneExchange
import PhoneKit
import PhoneSignaling
import Redaction
import UIKit
import WebRTCMedia

/// The composition root: everything the app is made of, made once, touching no framework but those of a launch.
@MainActor
final class AppPhone {
    /// The app's own scheme for links, as in Info.plist.
    static let scheme = "carillon"

    let application: PhoneApplication
    let bridge: PhoneBridge
    let log: PhoneLogger
    /// Where a service that collects crashes is attached once the app is on the screen.
    let crashes = CrashLog()
    /// The window the sheet of Sign in with Apple is shown over.
    weak var window: UIWindow?
    private let signIn: AppleSignIn
    private let host: PhoneHost

    init() {
        let clock = ContinuousPhoneClock()
        let log = PhoneLogger(sinks: [crashes, SystemLogSink()], clock: clock)
        let credentials = CredentialQueue(CredentialStore(service: Self.service))
        let api = ExchangeClient(
            Self.exchange, sessions: credentials.store, credentials: credentials, clock: clock)
        let host = PhoneHost(exchange: api) { Self.exchange.installation().id }
        let bridge = PhoneBridge(
            host: host, clock: clock, names: RandomUUIDs(), epoch: UInt32.random(in: 1 ... .max))
        let signaling = PhoneSignaling(Self.signaling(credentials.store, api))
        signaling.qualityListener = bridge
        api.tokenWanted = { [weak bridge] token in bridge?.tell(.pushToken(token)) }
        var parts = PhoneDependencies(
            signaling: signaling, exchange: api,
            screens: InstrumentedScreens(bridge, log: log, crash: crashes, analytics: nil, clock: clock), log: log,
            files: SystemFileStore(folder: Self.folder), credentials: credentials)
        parts.clock = clock
        parts.trace = .ofThisBuild(clock)
        parts.contacts = SystemContacts()
        #if DEBUG
            parts.environment = .sandbox
        #endif
        let application = PhoneApplication(parts)
        self.log = log
        self.bridge = bridge
        self.host = host
        self.application = application
        let anchor = Anchor()
        let signInParts = AppleSignInDependencies(
            exchange: api, digest: CryptoKitDigest(), anchor: { anchor.phone?.window },
            revoked: { application.shell.send(.session(.appleRevoked)) })
        signIn = AppleSignIn(signInParts, store: application, clock: clock)
        anchor.phone = self
        api.identityErased = { anchor.phone?.signIn.signedOut() }
        bridge.attach(application.shell)
        host.attach(application, apple: signIn)
    }

    /// A scene is on the screen. What the person sees begins here, not at the launch.
    func cameToScreen() {
        application.sceneBecameActive()
        signIn.launched()
    }

    private static func signaling(_ credentials: CredentialStore, _ exchange: ExchangeClient) -> SignalingDependencies {
        let sound = WebRTCSound()
        var parts = SignalingDependencies(credentials: credentials, sound: sound) { sound.engine }
        parts.iceServers = exchange
        return parts
    }

    private static let service = Bundle.main.bundleIdentifier ?? "carillon"
    private static let exchange: ExchangeSettings = {
        var settings = ofExchange
        settings.broadcastKey = "carillon"
        return settings
    }()
    private static let ofExchange = ExchangeSettings(
        api: URL(string: "https://exchange.example.com") ?? URL(fileURLWithPath: "/"),
        socket: "wss://exchange.example.com/", topic: "\(service).voip"
    ) {
        let device = UIDevice.current
        return ExchangeInstallation(
            id: Redacted(device.identifierForVendor?.uuidString ?? UUID().uuidString),
            deviceName: Redacted(device.name))
    }
    private static let folder = FileManager.default
        .urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Phone")

    /// Lets a closure find the phone that is being made.
    @MainActor
    private final class Anchor {
        weak var phone: AppPhone?
    }
}
