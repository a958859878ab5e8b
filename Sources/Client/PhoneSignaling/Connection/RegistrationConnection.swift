import CarillonRTC
import PhoneCore
import PhoneKit

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
