internal import Accounts
internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangePush
internal import ExchangeStorage
internal import Redaction
internal import RingCore

/// Knows where the devices of accounts are reached: by push tokens, and by addresses at the carrier. After each change
/// it reads them from the store into the device registry. Isolation: any task.
struct AccountDeviceSync: Sendable {
    let deviceRegistry: DeviceRegistry
    let memberships: MembershipCache
    let accounts: any AccountStore
    /// The Firebase project of tokens that do not name one.
    let project: String?
    let numbers: NumberDirectory
    /// nil when the carrier does not make credentials.
    let carrier: TelnyxSettings?
    let clock: any TimeSource
    /// The sleep of the task that carries out errands at the carrier.
    let rest: WakeableSleep

    init(
        _ deviceRegistry: DeviceRegistry, _ memberships: MembershipCache, _ accounts: any AccountStore,
        _ numbers: NumberDirectory, _ configuration: ExchangeConfiguration, clock: any TimeSource
    ) {
        self.deviceRegistry = deviceRegistry
        self.memberships = memberships
        self.accounts = accounts
        self.clock = clock
        project = configuration.push?.fcm.first?.projectID
        self.numbers = numbers
        carrier = configuration.telnyx?.settings.credentialConnection == nil ? nil : configuration.telnyx?.settings
        rest = WakeableSleep(clock: clock)
    }

    /// The plan of the carrier's numbers.
    var plan: RingPlan { numbers.ofCarrier }

    /// Microseconds since 1970.
    var now: Int64 { clock.calendar.wholeMicroseconds }

    /// Updates a user after a change of devices, organizations or account: plans which credentials to make and to
    /// delete, and reads the user's devices into the device registry.
    func settle(_ user: String) async throws(StorageError) {
        if carrier != nil {
            // This comes first, so that the policy is updated even if nothing can be written.
            try await renewMemberships(of: user, reading: deviceRegistry.beginReading())
            try await accounts.planCarrierCredentials(
                of: user, calledFor: plan.organizations(of: user), at: now)
            rest.wake()
        }
        try await renew(user)
    }

    /// The organizations of one user that permit calls; more than a person works for.
    private static let membershipsMax = 1_000

    /// Reads a user's devices into the device registry, and the user's organizations into the calling policy, which
    /// permits only their calls.
    func renew(_ user: String) async throws(StorageError) {
        let reading = deviceRegistry.beginReading()
        try await renewMemberships(of: user, reading: reading)
        let devices = try await accounts.devices(of: user)
        let tokens = devices.isEmpty ? [] : try await accounts.pushTokens(ofUser: user)
        let keys = devices.isEmpty ? [] : try await accounts.pushKeys(ofUser: user)
        let credentials = carrier == nil ? [] : try await accounts.carrierCredentials(ofUser: user)
        let guests = credentials.isEmpty ? [] : try await foreignOrganizations(of: user)
        let reaches = devices.map { device in
            DeviceAddresses(
                device, tokens, key: keys.first { $0.device == device.id }?.bytes,
                addresses: addresses(of: device.id, credentials, guests),
                origins: origins(of: device.id, credentials), project: project)
        }
        deviceRegistry.setAccount(of: UserID(user), reaches, reading: reading)
    }

    /// If the organizations cannot be read, the user has none for now, because the user may have left one.
    private func renewMemberships(of user: String, reading: UInt64) async throws(StorageError) {
        do throws(StorageError) {
            let found = try await accounts.memberships(of: user, atMost: Self.membershipsMax)
            memberships.set(found.map(\.organization), of: UserID(user), reading: reading)
        } catch {
            memberships.set([], of: UserID(user), reading: reading)
            throw error
        }
    }

    /// Organizations whose numbers ring the user and that the exchange does not manage, so that it has no list of their
    /// members.
    func foreignOrganizations(of user: String) async throws(StorageError) -> [String] {
        var foreign: [String] = []
        for id in plan.organizations(of: user) where try await accounts.organization(id) == nil { foreign.append(id) }
        return foreign
    }

    private func addresses(
        of device: String, _ credentials: [CarrierCredential], _ foreign: [String]
    ) -> [OrganizationID: Redacted<String>] {
        guard let carrier else { return [:] }
        let (own, now) = (CarrierCredentials(of: device, credentials.filter { $0.device == device }), now)
        var addresses: [OrganizationID: Redacted<String>] = [:]
        for credential in own.all {
            guard let organization = credential.organization,
                let handle = own.dialed(for: organization, at: now)?.handle
            else { continue }
            addresses[OrganizationID(organization)] = carrier.address(of: handle.username)
        }
        if let handle = own.dialed(for: nil, at: now)?.handle {
            for id in foreign where addresses[OrganizationID(id)] == nil {
                addresses[OrganizationID(id)] = carrier.address(of: handle.username)
            }
        }
        return addresses
    }
}

extension AccountDeviceSync {
    /// Where a device calls from: it may be registered by an older credential than the one it is dialed by.
    private func origins(
        of device: String, _ credentials: [CarrierCredential]
    ) -> [Redacted<String>: OrganizationID?] {
        guard let carrier else { return [:] }
        var origins: [Redacted<String>: OrganizationID?] = [:]
        for credential in credentials where credential.device == device && credential.works(at: now) {
            guard let handle = credential.handle else { continue }
            origins[carrier.address(of: handle.username)] = .some(
                credential.organization.map { OrganizationID($0) })
        }
        return origins
    }
}

extension Duration {
    /// Rounded down.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
