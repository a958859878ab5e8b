/// Decides which credentials a device has at a carrier: one for each organization it belongs to, made ahead, renewed
/// beside the older one, and deleted when it no longer belongs there.
///
/// It is a value type that takes events and answers with the changes to store. Source: situations 46, 70 and 71 of
/// Documentation/RingScenarios.md.
public struct CarrierCredentials: Hashable, Sendable {
    /// The id of the device whose credentials these are.
    public let device: String
    /// The credentials in the order in which they were requested.
    public private(set) var all: [CarrierCredential]

    /// - Parameter all: the stored credentials of the device.
    public init(of device: String, _ all: [CarrierCredential] = []) {
        self.device = device
        self.all = all.sorted { ($0.createdAt, $0.name) < ($1.createdAt, $1.name) }
    }

    /// Handles an event. `now` is in microseconds since 1970.
    public mutating func handle(
        _ event: CarrierCredentialEvent, at now: Int64, into effects: inout [CarrierCredentialEffect]
    ) {
        let before = all
        switch event {
        case .belongs(let user, let places): settle(user, in: places, now)
        case .begun(let name):
            change(name) { credential in
                credential.attempts += 1
                credential.notBefore = now + CarrierCredentialLimits.lease
            }
        case .issued(let name, let handle): issued(name, handle, now)
        case .failed(let name, let wait): failed(name, wait, now)
        case .deleted(let name): all.removeAll { $0.name == name && $0.stage == .unwanted }
        case .checked(let name, let isAlive): checked(name, isAlive: isAlive, now)
        case .doubted(let organization): doubt(organization, now)
        case .taken(let name): taken(name, now)
        case .time: passTime(now)
        }
        reportChanges(of: before, &effects)
    }

    /// The credential by which a call for an organization is dialed: the newest that its device has taken, or else the
    /// newest there is, for which a push wakes the device. It is only one, so that a device rings once.
    public func dialed(for organization: String?, at now: Int64) -> CarrierCredential? {
        let working = all.filter { $0.organization == organization && $0.works(at: now) }
        return working.last { $0.takenAt != nil } ?? working.last
    }

    /// The credential that a token for an organization is made of: the newest that works.
    public func newest(for organization: String?, at now: Int64) -> CarrierCredential? {
        all.last { $0.organization == organization && $0.works(at: now) }
    }

    // MARK: - Belonging

    private mutating func settle(_ user: String, in places: [String?], _ now: Int64) {
        for credential in all where !places.contains(credential.organization) || credential.user != user {
            dismiss(credential.name, now)
        }
        for place in places where !all.contains(where: { $0.organization == place && $0.isMeant }) {
            ask(for: user, in: place, now)
        }
    }

    /// Requests another credential for an organization; the existing ones end later.
    private mutating func ask(for user: String, in place: String?, _ now: Int64) {
        for index in all.indices where all[index].organization == place && all[index].stage == .live {
            all[index].retiresAt = all[index].retiresAt ?? all[index].expiresAt
        }
        guard all.count(where: { $0.stage != .unwanted }) < CarrierCredentialLimits.ofDeviceMax else { return }
        var moment = now
        while all.contains(where: { $0.name == Self.name(device, place, moment) }) { moment += 1 }
        // In whole seconds, as carriers write it.
        let end = (moment + CarrierCredentialLimits.lifeTime) / 1_000_000 * 1_000_000
        all.append(
            CarrierCredential(
                name: Self.name(device, place, moment), user: user, device: device, organization: place,
                stage: .asked, createdAt: moment, expiresAt: end, notBefore: now))
    }

    private static func name(_ device: String, _ place: String?, _ moment: Int64) -> String {
        "\(device)/\(place ?? "")/\(moment)"
    }

    /// Has a credential deleted. One that was never requested from the carrier is removed at once.
    private mutating func dismiss(_ name: String, _ now: Int64) {
        guard let index = index(name), all[index].stage != .unwanted else { return }
        if all[index].stage == .asked, all[index].attempts == 0 {
            all.remove(at: index)
            return
        }
        // The request may be under way, so its result is awaited.
        let isUnderWay = all[index].stage == .asked
        all[index].stage = .unwanted
        all[index].isDoubted = false
        all[index].attempts = 0
        if !isUnderWay { all[index].notBefore = now }
    }

    // MARK: - Answers of the carrier

    private mutating func issued(_ name: String, _ handle: CarrierCredentialID, _ now: Int64) {
        guard let index = index(name), all[index].handle == nil else { return }
        all[index].handle = handle
        all[index].attempts = 0
        all[index].notBefore = now
        guard all[index].stage == .asked else { return }
        all[index].stage = .live
        // A device that never took the older one is not registered with it.
        for other in all.indices where other != index && isOlder(other, than: index) && all[other].takenAt == nil {
            retire(other, now)
        }
    }

    private mutating func failed(_ name: String, _ wait: Int64, _ now: Int64) {
        guard let index = index(name) else { return }
        if all[index].stage == .unwanted, now >= all[index].expiresAt {
            all.remove(at: index)  // It has ended by itself.
            return
        }
        let shift = min(max(all[index].attempts, 1) - 1, 20)
        let pause = min(CarrierCredentialLimits.retryWait << shift, CarrierCredentialLimits.retryWaitMax)
        all[index].notBefore = now + max(pause, wait)
    }

    private mutating func checked(_ name: String, isAlive: Bool, _ now: Int64) {
        guard let index = index(name), all[index].stage == .live else { return }
        all[index].isDoubted = false
        all[index].checkedAt = now
        all[index].attempts = 0
        guard !isAlive else { return }
        let (user, place) = (all[index].user, all[index].organization)
        dismiss(name, now)
        if !all.contains(where: { $0.organization == place && $0.isMeant }) { ask(for: user, in: place, now) }
    }

