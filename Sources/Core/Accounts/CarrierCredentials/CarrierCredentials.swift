/// Decides which credentials a device has at a carrier: one for each organisation it belongs to, made ahead, renewed
/// beside the older one, and deleted when it belongs there no more.
///
/// A value: it takes what happened and says what is to be stored. Source: backend rulings 14–16, scenarios 46, 70, 71.
public struct CarrierCredentials: Hashable, Sendable {
    public let device: String
    /// In the order they were asked for.
    public private(set) var all: [CarrierCredential]

    /// - Parameter all: what is stored of the device's.
    public init(of device: String, _ all: [CarrierCredential] = []) {
        self.device = device
        self.all = all.sorted { ($0.createdAt, $0.name) < ($1.createdAt, $1.name) }
    }

    /// Takes what happened. Moments in microseconds since 1970.
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
        tell(of: before, &effects)
    }

    /// The one a call for an organisation is dialled by: the newest its device has taken; if it has taken none, the newest
    /// there is, for which a push wakes it. One only, so that a device rings once.
    public func dialled(for organization: String?, at now: Int64) -> CarrierCredential? {
        let working = all.filter { $0.organization == organization && $0.works(at: now) }
        return working.last { $0.takenAt != nil } ?? working.last
    }

    /// The one a token for an organisation is of: the newest that works.
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

    /// Another one is made for an organisation; those there are go later.
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

    /// It goes. One the carrier never heard of is gone at once.
    private mutating func dismiss(_ name: String, _ now: Int64) {
        guard let index = index(name), all[index].stage != .unwanted else { return }
        if all[index].stage == .asked, all[index].attempts == 0 {
            all.remove(at: index)
            return
        }
        // Asked for already, it may be under way: what comes of that is waited for.
        let isUnderWay = all[index].stage == .asked
        all[index].stage = .unwanted
        all[index].isDoubted = false
        all[index].attempts = 0
        if !isUnderWay { all[index].notBefore = now }
    }

    // MARK: - What the carrier says

    private mutating func issued(_ name: String, _ handle: CarrierHandle, _ now: Int64) {
        guard let index = index(name), all[index].handle == nil else { return }
        all[index].handle = handle
        all[index].attempts = 0
        all[index].notBefore = now
        guard all[index].stage == .asked else { return }
        all[index].stage = .live
        // A device that never took the older one is not registered by it.
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

    /// What a failed dial means is asked of the carrier, not guessed: a phone that sleeps looks the same.
    private mutating func doubt(_ organization: String?, _ now: Int64) {
        guard let name = (dialled(for: organization, at: now) ?? dialled(for: nil, at: now))?.name else { return }
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

    // MARK: - Parts

    private func index(_ name: String) -> Int? { all.firstIndex { $0.name == name } }

    private mutating func change(_ name: String, _ body: (inout CarrierCredential) -> Void) {
        if let index = index(name) { body(&all[index]) }
    }

    private func isOlder(_ other: Int, than index: Int) -> Bool {
        all[other].organization == all[index].organization && all[other].stage == .live && other < index
    }

    private func tell(of before: [CarrierCredential], _ effects: inout [CarrierCredentialEffect]) {
        for old in before where index(old.name) == nil { effects.append(.forget(name: old.name)) }
        for credential in all where !before.contains(credential) { effects.append(.keep(credential)) }
    }
}

extension CarrierCredential {
    /// Whether it is the one for its organisation, or will be.
    fileprivate var isMeant: Bool { stage == .asked || (stage == .live && retiresAt == nil) }
}
