internal import Accounts
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging
internal import Redaction

extension CarrierCredentialReconciler {
    /// Makes a token for a device in an organization. From now on, that organization's calls dial the token's
    /// credential.
    ///
    /// - Throws: ``CarrierTokenError``, or the store's error.
    func token(for device: AccountDevice, in organization: String?) async throws -> CarrierToken {
        // The device asks, so its app exists, even if a push service reported otherwise.
        if try await accounts.noteAlive(device.id, at: now) { try await reach.settle(device.user) }
        let stored = try await accounts.carrierCredentials(ofUser: device.user).filter { $0.device == device.id }
        let now = now
        guard let credential = CarrierCredentials(of: device.id, stored).newest(for: organization, at: now),
            let handle = credential.handle
        else {
            // The user may have joined the organization while the database failed.
            try await reach.settle(device.user)
            let isPlanned = try await accounts.carrierCredentials(ofUser: device.user).contains {
                $0.device == device.id && $0.organization == organization
            }
            throw isPlanned ? CarrierTokenError.notYet : .none
        }
        do {
            let token = try await issuer.token(of: handle)
            try await settleNow(device, .taken(name: credential.name))
            return CarrierToken(
                token: token, username: handle.username,
                expiresAt: min(now + CarrierToken.lifeTime, credential.expiresAt))
        } catch CredentialIssuerError.missing {
            // The credential was deleted at the carrier, so another one is made.
            try await settleNow(device, .checked(name: credential.name, isAlive: false))
            throw CarrierTokenError.notYet
        } catch let error as CredentialIssuerError {
            logger.notice("the carrier gave a device no token: \(error)")
            throw CarrierTokenError.unavailable
        }
    }

    /// The user name of the address by which a device is to register in an organization; nil while there is none.
    func username(of device: AccountDevice, in organization: String?) async throws -> String? {
        let stored = try await accounts.carrierCredentials(ofUser: device.user).filter { $0.device == device.id }
        return CarrierCredentials(of: device.id, stored).newest(for: organization, at: now)?.handle?.username
    }

    private func settleNow(_ device: AccountDevice, _ event: CarrierCredentialEvent) async throws {
        _ = try await accounts.settleCarrierCredentials(of: device.id, event, at: now)
        reach.rest.wake()
        try await reach.renew(device.user)
    }
}

/// A device's access to the carrier's registration. Only the device stores it.
struct CarrierToken: Sendable {
    let token: Redacted<String>
    /// The user name of the SIP address it registers.
    let username: String
    /// Microseconds since 1970.
    let expiresAt: Int64

    /// One day. Source: Telnyx: 24 hours, or until the credential expires.
    static let lifeTime: Int64 = 86_400_000_000
}

/// Why a device gets no token of the carrier now.
enum CarrierTokenError: Error, Hashable {
    /// Its credential is being made; it can ask again in a moment.
    case notYet
    /// It is to have no credential there, because no number of the organization rings it.
    case none
    /// The carrier cannot be asked now, or has demanded a pause.
    case unavailable
}

/// A device's tokens at the carrier, in every organization whose public calls ring it there.
struct CarrierTokens: Sendable {
    struct Grant: Sendable {
        let organization: String
        let token: CarrierToken
    }

    var grants: [Grant] = []
    /// Organizations whose token cannot be made now, but may be in a moment.
    var missing: [String] = []

    /// The same organizations without their tokens, for an answer that is stored.
    var withoutTokens: CarrierTokens { CarrierTokens(missing: missing + grants.map(\.organization)) }
}

extension CarrierCredentialReconciler {
    /// How long all tokens of a device may take together; the time limit of its request is longer.
    private static let grantsTime = Duration.seconds(5)

    private enum Outcome: Sendable {
        case given(CarrierToken)
        /// No number of the organization rings the device at the carrier.
        case unserved
        case missing
    }

    /// Makes tokens for a device in every organization in which it has, or is to have, a credential at the carrier.
    ///
    /// - Throws: the store's error. Tokens that the carrier does not give now are in ``CarrierTokens/missing``.
    func grants(for device: AccountDevice) async throws -> CarrierTokens {
        let stored = try await accounts.carrierCredentials(ofUser: device.user)
        let planned = Set(stored.filter { $0.device == device.id }.map(\.organization))
        let foreign = planned.contains(nil) ? try await reach.foreignOrganizations(of: device.user) : []
        let outcomes = await outcomes(for: device, in: planned)
        var grants = CarrierTokens()
        for organization in planned {
            // The credential without an organization serves every organization that the exchange does not manage.
            let names = organization.map { [$0] } ?? foreign
            switch outcomes[organization] {
            case .given(let token): grants.grants += names.map { CarrierTokens.Grant(organization: $0, token: token) }
            case .unserved: break
            case .missing, nil: grants.missing += names
            }
        }
        grants.grants.sort { $0.organization < $1.organization }
        grants.missing.sort()
        return grants
    }

    /// Asks for all tokens at once, and leaves out those that do not come in time.
    private func outcomes(for device: AccountDevice, in planned: Set<String?>) async -> [String?: Outcome] {
        let end = reach.clock.calendar + Self.grantsTime
        return await withTaskGroup(of: (organization: String?, outcome: Outcome)?.self) { group in
            for organization in planned {
                group.addTask { (organization, await self.outcome(for: device, in: organization)) }
            }
            group.addTask {
                await self.reach.clock.sleep(untilCalendar: end)
                return nil
            }
            var outcomes: [String?: Outcome] = [:]
            while outcomes.count < planned.count, let found = await group.next() ?? nil {
                outcomes[found.organization] = found.outcome
            }
            group.cancelAll()
            return outcomes
        }
    }

    private func outcome(for device: AccountDevice, in organization: String?) async -> Outcome {
        do {
            return .given(try await token(for: device, in: organization))
        } catch CarrierTokenError.none {
            return .unserved
        } catch {
            return .missing
        }
    }
}
