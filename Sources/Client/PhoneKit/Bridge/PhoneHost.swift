import AVFAudio
public import PhoneCore
public import Redaction
import UserNotifications

/// Answers the page's requests that are not about calls, with the phone of the app. Making it touches no framework.
@MainActor
public final class PhoneHost: BridgeHost {
    private let exchange: any LoginExchange & CallerIDExchange
    private let installation: @MainActor () -> Redacted<String>
    private weak var application: PhoneApplication?
    private weak var apple: AppleSignIn?

    /// Makes a host without a phone, which refuses requests that need one.
    ///
    /// - Parameters:
    ///   - exchange: signs a person in with a login and password, and lists the numbers that they may show.
    ///   - installation: gives this installation's name; called when the page asks for it.
    public init(
        exchange: any LoginExchange & CallerIDExchange, installation: @escaping @MainActor () -> Redacted<String>
    ) {
        self.exchange = exchange
        self.installation = installation
    }

    /// Gives the host the phone, and the object that shows Apple's sheet. It holds both weakly.
    public func attach(_ application: PhoneApplication, apple: AppleSignIn? = nil) {
        self.application = application
        self.apple = apple
    }

    public var deviceID: Redacted<String> { installation() }

    public var pushToken: DevicePushToken? { record?.tokens.wanted }

    public func askPermissions() async -> BridgePermissions {
        let microphone = await AVAudioApplication.requestRecordPermission()
        let center = UNUserNotificationCenter.current()
        let notifications = try? await center.requestAuthorization(options: [.alert, .sound, .badge])
        let contacts = await application?.contacts.askPermission() ?? false
        return BridgePermissions(microphone: microphone, notifications: notifications ?? false, contacts: contacts)
    }

    /// With a login, signs in at the exchange, which then issues the credentials for connections. Without one, connects
    /// with the credentials of the signed-in person.
    ///
    /// - Returns: `refused`: with `signedIn` if a person is signed in, who has to sign out first; with `notSignedIn` if
    ///   no person is signed in and no login was given; with `SignInFailure`'s name if the exchange refused the
    ///   login.
    public func connect(_ login: BridgeLogin?) async -> BridgeError? {
        guard let application, let record else { return Self.refusal(PhoneRefusal.notNow.rawValue) }
        guard let login else {
            guard record.organizations.active != nil || record.session.standing.isSignedIn else {
                return Self.refusal(SwitchFailure.notSignedIn.rawValue)
            }
            application.connect()
            return nil
        }
        guard record.session.standing == .none else { return Self.refusal("signedIn") }
        if let failure = await exchange.signIn(login: login.user, password: login.password) {
            return Self.refusal(failure.rawValue)
        }
        application.connect()
        return nil
    }

    /// Reverses the page's `connect`: until the page connects again, no connection is kept for it while the app is
    /// visible. Connections for calls stay, and a push still connects.
    public func disconnect() { application?.disconnect() }

    public func reconnect() { application?.connect() }

    public func callerIDs() async throws(CallerIDFailure) -> [CallerIDs] { try await exchange.callerIDs() }

    public func signInWithApple() async -> SignInFailure? {
        guard let apple else { return .notOnScreen }
        return await withCheckedContinuation { continuation in
            apple.signIn { continuation.resume(returning: $0) }
        }
    }

    private var record: PhoneRecord? { application?.shell.phone.record }

    private static func refusal(_ reason: String) -> BridgeError { BridgeError(.refused, reason) }
}

/// Answers requests of the page that are not about calls.
@MainActor
public protocol BridgeHost: AnyObject {
    /// The name of this installation at the exchange.
    var deviceID: Redacted<String> { get }
    /// The push token; nil if there is none yet.
    var pushToken: DevicePushToken? { get }
    /// The person's permissions. Asks for those for which the person was not asked before.
    func askPermissions() async -> BridgePermissions
    /// Signs in with the page's login, or uses the present sign-in, and keeps the phone connected while the app is
    /// visible.
    func connect(_ login: BridgeLogin?) async -> BridgeError?
    /// Closes the connection, if only the page needs it.
    func disconnect()
    /// Tries the connection again at once.
    func reconnect()
    /// The numbers that the person may show when calling out, for each organization, read from the exchange now.
    ///
    /// - Throws: why the list is unknown: the exchange was not reached, or no person is signed in.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
    /// Shows Apple's sheet for signing in.
    func signInWithApple() async -> SignInFailure?
}

/// The exchange's side of signing in with a login and password of its own.
public protocol LoginExchange: Sendable {
    /// `POST /api/auth/login`.
    ///
    /// - Returns: `unreachable` or `refused`; `nil` if the person was signed in.
    func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure?
}

/// The exchange's list of numbers that the person may show when calling out.
public protocol CallerIDExchange: Sendable {
    /// `GET /api/voip/caller-ids`.
    ///
    /// - Throws: why the list is unknown: the exchange was not reached, or no person is signed in.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
}
