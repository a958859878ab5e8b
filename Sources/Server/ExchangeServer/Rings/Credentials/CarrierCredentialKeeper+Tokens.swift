internal import Accounts
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging

extension CarrierCredentialKeeper {
    /// A token for a device in an organisation; from now on calls of that organisation are dialled by its credential.
    ///
    /// - Throws: ``CarrierTokenError``, or what the store says.
    func token(for device: AccountDevice, in organization: String?) async throws -> CarrierToken {
        // Whoever asks is there, whatever a push service said.
        if try await accounts.noteAlive(device.id, at: now) { try await reach.settle(device.user) }
        let stored = try await accounts.carrierCredentials(ofUser: device.user).filter { $0.device == device.id }
        let now = now
        guard let credential = CarrierCredentials(of: device.id, stored).newest(for: organization, at: now),
            let handle = credential.handle
        else {
            // Whoever joined while the database failed is found now.
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
            // Somebody has deleted it there. Another one is made.
            try await settleNow(device, .checked(name: credential.name, isAlive: false))
            throw CarrierTokenError.notYet
        } catch let error as CredentialIssuerError {
            logger.notice("the carrier gave a device no token: \(error)")
            throw CarrierTokenError.unavailable
        }
    }

    /// The user of the address by which a device is to register in an organisation; nil while there is none.
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
