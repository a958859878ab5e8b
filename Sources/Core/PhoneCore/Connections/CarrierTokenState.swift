/// Which push token the carrier has learned from this phone, and with which credentials.
///
/// A carrier learns a token only by a login, and keeps it with the credentials. Without one it could not push the first
/// call after a sign-in, nor the first after the credentials or the token have changed. So the phone logs in once while
/// the app is in the foreground, and closes the connection when the carrier has accepted the login.
///
/// Two organizations may have one carrier, which then keeps the token for the latest login alone. So only the latest one
/// counts, and the phone logs in for the organization in use.
struct CarrierTokenState: Hashable, Sendable {
    private struct Connection: Hashable, Sendable {
        let registration: RegistrationID
        /// What its login tells; `nil` without a token.
        let login: CarrierTokenLogin?
        /// Whether its login asks for announced calls.
        let fetchesCalls: Bool
    }

    /// The latest accepted login.
    private(set) var reported: CarrierTokenLogin?
    /// The connections to carriers that are under way, sorted by registration.
    private var connections: [Connection] = []

    /// What the login of the registration's connection tells.
    func login(of registration: RegistrationID) -> CarrierTokenLogin? { connection(of: registration)?.login }

    /// Whether a connection of the registration is under way that does not ask for announced calls.
    func missesCalls(of registration: RegistrationID) -> Bool {
        connection(of: registration)?.fetchesCalls == false
    }

    private func connection(of registration: RegistrationID) -> Connection? {
        connections.first { $0.registration == registration }
    }

    /// A connection is being made.
    mutating func connecting(_ registration: RegistrationID, _ login: CarrierTokenLogin?, fetchesCalls: Bool) {
        ended(registration)
        connections.append(Connection(registration: registration, login: login, fetchesCalls: fetchesCalls))
        connections.sort { $0.registration < $1.registration }
    }

    /// The carrier has accepted the login of the connection.
    mutating func accepted(_ registration: RegistrationID) {
        reported = login(of: registration) ?? reported
    }

    /// The connection has ended or failed.
    mutating func ended(_ registration: RegistrationID) {
        connections.removeAll { $0.registration == registration }
    }

    /// The credentials of a registration were removed from the device.
    mutating func forget(_ registration: RegistrationID) {
        if reported?.key.registration == registration { reported = nil }
    }

    /// Continues from the record of the previous process.
    mutating func restore(_ stored: CarrierTokenLogin?) {
        reported = reported ?? stored
    }
}

/// What a login at a carrier tells it: the push token, with the credentials that the carrier keeps it with.
public struct CarrierTokenLogin: Hashable, Sendable, Codable {
    /// The credentials of the login, with which the carrier keeps the token.
    public let key: CredentialKey
    /// The token that the login told.
    public let token: DevicePushToken
}

extension PhoneState {
    /// What a login at the carrier would tell it now; `nil` if there is no token.
    func tokenLogin(at registration: RegistrationID) -> CarrierTokenLogin? {
        guard registration.provider == .carrier, let token = tokens.record.wanted,
            let key = organizations.key(of: registration)
        else { return nil }
        return CarrierTokenLogin(key: key, token: token)
    }

    /// The registration that is connected to tell its carrier the push token. A connection that was made with another
    /// login tells nothing new; once no call needs it, it is closed and another one is made.
    var registrationToTell: RegistrationID? {
        guard isForeground, !refusesCalls, let registration = organizations.registration(at: .carrier),
            let login = tokenLogin(at: registration), carrierTokens.reported != login
        else { return nil }
        let isUnderWay = connections.phase(of: registration).isUnderWay
        return !isUnderWay || carrierTokens.login(of: registration) == login ? registration : nil
    }
}
