import CallModel
import CarillonRTC
public import PhoneCore
public import PhoneKit

/// The connection of one registration, from an order to connect to its end. A further one is made for the next order,
/// with whatever credentials are stored then.
@MainActor
final class RegistrationConnection {
    let registration: RegistrationID
    /// Which of the carrier's edges it leads to; nil for any.
    let edge: VendorEdge?
    private(set) var client: CarillonClient?
    private var isOver = false
    private var tasks: [Task<Void, Never>] = []
    private let told: @MainActor (RegistrationConnection, ConnectionNews) -> Void

    init(
        _ registration: RegistrationID, via edge: VendorEdge? = nil,
        told: @escaping @MainActor (RegistrationConnection, ConnectionNews) -> Void
    ) {
        self.registration = registration
        self.edge = edge
        self.told = told
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Reads the credentials and connects with them.
    ///
    /// - Parameter make: is given them, and what the exchange calls the device.
    func open(
        _ source: any CredentialSource,
        _ make: @escaping @MainActor (PhoneCredentials, String?) throws -> CarillonClient
    ) {
        told(self, .state(.connecting))
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
            for await state in states.dropFirst() { self?.take(state) }
        }
        let receiving = Task { [weak self] in
            for await call in calls { self?.offer(call) }
        }
        tasks += [following, receiving]
    }

    private func take(_ state: ClientState) {
        guard !isOver else { return }
        switch state {
        case .connecting: break  // It was said when credentials were asked for.
        case .ready: told(self, .state(.ready))
        case .reconnecting: told(self, .state(.reconnecting))
        case .disconnected(let error): end(error.map(SignalingFailure.init(_:)))
        }
    }

    private func offer(_ call: Call) {
        if !isOver { told(self, .offered(call)) }
    }

    /// The network changed under it.
    func renew() { client?.networkChanged() }

    /// Hangs up what is left and closes. The client lives until that is said.
    func close() {
        guard !isOver else { return }
        let client = client
        client?.disconnect { _ = client }
        end(nil)
    }

    private func end(_ failure: SignalingFailure?) {
        guard !isOver else { return }
        isOver = true
        told(self, .state(.disconnected(failure)))
    }
}

/// What a connection tells.
enum ConnectionNews {
    /// How it stands. `disconnected` is the last.
    case state(PhoneCore.SignalingEvent)
    /// A call comes in over it.
    case offered(Call)
}

/// Where the credentials of a registration come from.
public protocol CredentialSource: Sendable {
    /// What its connection is made with.
    ///
    /// - Throws: `CredentialError`: there are none, or they cannot be read now.
    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials

    /// What the exchange calls this device as long as one person is signed in on it; nil where that cannot be known now.
    /// With it a process takes up the signalling sessions of the one before, and ends calls in which that was killed.
    func device() async -> String?
}

extension CredentialSource {
    /// Not known: each process has sessions of its own.
    public func device() async -> String? { nil }
}

/// The keychain: of what is stored for a registration the newest, which is also what a switch is trying.
extension CredentialStore: CredentialSource {
    public func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        try latest(of: registration)
    }

    public func device() async -> String? {
        do throws(CredentialError) { return try session()?.device } catch { return nil }
    }
}

/// The signalling session of a registration: the same in every process, so that the exchange gives the next one the calls of
/// the one before.
package struct SignalingSession {
    /// What it is called on the wire: a UUID, as the carrier's own clients name theirs.
    package let name: String

    /// - Parameter device: what the exchange calls the device, as which one person is signed in on it. The credentials will
    ///   not do: the exchange gives new ones twice a day.
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
    /// A client for these credentials.
    ///
    /// - Parameter login: what the carrier is told beside them; its edge is said in the address, as the carrier's own client
    ///   does. Source: telnyx-webrtc-ios.
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
    /// A client's state in the phone's words.
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
    /// What a client's error means for its registration's connection.
    init(_ error: ClientError) {
        switch error.code {
        case .loginRefused, .invalidURL, .invalidArgument: self = .refused
        case .unreachable, .loginTimedOut, .notConnected, .alreadyConnected, .refused, .requestFailed, .mediaFailed,
            .callEnded, .limitReached:
            self = .unreachable
        }
    }
}