    /// Has the carrier asked what a failed dial means, because a sleeping phone looks the same as a revoked credential.
    private mutating func doubt(_ organization: String?, _ now: Int64) {
        guard let name = (dialed(for: organization, at: now) ?? dialed(for: nil, at: now))?.name else { return }
        change(name) { credential in
            let isFresh = credential.checkedAt.map { now - $0 < CarrierCredentialLimits.checkPause } ?? false
            guard !credential.isDoubted, !isFresh else { return }
            credential.isDoubted = true
            credential.attempts = 0
            credential.notBefore = now
        }
    }

    // MARK: - Time

    private mutating func taken(_ name: String, _ now: Int64) {
        guard let index = index(name), all[index].stage == .live else { return }
        all[index].takenAt = all[index].takenAt ?? now
        for other in all.indices where other != index && isOlder(other, than: index) { retire(other, now) }
    }

    private mutating func retire(_ index: Int, _ now: Int64) {
        let end = min(all[index].expiresAt, now + CarrierCredentialLimits.overlap)
        all[index].retiresAt = min(all[index].retiresAt ?? end, end)
    }

    private mutating func passTime(_ now: Int64) {
        for credential in all where credential.stage == .live && credential.dueAt <= now && !credential.isDoubted {
            if credential.expiresAt <= now || credential.retiresAt.map({ $0 <= now }) ?? false {
                dismiss(credential.name, now)
            }
            guard credential.isMeant else { continue }
            let place = credential.organization
            if all.contains(where: { $0.organization == place && $0.isMeant && $0.name != credential.name }) {
                change(credential.name) { $0.retiresAt = $0.expiresAt }
            } else {
                ask(for: credential.user, in: place, now)
            }
        }
    }

    // MARK: - Lookup

    private func index(_ name: String) -> Int? { all.firstIndex { $0.name == name } }

    private mutating func change(_ name: String, _ body: (inout CarrierCredential) -> Void) {
        if let index = index(name) { body(&all[index]) }
    }

    private func isOlder(_ other: Int, than index: Int) -> Bool {
        all[other].organization == all[index].organization && all[other].stage == .live && other < index
    }

    private func reportChanges(of before: [CarrierCredential], _ effects: inout [CarrierCredentialEffect]) {
        for old in before where index(old.name) == nil { effects.append(.forget(name: old.name)) }
        for credential in all where !before.contains(credential) { effects.append(.keep(credential)) }
    }
}

extension CarrierCredential {
    /// Whether it is the present credential of its organization, or will be.
    fileprivate var isMeant: Bool { stage == .asked || (stage == .live && retiresAt == nil) }
}

/// An event for the credentials that a device has at a carrier.
public enum CarrierCredentialEvent: Hashable, Sendable {
    /// The device of a user belongs to these organizations; a nil element stands for belonging to none. Empty: the
    /// device was logged out or removed, its app was deleted, or its account was.
    case belongs(user: String, to: [String?])
    /// A request is about to be sent. The change has to be stored before the first byte leaves.
    case begun(name: String)
    /// The carrier has made the credential, or had it already.
    case issued(name: String, CarrierCredentialID)
    /// The carrier could not be asked, or did not do it. `wait` is the least time before the next attempt, in
    /// microseconds.
    case failed(name: String, wait: Int64)
    /// The carrier no longer has it.
    case deleted(name: String)
    /// The carrier says whether it exists and works.
    case checked(name: String, isAlive: Bool)
    /// A dial for an organization failed, as when its credential was revoked at the carrier. It concerns the credential
    /// of the organization or, if there is none, the one for no organization.
    case doubted(organization: String?)
    /// The device got a token of it, so from now on the device is reached by it.
    case taken(name: String)
    /// Time passed.
    case time
}

/// A change to store for the credentials of a device. Requests to the carrier follow from the stored credentials
/// (``CarrierCredential/dueRequest``), so that a crash loses none.
public enum CarrierCredentialEffect: Hashable, Sendable {
    /// Store the credential in place of the stored one of its name.
    case keep(CarrierCredential)
    /// Delete the stored credential.
    case forget(name: String)
}

/// The limits of carrier credentials, each with its reason. Times are in microseconds.
public enum CarrierCredentialLimits {
    private static let second: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * second

    /// How long a credential lasts. Only the carrier has its password, and a device's tokens of it last a day, so this
    /// only bounds the leftovers at the carrier if everything else fails (judgment).
    public static let lifeTime: Int64 = 30 * day
    /// How long before its end the successor of a credential is made: longer than a token lasts, so that every token
    /// lasts its whole day. Source: Telnyx: a token is valid 24 h or until its credential expires, whichever is first.
    public static let renewalLead: Int64 = 2 * day
    /// How long an older credential works beside the one its device has taken: a call may last that long, or a phone be
    /// without network (judgment).
    public static let overlap: Int64 = 15 * 60 * second
    /// How long a request may be under way before it is sent again: longer than any request lasts.
    public static let lease: Int64 = 60 * second
    /// The wait after a failure; twice as long after each.
    public static let retryWait: Int64 = second
    /// The longest wait after a failure.
    public static let retryWaitMax: Int64 = 3_600 * second
    /// The least time between two checks of a credential: sleeping phones are out of reach at every call, and most
    /// credentials are in order (judgment).
    public static let checkPause: Int64 = 600 * second
    /// The most devices of one user that have credentials, the last used first, so that one user cannot fill the
    /// account at the carrier. It equals the default of how many devices may be logged in at once.
    public static let devicesOfUserMax = 16
    /// The most credentials of one device that are not unwanted: one for each organization a user can be a member of
    /// (the API's bound), each with a successor.
    public static let ofDeviceMax = 64
}
