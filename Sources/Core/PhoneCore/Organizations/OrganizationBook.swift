/// Decides which organization is in use, and whose credentials are on the device.
///
/// A switch writes new credentials beside the old ones and moves the pointer when they have proved good; until then,
/// and when anything fails or the process ends, what was before is what counts, and what was written is erased. A
/// connection is only ever ordered with a key, and a key names its organization.
public struct OrganizationBook: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The process began. `isFirstStart`: there was no record, so items of an earlier installation are erased.
        /// Source: C76 (documented: keychain items survive deletion of the app).
        case launched(isFirstStart: Bool)
        /// The person, or a call of an organization not known, wants another organization.
        case wanted(OrganizationID)
        /// The exchange gave what it was asked for; the shell has the secret and will write it when told.
        case granted(CredentialKey)
        /// The exchange gave credentials by itself: the device was registered, or they are renewed.
        case provisioned(CredentialKey)
        case denied(OrganizationID, SwitchFailure)
        /// The keychain took the item, or did not.
        case written(CredentialKey, Bool)
        /// Nothing but the credentials held is left of the registration.
        case pruned(RegistrationID)
        /// The connection made with this key is registered.
        case connected(CredentialKey)
        case connectionFailed(CredentialKey, SignalingFailure)
        /// The person is no member any more.
        case removed(OrganizationID)
        /// The person is a member of these organizations and of no others, and those that have a carrier have one;
        /// `nil`: not all of them are known.
        case listed([OrganizationID]?, carried: [OrganizationID]?)
        case signedOut
        case timerFired(OrganizationTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// `POST /api/voip/switch-org` with the person's own session; the answer is `granted` or `denied`.
        case ask(OrganizationID)
        /// Write the secret just granted to the keychain under this key.
        case write(CredentialKey)
        /// Store the record now, before what follows is done: what is erased must not be pointed to any more, and what
        /// is written must be known of.
        case save
        /// Erase every keychain item of the registration but this one.
        case prune(RegistrationID, keeping: CredentialKey?)
        /// Erase every keychain item of ours.
        case purge
        /// Connect with this key, beside whatever is connected; the outcome is `connected` or `connectionFailed`.
        case connect(CredentialKey)
        /// The trial of this connection is over, well or badly; a call on it goes on.
        case release(RegistrationID)
        /// New credentials count for their registration from now on.
        case replaced(CredentialKey)
        /// The registration is gone from the device: close its connection.
        case forgot(RegistrationID)
        /// Another organization is in use, or none.
        case activated(OrganizationID?)
        /// A switch came to an end: complete, or undone.
        case settled(OrganizationID, SwitchFailure?)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(OrganizationTimer, after: Duration)
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

    /// The organization in use.
    public var active: OrganizationID? { record.active }

    /// The key a connection of the registration is to be made with: the one on trial, or the one that counts.
    public func key(of registration: RegistrationID) -> CredentialKey? {
        if case .connecting(let key) = record.change?.stage, key.registration == registration { return key }
        return held(registration)
    }

    /// Where a call will come, by the organization its push names; without asking anybody.
    public func route(to organization: OrganizationID?) -> CallRoute {
        guard let organization = organization ?? active else { return .nowhere }
        return held(RegistrationID(organization)) == nil ? .unknown(organization) : .ready(organization)
    }

    /// The registration at a provider that something means which names no organization: that of the organization in
    /// use; of the carrier, that of the only one that has a carrier if the one in use has none.
    public func registration(at provider: SignalingProvider) -> RegistrationID? {
        let inUse = active.map { RegistrationID($0, provider) }
        guard provider == .carrier, inUse.flatMap({ held($0) }) == nil else { return inUse }
        let carried = record.held.filter { $0.registration.provider == .carrier }
        return carried.count == 1 ? carried[0].registration : inUse
    }

    func held(_ registration: RegistrationID) -> CredentialKey? {
        record.held.first { $0.registration == registration }
    }

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .launched(let isFirstStart): launch(isFirstStart, into: &decisions)
        case .wanted(let organization): want(organization, into: &decisions)
        case .granted(let key):
            guard let change = record.change, change.target == key.organization, change.stage == .asking else { return }
            record.change?.stage = .writing(key)
            decisions.append(.write(key))
        case .provisioned(let key): take(provisioned: key, into: &decisions)
        case .denied(let organization, let failure):
            guard let change = record.change, change.target == organization, change.stage == .asking else { return }
            undo(failure, into: &decisions)
        case .written(let key, let isWritten): take(written: key, isWritten, into: &decisions)
        case .pruned(let registration):
            if let index = record.prunings.firstIndex(of: registration) { record.prunings.remove(at: index) }
        case .connected(let key): take(connected: key, into: &decisions)
        case .connectionFailed(let key, let failure): take(failed: key, failure, into: &decisions)
        case .removed(let organization): remove(organization, into: &decisions)
        case .listed(let members, let carried): keep(members, carried: carried, into: &decisions)
        case .signedOut: signOut(into: &decisions)
        case .timerFired(.switching(let ordinal)):
            if record.change?.ordinal == ordinal { undo(.timedOut, into: &decisions) }
        }
    }

    /// Erases what is left of the registration besides the credentials held; said again at each start until done.
    mutating func prune(_ registration: RegistrationID, into decisions: inout [Decision]) {
        if record.prunings.count < OrganizationLimits.pruningsMax { record.prunings.append(registration) }
        decisions.append(.prune(registration, keeping: held(registration)))
    }

    mutating func hold(_ key: CredentialKey, into decisions: inout [Decision]) {
        let place = record.held.firstIndex { $0.registration >= key.registration } ?? record.held.endIndex
        if place < record.held.endIndex, record.held[place].registration == key.registration {
            guard record.held[place] != key else { return }
            record.held[place] = key
            decisions.append(.save)
            prune(key.registration, into: &decisions)
        } else {
            record.held.insert(key, at: place)
        }
        decisions.append(.replaced(key))
    }

    mutating func begin(
        _ target: OrganizationID, _ stage: OrganizationSwitch.Stage, into decisions: inout [Decision]
    ) {
        let change = OrganizationSwitch(
            target: target, stage: stage, hasAsked: stage == .asking, ordinal: nextOrdinal)
        nextOrdinal = (nextOrdinal + 1) % OrganizationTimer.ordinalCount
        record.change = change
        decisions.append(.startTimer(.switching(change.ordinal), after: limits.switchDuration))
    }

    /// Equal books decide alike; the limits are the same all through a process.
    public static func == (left: OrganizationBook, right: OrganizationBook) -> Bool {
        left.record == right.record && left.nextOrdinal == right.nextOrdinal
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(record)
        hasher.combine(nextOrdinal)
    }
}

