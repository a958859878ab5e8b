import AVFAudio
public import PhoneCore
public import Redaction
import UserNotifications

/// What a page asks that is no matter of calls, answered by the phone of the app. Making it touches no framework.
@MainActor
public final class PhoneHost: BridgeHost {
    private let exchange: any LoginExchange & CallerIDExchange
    private let installation: @MainActor () -> Redacted<String>
    private weak var application: PhoneApplication?
    private weak var apple: AppleSignIn?

    /// A host without a phone, which refuses what needs one.
    ///
    /// - Parameters:
    ///   - exchange: where a person signs in with a login and password, and which numbers they may show.
    ///   - installation: this installation's own name; asked when the page asks.
    public init(
        exchange: any LoginExchange & CallerIDExchange, installation: @escaping @MainActor () -> Redacted<String>
    ) {
        self.exchange = exchange
        self.installation = installation
    }

    /// Gives it the phone, and what shows Apple's sheet. It holds neither.
    public func attach(_ application: PhoneApplication, apple: AppleSignIn? = nil) {
        self.application = application
        self.apple = apple
    }

    public var deviceID: Redacted<String> { installation() }

    public var pushToken: PushToken? { record?.tokens.wanted }

    public func askPermissions() async -> BridgePermissions {
        let microphone = await AVAudioApplication.requestRecordPermission()
        let centre = UNUserNotificationCenter.current()
        let notifications = try? await centre.requestAuthorization(options: [.alert, .sound, .badge])
        let contacts = await application?.contacts.askPermission() ?? false
        return BridgePermissions(microphone: microphone, notifications: notifications ?? false, contacts: contacts)
    }

    /// With a login, signs in with it at the exchange, which then gives the credentials that connections are made with;
    /// without, goes on with those of whoever is signed in.
    ///
    /// - Returns: `refused`, with `signedIn` if somebody is, who would have to sign out first; with `notSignedIn` if
    ///   nobody is and no login was given; with ``SignInFailure``'s name if the exchange did not take the login.
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

    /// The page's wish ends: while the app is seen no connection is kept for it any more, until it connects again. What
    /// a call needs stays, and a push still connects.
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

extension SessionRecord.Standing {
    fileprivate var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}

/// What the page can ask that is no matter of calls.
@MainActor
public protocol BridgeHost: AnyObject {
    /// This installation's own name toward the exchange.
    var deviceID: Redacted<String> { get }
    /// The push token, if there is one.
    var pushToken: PushToken? { get }
    /// What the person allows; asks the person who was not asked yet.
    func askPermissions() async -> BridgePermissions
    /// Signs in with the login of the page, or goes on with who is signed in; the page is connected while it is seen.
    func connect(_ login: BridgeLogin?) async -> BridgeError?
    /// Closes the connection that nothing but the page needs.
    func disconnect()
    /// Tries the connection again at once.
    func reconnect()
    /// Which numbers the person may show when calling out, for each organisation, as the exchange has it now.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
    /// Shows Apple's sheet.
    func signInWithApple() async -> SignInFailure?
}

/// The exchange's side of signing in with a login and password of its own.
public protocol LoginExchange: Sendable {
    /// `POST /api/auth/login`.
    ///
    /// - Returns: why nobody was signed in, `unreachable` or `refused`; `nil` when somebody was.
    func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure?
}

/// The exchange's list of numbers that the person may show when calling out.
public protocol CallerIDExchange: Sendable {
    /// `GET /api/voip/caller-ids`.
    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs]
}
