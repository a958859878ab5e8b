import Clocks
public import Foundation
public import PhoneCore
import PhoneExchange
public import PhoneKit
import PhoneSignaling
public import Redaction
public import UIKit

/// An app's delegate that has the phone: Capacitor makes the plugin of `@carillon/phone`, and the plugin looks here.
@MainActor
public protocol CarillonPhoneOwner: AnyObject {
    /// The phone; nil until the launch has made it.
    var phone: CarillonPhone? { get }
}

/// The phone of an app, with all its parts. Make it once, in `didFinishLaunchingWithOptions`. It uses only the frameworks
/// that a launch needs.
@MainActor
public final class CarillonPhone {
    /// Receives the events that the app's delegates pass on.
    public let application: PhoneApplication
    /// Connects a web page with the phone.
    public let bridge: PhoneBridge
    /// The state of the phone for SwiftUI.
    public let model: PhoneModel
    /// The log of the whole phone: it writes to the system's log and to ``crashes``.
    public let log: PhoneLogger
    /// Collects crashes for a service, which the app attaches once it is on the screen.
    public let crashes = CrashLog()
    /// The app's own scheme for links.
    public let scheme: String
    /// The window the sheet of Sign in with Apple is shown over.
    public weak var window: UIWindow?
    private let signIn: AppleSignIn
    private let host: PhoneHost

    /// Makes and connects all parts, reads the record that an earlier process left, and takes calls and pushes from
    /// then on.
    public init(_ settings: CarillonPhoneSettings) {
        let exchange = settings.exchange
        let clock = SystemClock()
        let log = PhoneLogger(sinks: [crashes, SystemLogSink()], clock: clock)
        let credentials = CredentialQueue(CredentialStore(service: CarillonPhoneSettings.service))
        let api = ExchangeClient(exchange, sessions: credentials.store, credentials: credentials, clock: clock)
        let host = PhoneHost(exchange: api) { exchange.installation().id }
        let bridge = PhoneBridge(
            host: host, clock: clock, names: RandomUUIDs(), epoch: UInt32.random(in: 1 ... .max))
        let model = PhoneModel(before: bridge)
        let signaling = PhoneSignaling(Self.signaling(credentials.store, api))
        signaling.qualityListener = bridge
        api.tokenWanted = { [weak bridge] token in bridge?.publish(.pushToken(token)) }
        var parts = PhoneDependencies(
            signaling: signaling, exchange: api,
            screens: InstrumentedScreens(model, log: log, crash: crashes, analytics: nil, clock: clock),
            log: FaultForwarder(log, to: bridge),
            files: SystemFileStore(folder: CarillonPhoneSettings.folder), credentials: credentials)
        parts.clock = clock
        parts.contacts = settings.contacts
        if settings.isDevelopment {
            parts.trace = .inDocuments(clock)
            parts.environment = .sandbox
        }
        let application = PhoneApplication(parts)
        self.log = log
        self.bridge = bridge
        self.host = host
        self.model = model
        self.application = application
        scheme = settings.scheme
        let anchor = Anchor()
        let signInParts = AppleSignInDependencies(
            exchange: api, digest: CryptoKitDigest(), anchor: { anchor.phone?.window },
            revoked: { application.shell.send(.session(.appleRevoked)) })
        signIn = AppleSignIn(signInParts, store: application)
        anchor.phone = self
        api.identityErased = { anchor.phone?.signIn.signedOut() }
        bridge.attach(application.shell)
        model.attach(application.shell)
        host.attach(application, apple: signIn)
    }

    /// A scene is on the screen. What the person sees begins here, not at the launch.
    public func cameToScreen() {
        application.sceneBecameActive()
        signIn.launched()
    }

    /// Signs a person in with a login and password of the exchange, and connects. The password goes to the exchange only
    /// and is not stored.
    ///
    /// - Returns: nil once the person is signed in; otherwise a refusal, with `signedIn`, `notNow` or the name of a
    ///   `SignInFailure` as its context.
    public func signIn(login: Redacted<String>, password: Redacted<String>) async -> BridgeError? {
        let refusal = await host.connect(BridgeLogin(user: login, password: password))
        model.readSession()
        return refusal
    }

    /// Shows Apple's sheet over ``window``, and signs the person in with its credential.
    ///
    /// - Returns: nil once the person is signed in; otherwise why not.
    public func signInWithApple() async -> SignInFailure? {
        let failure = await host.signInWithApple()
        model.readSession()
        return failure
    }

    private static func signaling(_ credentials: CredentialStore, _ exchange: ExchangeClient) -> SignalingDependencies {
        let sound = WebRTCSound()
        var parts = SignalingDependencies(credentials: credentials, sound: sound) { sound.engine }
        parts.iceServers = exchange
        return parts
    }

    /// Lets a closure find the phone that is being made.
    @MainActor
    private final class Anchor {
        weak var phone: CarillonPhone?
    }
}

/// The settings of an app: its exchange, and the properties of its build.
@MainActor
public struct CarillonPhoneSettings {
    /// The `https` address of the exchange's API, without a path.
    public var api: URL
    /// The `wss` address to which phones connect.
    public var socket: String
    /// The key of the exchange's own broadcasts; nil if the phone should not listen to its channel.
    public var broadcastKey: String? = "carillon"
    /// The app's own scheme for links, as in its Info.plist.
    public var scheme = "carillon"
    /// Whether this is a build for development. Its pushes come from Apple's service for development, and the calls
    /// between the phone and Apple's frameworks are recorded in the app's documents.
    public var isDevelopment = false
    /// The person's contacts; nil shows the exchange's names.
    public var contacts: (any ContactSource)?

    public init(api: URL, socket: String) {
        self.api = api
        self.socket = socket
    }

    fileprivate var exchange: ExchangeSettings {
        var settings = ExchangeSettings(api: api, socket: socket, topic: "\(Self.service).voip") {
            let device = UIDevice.current
            return ExchangeInstallation(
                id: Redacted(device.identifierForVendor?.uuidString ?? UUID().uuidString),
                deviceName: Redacted(device.name))
        }
        settings.broadcastKey = broadcastKey
        return settings
    }

    fileprivate static let service = Bundle.main.bundleIdentifier ?? "carillon"
    fileprivate static let folder = FileManager.default
        .urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Phone")
}
