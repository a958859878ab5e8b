public import CallModel

/// Decides which organization is active, and whose credentials are on the device.
///
/// A switch writes new credentials beside the old ones and changes the active organization after the new credentials
/// have worked. Until then the old state counts; if a step fails or the process ends, the new credentials are erased.
/// Each connection is ordered with a key, and a key identifies its organization.
public struct OrganizationState: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The process started. `isFirstStart`: there was no record, so keychain items of an earlier installation are
        /// erased. Source: C76 (documented: keychain items survive deletion of the app).
        case launched(isFirstStart: Bool)
        /// The person, or a call of an unknown organization, wants another organization.
        case wanted(OrganizationID)
        /// The exchange granted the requested credentials. The shell holds the secret and writes it when ordered.
        case granted(CredentialKey)
        /// The exchange gave credentials unasked: the device was registered, or credentials were renewed.
        case provisioned(CredentialKey)
        /// The exchange refused the requested credentials, or could not be reached.
        case denied(OrganizationID, SwitchFailure)
        /// The keychain stored the item (`true`), or failed.
        case written(CredentialKey, Bool)
        /// All other keychain items of the registration have been erased.
        case pruned(RegistrationID)
        /// The connection with this key has registered.
        case connected(CredentialKey)
        /// The connection with this key could not register.
        case connectionFailed(CredentialKey, SignalingFailure)
        /// The person is no longer a member of the organization.
        case removed(OrganizationID)
        /// The organizations of the person, and those among them that have a carrier; `nil` if the list may be
        /// incomplete.
        case listed([OrganizationID]?, carried: [OrganizationID]?)
        /// The person has signed out.
        case signedOut
        /// A timer has run out.
        case timerFired(OrganizationTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Send `POST /api/voip/switch-org` with the person's session. The answer is `granted` or `denied`.
        case ask(OrganizationID)
        /// Write the granted secret to the keychain under this key.
        case write(CredentialKey)
        /// Store the record before the following effects. It must not point to erased items and must know of written
        /// ones.
        case save
        /// Erase all keychain items of the registration except this one.
        case prune(RegistrationID, keeping: CredentialKey?)
        /// Erase all keychain items of the app.
        case purge
        /// Connect with this key, beside existing connections. The result is `connected` or `connectionFailed`.
        case connect(CredentialKey)
        /// The trial of this connection ended, with or without success. A call on it continues.
        case release(RegistrationID)
        /// The registration uses new credentials from now on.
        case replaced(CredentialKey)
        /// The registration was removed from the device. Its connection must be closed.
        case forgot(RegistrationID)
        /// Another organization is active, or none.
        case activated(OrganizationID?)
        /// A switch ended: it is complete (`nil`), or was undone.
        case settled(OrganizationID, SwitchFailure?)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(OrganizationTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(OrganizationTimer)
    }

    let limits: OrganizationLimits
    /// The state that the phone stores.
    public internal(set) var record: OrganizationRecord
    private var nextOrdinal: UInt8 = 0

    /// Continues from the record of the previous process.
    public init(record: OrganizationRecord = OrganizationRecord(), limits: OrganizationLimits = OrganizationLimits()) {
        self.record = record
        self.limits = limits
    }

    /// The active organization.
    public var active: OrganizationID? { record.active }

    /// The key for a connection of the registration: the one on trial, otherwise the current one.
    public func key(of registration: RegistrationID) -> CredentialKey? {
        if case .connecting(let key) = record.change?.stage, key.registration == registration { return key }
        return held(registration)
    }

    /// Where a call will arrive, by the organization that its push names. It needs no request to the exchange.
    public func route(to organization: OrganizationID?) -> CallRoute {
        guard let organization = organization ?? active else { return .nowhere }
        return held(RegistrationID(organization)) == nil ? .unknown(organization) : .ready(organization)
    }

    /// The registration at a provider for a call or push that names no organization: the one of the active
    /// organization. At the carrier, if the active organization has none, it is the only registration with a carrier.
    public func registration(at provider: SignalingProvider) -> RegistrationID? {
        let inUse = active.map { RegistrationID($0, provider) }
        guard provider == .carrier, inUse.flatMap({ held($0) }) == nil else { return inUse }
        let carried = record.held.filter { $0.registration.provider == .carrier }
        return carried.count == 1 ? carried[0].registration : inUse
    }

    func held(_ registration: RegistrationID) -> CredentialKey? {
        record.held.first { $0.registration == registration }
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .launched(let isFirstStart): launch(isFirstStart, into: &effects)
        case .wanted(let organization): want(organization, into: &effects)
        case .granted(let key):
            guard let change = record.change, change.target == key.organization, change.stage == .asking else { return }
            record.change?.stage = .writing(key)
            effects.append(.write(key))
        case .provisioned(let key): handle(provisioned: key, into: &effects)
        case .denied(let organization, let failure):
            guard let change = record.change, change.target == organization, change.stage == .asking else { return }
            undo(failure, into: &effects)
        case .written(let key, let isWritten): handle(written: key, isWritten, into: &effects)
        case .pruned(let registration):
            if let index = record.prunings.firstIndex(of: registration) { record.prunings.remove(at: index) }
        case .connected(let key): handle(connected: key, into: &effects)
        case .connectionFailed(let key, let failure): handle(failed: key, failure, into: &effects)
        case .removed(let organization): remove(organization, into: &effects)
        case .listed(let members, let carried): keep(members, carried: carried, into: &effects)
        case .signedOut: signOut(into: &effects)
        case .timerFired(.switching(let ordinal)):
            if record.change?.ordinal == ordinal { undo(.timedOut, into: &effects) }
        }
    }

    /// Erases the other keychain items of the registration. The order is repeated at each start until it is done.
    mutating func prune(_ registration: RegistrationID, into effects: inout [Effect]) {
        if record.prunings.count < OrganizationLimits.pruningsMax { record.prunings.append(registration) }
        effects.append(.prune(registration, keeping: held(registration)))
    }

    mutating func hold(_ key: CredentialKey, into effects: inout [Effect]) {
        let place = record.held.firstIndex { $0.registration >= key.registration } ?? record.held.endIndex
        if place < record.held.endIndex, record.held[place].registration == key.registration {
            guard record.held[place] != key else { return }
            record.held[place] = key
            effects.append(.save)
            prune(key.registration, into: &effects)
        } else {
            record.held.insert(key, at: place)
        }
        effects.append(.replaced(key))
    }

    mutating func begin(
        _ target: OrganizationID, _ stage: OrganizationSwitch.Stage, into effects: inout [Effect]
    ) {
        let change = OrganizationSwitch(
            target: target, stage: stage, hasAsked: stage == .asking, ordinal: nextOrdinal)
        nextOrdinal = (nextOrdinal + 1) % OrganizationTimer.ordinalCount
        record.change = change
        effects.append(.startTimer(.switching(change.ordinal), after: limits.switchDuration))
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: OrganizationState, right: OrganizationState) -> Bool {
        left.record == right.record && left.nextOrdinal == right.nextOrdinal
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(record)
        hasher.combine(nextOrdinal)
    }
}