extension OrganizationBook {
    mutating func launch(_ isFirstStart: Bool, into decisions: inout [Decision]) {
        guard !isFirstStart else {
            decisions.append(.purge)
            return
        }
        let change = record.change
        let begun = record.writings.map(\.registration) + (change.map { [RegistrationID($0.target)] } ?? [])
        let prunings = record.prunings + begun
        // No connection, timer or answer of the process before is left; what it may have written is erased.
        record.change = nil
        record.writings = []
        record.prunings = []
        for registration in prunings where !record.prunings.contains(registration) {
            prune(registration, into: &decisions)
        }
        if let change { decisions.append(.settled(change.target, .interrupted)) }
    }

    mutating func remove(_ organization: OrganizationID, into decisions: inout [Decision]) {
        if record.change?.target == organization { undo(.notMember, into: &decisions) }
        forget(all { $0.organization == organization }, into: &decisions)
    }

    /// What the person has left goes, and what has no carrier any more; one that a switch under way is about to bring
    /// may be newer than the list.
    mutating func keep(
        _ members: [OrganizationID]?, carried: [OrganizationID]?, into decisions: inout [Decision]
    ) {
        for organization in record.held.map(\.organization) where members?.contains(organization) == false {
            remove(organization, into: &decisions)
        }
        guard let carried else { return }
        forget(all { $0.provider == .carrier && !carried.contains($0.organization) }, into: &decisions)
    }

    /// Those of which something is on the device, or on its way there.
    private func all(where isMeant: (RegistrationID) -> Bool) -> [RegistrationID] {
        Set((record.held + record.writings).map(\.registration)).filter(isMeant).sorted()
    }

    private mutating func forget(_ registrations: [RegistrationID], into decisions: inout [Decision]) {
        guard !registrations.isEmpty else { return }
        record.held.removeAll { registrations.contains($0.registration) }
        record.writings.removeAll { registrations.contains($0.registration) }
        decisions += registrations.map { .forgot($0) }
        if let active = record.active, held(RegistrationID(active)) == nil {
            activate(record.held.first { $0.registration.provider == .exchange }?.organization, into: &decisions)
        }
        decisions.append(.save)
        for registration in registrations { prune(registration, into: &decisions) }
    }

    mutating func signOut(into decisions: inout [Decision]) {
        if record.change != nil { undo(.notSignedIn, into: &decisions) }
        let registrations = (record.held + record.writings).map(\.registration)
        record.held = []
        record.writings = []
        for registration in registrations { decisions.append(.forgot(registration)) }
        activate(nil, into: &decisions)
        decisions.append(.save)
        for registration in registrations { prune(registration, into: &decisions) }
    }
}

/// What outlives the process of the organizations.
public struct OrganizationRecord: Hashable, Sendable, Codable {
    /// The credentials that count, one for each registration, in the order of their names.
    public internal(set) var held: [CredentialKey] = []
    /// The organization in use.
    public internal(set) var active: OrganizationID?
    /// A switch under way: found at a start, it is undone.
    public internal(set) var change: OrganizationSwitch?
    /// Credentials that came by themselves and are being written: they count when that is done.
    public internal(set) var writings: [CredentialKey] = []
    /// Registrations whose keychain items other than the one held are to be erased, until that is done: one entry for
    /// each order, so that the answer to an earlier one does not stand for a later one.
    public internal(set) var prunings: [RegistrationID] = []

    /// No organization.
    public init() {}
}

/// Over whose connection a call that a push announced will come.
public enum CallRoute: Hashable, Sendable {
    /// Credentials are on the device: it can be answered without asking anybody.
    case ready(OrganizationID)
    /// The organization is named, and nothing of it is on the device: a switch must be tried.
    case unknown(OrganizationID)
    /// No organization is named and none is in use.
    case nowhere
}

/// The figures of the organizations.
public struct OrganizationLimits: Hashable, Sendable {
    /// How long a switch may take before it is undone: a person watches it, and it may be wanted for a call that rings.
    /// Source: seed z360-ios-current-state §3.11 (4.5 s; the deadline of the system it names does not exist).
    public var switchDuration: Duration = .milliseconds(4_500)

    /// The most organizations of one person.
    public static let countMax = 16

    /// The most orders to erase that are remembered at once.
    public static let pruningsMax = 2 * Connections.countMax

    /// Creates the default limits.
    public init() {}
}

/// Names the one deadline of the organizations.
public enum OrganizationTimer: Hashable, Sendable {
    /// The switch under way has had its time. The number tells one switch from the next; it goes round.
    case switching(UInt8)

    static let ordinalCount: UInt8 = 4
}
