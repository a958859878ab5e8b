internal import Accounts
internal import ExchangeCarrier
internal import ExchangeStorage

/// What a device registers with at the carrier, in every organisation whose public calls ring it there.
struct CarrierGrants: Sendable {
    struct Grant: Sendable {
        let organization: String
        let token: CarrierToken
    }

    var grants: [Grant] = []
    /// Organisations whose token cannot be made now: in a moment it can.
    var missing: [String] = []

    /// Of every organisation nothing: what an answer holds that is kept.
    var withoutTokens: CarrierGrants { CarrierGrants(missing: missing + grants.map(\.organization)) }
}

extension CarrierCredentialKeeper {
    /// How long a device's tokens may take together: its question has a time limit of its own, which is longer.
    private static let grantsTime = Duration.seconds(5)

    private enum Outcome: Sendable {
        case given(CarrierToken)
        /// No number of the organisation rings the device at the carrier.
        case unserved
        case missing
    }

    /// Tokens for a device in every organisation in which it has a credential at the carrier, or is to have one.
    ///
    /// - Throws: what the store says. What the carrier does not give now is ``CarrierGrants/missing``.
    func grants(for device: AccountDevice) async throws -> CarrierGrants {
        let stored = try await accounts.carrierCredentials(ofUser: device.user)
        let planned = Set(stored.filter { $0.device == device.id }.map(\.organization))
        let foreign = planned.contains(nil) ? try await reach.foreignOrganizations(of: device.user) : []
        let outcomes = await outcomes(for: device, in: planned)
        var grants = CarrierGrants()
        for organization in planned {
            // The credential of no organisation is that of every one which is none of the exchange's.
            let names = organization.map { [$0] } ?? foreign
            switch outcomes[organization] {
            case .given(let token): grants.grants += names.map { CarrierGrants.Grant(organization: $0, token: token) }
            case .unserved: break
            case .missing, nil: grants.missing += names
            }
        }
        grants.grants.sort { $0.organization < $1.organization }
        grants.missing.sort()
        return grants
    }

    /// Asks for all at once; what has not come when the time is over is left out.
    private func outcomes(for device: AccountDevice, in planned: Set<String?>) async -> [String?: Outcome] {
        let end = reach.clock.now + Self.grantsTime
        return await withTaskGroup(of: (organization: String?, outcome: Outcome)?.self) { group in
            for organization in planned {
                group.addTask { (organization, await self.outcome(for: device, in: organization)) }
            }
            group.addTask {
                await self.reach.clock.sleep(until: end)
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
