import CallModel
import CarillonRTC
public import PhoneCore
public import PhoneKit

/// The connection of one registration, from an order to connect to its end. The next order makes another one, with the
/// credentials that are stored then.
@MainActor
final class RegistrationConnection {
    let registration: RegistrationID
    /// The data in a login at the carrier beside the credentials; nil for the exchange.
    let login: CarrierLogin?
    private(set) var client: CarillonClient?
    private var isOver = false
    private var tasks: [Task<Void, Never>] = []
    private let onEvent: @MainActor (RegistrationConnection, ConnectionEvent) -> Void

    init(
        _ registration: RegistrationID, _ login: CarrierLogin? = nil,
        onEvent: @escaping @MainActor (RegistrationConnection, ConnectionEvent) -> Void
    ) {
        self.registration = registration
        self.login = login
        self.onEvent = onEvent
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Reads the credentials and connects with them.
    ///
    /// - Parameter make: makes the client from the credentials and the exchange's name of the device.
    func open(
        _ source: any CredentialSource,
        _ make: @escaping @MainActor (PhoneCredentials, String?) throws -> CarillonClient
    ) {
        onEvent(self, .state(.connecting))
        let reading = Task { [weak self, registration] in
            let credentials: PhoneCredentials
            do throws(CredentialError) {
                credentials = try await source.credentials(of: registration)
            } catch {
                self?.end(.noCredentials)
                return
            }
            let device = await source.device()
            self?.connect { try make(credentials, device) }
        }
        tasks.append(reading)
    }

    private func connect(_ make: () throws -> CarillonClient) {
        guard !isOver else { return }
        do {
            let client = try make()
            self.client = client
            listen(to: client)
            client.connect { _ in }
        } catch {
            end((error as? ClientError).map(SignalingFailure.init(_:)) ?? .unreachable)
        }
    }

    private func listen(to client: CarillonClient) {
        let states = client.states
        let calls = client.incomingCalls
        let following = Task { [weak self] in
            for await state in states.dropFirst() { self?.handle(state) }
        }
        let receiving = Task { [weak self] in
            for await call in calls { self?.offer(call) }
        }
        tasks += [following, receiving]
    }

    private func handle(_ state: ClientState) {
        guard !isOver else { return }
        switch state {
        case .connecting: break  // `open` has told this already.
        case .ready: onEvent(self, .state(.ready))
        case .reconnecting: onEvent(self, .state(.reconnecting))
        case .disconnected(let error): end(error.map(SignalingFailure.init(_:)))
        }
    }

    private func offer(_ call: Call) {
        if !isOver { onEvent(self, .offered(call)) }
    }

    /// Tells the client that the network has changed.
    func renew() { client?.networkChanged() }

    /// Hangs up the remaining calls and closes. The client is kept alive until it has disconnected.
    func close() {
        guard !isOver else { return }
        let client = client
        client?.disconnect { _ = client }
        end(nil)
    }

    private func end(_ failure: SignalingFailure?) {
        guard !isOver else { return }
        isOver = true
        onEvent(self, .state(.disconnected(failure)))
    }
}

/// An event of a connection.
enum ConnectionEvent {
    /// The connection's state. `disconnected` is the last.
    case state(PhoneCore.SignalingEvent)
    /// A call came in over the connection.
    case offered(Call)
}

/// Gives the credentials of registrations.
public protocol CredentialSource: Sendable {
    /// The credentials for a registration's connection.
    ///
    /// - Throws: `CredentialError` if there are none, or they cannot be read now.
    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials

    /// The exchange's name of this device while one person is signed in on it; nil if it cannot be known now. With it a
    /// process resumes the signaling sessions of the process before, and ends calls during which that process was
    /// killed.
    func device() async -> String?
}

extension CredentialSource {
    /// Unknown by default: then each process has sessions of its own.
    public func device() async -> String? { nil }
}

/// The keychain gives the newest credentials of a registration. During a switch these are the ones on trial.
extension CredentialStore: CredentialSource {
    public func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        try latest(of: registration)
    }

    public func device() async -> String? {
        do throws(CredentialError) { return try session()?.device } catch { return nil }
    }
}

/// The signaling session of a registration. It is the same in every process, so that the exchange attaches the next
/// process to the calls of the one before.
package struct SignalingSession {
    /// The session's id on the wire: a UUID, as in the carrier's own clients.
    package let name: String

    /// - Parameter device: the exchange's name of the device while one person is signed in on it. The credentials
    ///   cannot name the session, because the exchange issues new ones twice a day.
    package init(of registration: RegistrationID, on device: String) {
        name = UUIDValue(standingFor: "\(device)\n\(registration)").description
    }
}

extension Credentials {
    init(_ proof: PhoneCredentials.Proof) {
        switch proof {
        case .password(let login, let password): self = .password(login: login, password: password)
        case .token(let token): self = .token(token)
        }
    }
}

extension ClientConfiguration {
    /// The configuration of a client with these credentials.
    ///
    /// - Parameter login: tells the carrier more at login. Its edge goes into the address, as in the carrier's own
    ///   client. Source: telnyx-webrtc-ios.
    /// - Throws: `ClientError` with code `.invalidURL`.
    init(
        _ credentials: PhoneCredentials, _ settings: SignalingSettings, _ login: CarrierLogin? = nil
    ) throws(ClientError) {
        let address = try SignalingURL(credentials.address)
        self.init(
            url: login?.edge.map { address.adding(queryItem: "voice_sdk_id", $0.rawValue) } ?? address,
            credentials: Credentials(credentials.proof), dialect: settings.dialect)
        trickles = settings.trickles
        media = settings.media
        reconnection = settings.reconnection
        userAgent = settings.userAgent
        callsMax = settings.callsMax
        guard let login else { return }
        fetchesCalls = login.fetchesCalls
        push = login.token.map { PushRegistration(token: $0.digits, environment: .init(login.environment)) }
    }
}

extension PushRegistration.Environment {
    init(_ environment: PushEnvironment) {
        switch environment {
        case .sandbox: self = .development
        case .production: self = .production
        }
    }
}

extension PhoneCore.SignalingEvent {
    /// A client's state in the phone's terms.
    init(_ state: ClientState) {
        switch state {
        case .connecting: self = .connecting
        case .ready: self = .ready
        case .reconnecting: self = .reconnecting
        case .disconnected(let error): self = .disconnected(error.map(SignalingFailure.init(_:)))
        }
    }
}

extension SignalingFailure {
    /// The failure of a registration's connection that a client's error means.
    init(_ error: ClientError) {
        switch error.code {
        case .loginRefused, .invalidURL, .invalidArgument: self = .refused
        case .unreachable, .loginTimedOut, .notConnected, .alreadyConnected, .refused, .requestFailed, .mediaFailed,
            .callEnded, .limitReached:
            self = .unreachable
        }
    }
}