extension OrganizationState {
    mutating func launch(_ isFirstStart: Bool, into effects: inout [Effect]) {
        guard !isFirstStart else {
            effects.append(.purge)
            return
        }
        let change = record.change
        let begun = record.writings.map(\.registration) + (change.map { [RegistrationID($0.target)] } ?? [])
        let prunings = record.prunings + begun
        // Connections, timers and answers of the previous process no longer exist. Keychain items that it may have
        // written are erased.
        record.change = nil
        record.writings = []
        record.prunings = []
        for registration in prunings where !record.prunings.contains(registration) {
            prune(registration, into: &effects)
        }
        if let change { effects.append(.settled(change.target, .interrupted)) }
    }

    mutating func remove(_ organization: OrganizationID, into effects: inout [Effect]) {
        if record.change?.target == organization { undo(.notMember, into: &effects) }
        forget(all { $0.organization == organization }, into: &effects)
    }

    /// Removes the organizations that the person has left, and the carrier registrations of organizations without a
    /// carrier. The organization of a switch under way stays, because it may be newer than the list.
    mutating func keep(
        _ members: [OrganizationID]?, carried: [OrganizationID]?, into effects: inout [Effect]
    ) {
        for organization in record.held.map(\.organization) where members?.contains(organization) == false {
            remove(organization, into: &effects)
        }
        guard let carried else { return }
        forget(all { $0.provider == .carrier && !carried.contains($0.organization) }, into: &effects)
    }

