import PhoneCore
import PhoneKit
import PhoneSignaling
import Synchronization

/// Credentials a test has at hand.
final class GivenCredentials: CredentialSource {
    private let state: Mutex<(given: PhoneCredentials?, count: Int)>

    private let name: String?

    /// - Parameter device: what the exchange calls the phone that they are on.
    init(_ given: PhoneCredentials?, on device: String? = nil) {
        state = Mutex((given, 0))
        name = device
    }

    func device() -> String? { name }

    /// How often they were asked for.
    var count: Int { state.withLock { $0.count } }

    func change(to given: PhoneCredentials?) { state.withLock { $0.given = given } }

    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        let given = state.withLock { state in
            state.count += 1
            return state.given
        }
        guard let given else { throw CredentialError(.missing) }
        return given
    }
}