    /// The registrations that match and whose credentials are on the device or being written.
    private func all(where isMeant: (RegistrationID) -> Bool) -> [RegistrationID] {
        Set((record.held + record.writings).map(\.registration)).filter(isMeant).sorted()
    }

    private mutating func forget(_ registrations: [RegistrationID], into effects: inout [Effect]) {
        guard !registrations.isEmpty else { return }
        record.held.removeAll { registrations.contains($0.registration) }
        record.writings.removeAll { registrations.contains($0.registration) }
        effects += registrations.map { .forgot($0) }
        if let active = record.active, held(RegistrationID(active)) == nil {
            activate(record.held.first { $0.registration.provider == .exchange }?.organization, into: &effects)
        }
        effects.append(.save)
        for registration in registrations { prune(registration, into: &effects) }
    }

    mutating func signOut(into effects: inout [Effect]) {
        if record.change != nil { undo(.notSignedIn, into: &effects) }
        let registrations = (record.held + record.writings).map(\.registration)
        record.held = []
        record.writings = []
        for registration in registrations { effects.append(.forgot(registration)) }
        activate(nil, into: &effects)
        effects.append(.save)
        for registration in registrations { prune(registration, into: &effects) }
    }
}

/// The stored state of the organizations.
public struct OrganizationRecord: Hashable, Sendable, Codable {
    /// The current credentials, one key for each registration, sorted by registration.
    public internal(set) var held: [CredentialKey] = []
    /// The active organization.
    public internal(set) var active: OrganizationID?
    /// The switch under way. A new process undoes it.
    public internal(set) var change: OrganizationSwitch?
    /// Unasked credentials that are being written. They count when this is done.
    public internal(set) var writings: [CredentialKey] = []
    /// Registrations whose other keychain items must be erased. Each order has an entry, so that the answer to an
    /// earlier order does not count for a later one.
    public internal(set) var prunings: [RegistrationID] = []

    /// Creates a record without organizations.
    public init() {}
}

/// The connection over which a call will come that a push announced.
public enum CallRoute: Hashable, Sendable {
    /// The credentials are on the device, so the call can be answered without a request to the exchange.
    case ready(OrganizationID)
    /// The push names an organization without credentials on the device. A switch must be tried.
    case unknown(OrganizationID)
    /// The push names no organization and none is active.
    case nowhere
}

/// The limits of the organizations.
public struct OrganizationLimits: Hashable, Sendable {
    /// How long a switch may take before it is undone. A person watches it, and a ringing call may need it. It
    /// is the value of Z360's app. The system has no such deadline.
    public var switchDuration: Duration = .milliseconds(4_500)

    /// The maximum number of organizations of one person.
    public static let countMax = 16

    /// The maximum number of erase orders that are remembered.
    public static let pruningsMax = 2 * Connections.countMax

    /// Creates the default limits.
    public init() {}
}

/// The timer of the organizations.
public enum OrganizationTimer: Hashable, Sendable {
    /// The switch under way took too long. The number identifies the switch; it wraps around.
    case switching(UInt8)

    static let ordinalCount: UInt8 = 4
}
