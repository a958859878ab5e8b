/// The keychain of one phone, as far as one app sees it (C74, C76).
///
/// Every call returns at once. The phone's lock at that moment decides which items are accessible.
public struct KeychainState: Hashable, Sendable {
    /// The most items. Apple has no limit; it bounds the model.
    public static let itemCountMax = 256
    /// The most bytes of a value. Apple has no limit; credentials are far below.
    public static let valueBytesMax = 16 * 1024

    /// The items, in the order in which they were added.
    public private(set) var items: [KeychainItem] = []
    private let constant: Constant<(policy: StoragePolicy, accessGroups: [String])>

    /// Makes an empty keychain for an app that is entitled to these groups, the first of which is its own.
    public init(policy: StoragePolicy, accessGroups: [String] = ["app"]) {
        constant = Constant((policy, accessGroups))
    }

    /// `SecItemAdd`.
    public mutating func add(_ item: KeychainItem, lock: LockState) -> KeychainStatus {
        var item = item
        let accessibility = item.accessibility ?? constant.value.policy.defaultAccessibility
        item.accessibility = accessibility
        item.accessGroup = item.accessGroup ?? constant.value.accessGroups.first
        guard isEntitled(to: item.accessGroup) else { return .missingEntitlement }
        guard !(item.isSynchronizable && accessibility.isBoundToDevice) else { return .parameter }
        guard items.count < KeychainState.itemCountMax, item.value.count <= KeychainState.valueBytesMax else {
            return .allocate
        }
        guard accessibility.isReachable(lock) else { return .interactionNotAllowed }
        guard !items.contains(where: { $0.isSame(as: item) }) else { return .duplicateItem }
        items.append(item)
        return .success
    }

    /// `SecItemCopyMatching`. A query without values only needs a phone that was unlocked once.
    public func copy(_ query: KeychainQuery, lock: LockState) -> Result<[KeychainItem], KeychainStatus> {
        guard isEntitled(to: query.accessGroup) else { return .failure(.missingEntitlement) }
        let matching = items.filter(query.matches)
        let found = query.returnsAll ? matching : Array(matching.prefix(1))
        guard !found.isEmpty else { return .failure(.itemNotFound) }
        let isReachable =
            query.returnsValue
            ? found.allSatisfy { KeychainState.isReachable($0, lock) } : lock != .beforeFirstUnlock
        guard isReachable else { return .failure(.interactionNotAllowed) }
        return .success(query.returnsValue ? found : found.map(KeychainState.withoutValue))
    }

    /// `SecItemUpdate`. Either all matching items change or none does.
    public mutating func update(_ query: KeychainQuery, _ change: KeychainChange, lock: LockState) -> KeychainStatus {
        guard isEntitled(to: query.accessGroup) else { return .missingEntitlement }
        let matching = items.indices.filter { query.matches(items[$0]) }
        guard !matching.isEmpty else { return .itemNotFound }
        guard (change.value?.count ?? 0) <= KeychainState.valueBytesMax else { return .allocate }
        for index in matching {
            guard KeychainState.isReachable(items[index], lock), change.accessibility?.isReachable(lock) ?? true else {
                return .interactionNotAllowed
            }
            guard !(items[index].isSynchronizable && change.accessibility?.isBoundToDevice == true) else {
                return .parameter
            }
        }
        for index in matching {
            items[index].value = change.value ?? items[index].value
            items[index].accessibility = change.accessibility ?? items[index].accessibility
        }
        return .success
    }

    /// `SecItemDelete`. It needs no key, so it works in every lock state. That includes the time before the first
    /// unlock: assumed (C74).
    public mutating func delete(_ query: KeychainQuery) -> KeychainStatus {
        guard isEntitled(to: query.accessGroup) else { return .missingEntitlement }
        let before = items.count
        items.removeAll(where: query.matches)
        return items.count < before ? .success : .itemNotFound
    }

    /// Handles the deletion of the app. As a rule its items survive and are there after a new installation (C76).
    public mutating func appDeleted() {
        if !constant.value.policy.keychainSurvivesDeletion { items.removeAll() }
    }

    /// Handles the restoration of a backup onto another phone.
    public mutating func restoredOntoAnotherPhone() {
        items.removeAll { $0.accessibility?.isBoundToDevice ?? false }
    }

    private func isEntitled(to group: String?) -> Bool {
        group.map(constant.value.accessGroups.contains) ?? true
    }

    private static func isReachable(_ item: KeychainItem, _ lock: LockState) -> Bool {
        item.accessibility?.isReachable(lock) ?? false
    }

    private static func withoutValue(_ item: KeychainItem) -> KeychainItem {
        var item = item
        item.value = []
        return item
    }
}

/// A generic password. Two items are the same if service, account, access group and synchronizability are equal.
public struct KeychainItem: Hashable, Sendable {
    /// `kSecAttrService`.
    public var service: String
    /// `kSecAttrAccount`.
    public var account: String
    /// The access group; nil means the app's own.
    public var accessGroup: String?
    /// Whether iCloud Keychain copies the item to other devices.
    public var isSynchronizable: Bool
    /// The accessibility class; nil means the default.
    public var accessibility: KeychainAccessibility?
    /// The secret (`kSecValueData`).
    public var value: [UInt8]

    public init(
        service: String, account: String, accessGroup: String? = nil, isSynchronizable: Bool = false,
        accessibility: KeychainAccessibility? = nil, value: [UInt8]
    ) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.isSynchronizable = isSynchronizable
        self.accessibility = accessibility
        self.value = value
    }

    func isSame(as other: KeychainItem) -> Bool {
        service == other.service && account == other.account && accessGroup == other.accessGroup
            && isSynchronizable == other.isSynchronizable
    }
}

/// A query for items. An attribute that is nil matches every item.
public struct KeychainQuery: Hashable, Sendable {
    /// `kSecAttrService`.
    public var service: String?
    /// `kSecAttrAccount`.
    public var account: String?
    /// `kSecAttrAccessGroup`.
    public var accessGroup: String?
    /// Whether items of iCloud Keychain match.
    public var synchronizable: Synchronizable
    /// `kSecAttrAccessible`.
    public var accessibility: KeychainAccessibility?
    /// Whether the query returns values, which needs the key of the item's class. Attributes alone need less.
    public var returnsValue: Bool
    /// Whether the query returns all matches (`kSecMatchLimitAll`) or only the first.
    public var returnsAll: Bool

    /// `kSecAttrSynchronizable`.
    public enum Synchronizable: Hashable, Sendable {
        /// Only items that stay on this phone. This is the default of a query.
        case no
        /// Only items that iCloud Keychain copies.
        case yes
        /// `kSecAttrSynchronizableAny`.
        case any
    }

    public init(
        service: String? = nil, account: String? = nil, accessGroup: String? = nil,
        synchronizable: Synchronizable = .no,
        accessibility: KeychainAccessibility? = nil, returnsValue: Bool = true, returnsAll: Bool = false
    ) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.synchronizable = synchronizable
        self.accessibility = accessibility
        self.returnsValue = returnsValue
        self.returnsAll = returnsAll
    }

    func matches(_ item: KeychainItem) -> Bool {
        (service == nil || service == item.service) && (account == nil || account == item.account)
            && (accessGroup == nil || accessGroup == item.accessGroup)
            && (accessibility == nil || accessibility == item.accessibility)
            && (synchronizable == .any || (synchronizable == .yes) == item.isSynchronizable)
    }
}

/// The changes of an update. A property that is nil leaves the value as it is.
public struct KeychainChange: Hashable, Sendable {
    /// The new secret.
    public var value: [UInt8]?
    /// The new accessibility class.
    public var accessibility: KeychainAccessibility?

    public init(value: [UInt8]? = nil, accessibility: KeychainAccessibility? = nil) {
        self.value = value
        self.accessibility = accessibility
    }
}

/// When an item can be read and written. The cases have Apple's names without the prefix `kSecAttrAccessible`.
public enum KeychainAccessibility: String, Hashable, Sendable, CaseIterable {
    /// The item is accessible while the phone is unlocked. The default.
    case whenUnlocked
    /// The item is accessible from the first unlock to the next restart.
    case afterFirstUnlock
    /// As `whenUnlocked`, and never on another phone.
    case whenUnlockedThisDeviceOnly
    /// As `afterFirstUnlock`, and never on another phone.
    case afterFirstUnlockThisDeviceOnly

    /// Whether an item stays behind when a backup is restored onto another phone.
    public var isBoundToDevice: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock: false
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly: true
        }
    }

    /// Whether the phone has the key of this class in memory.
    public func isReachable(_ lock: LockState) -> Bool {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: lock == .unlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .beforeFirstUnlock
        }
    }
}

/// The result of a keychain call. The raw values are Apple's.
public enum KeychainStatus: Int32, Error, Hashable, Sendable, CaseIterable {
    /// `errSecSuccess`.
    case success = 0
    /// `errSecParam`: attributes that contradict each other.
    case parameter = -50
    /// `errSecAllocate`: the model's bounds are exceeded.
    case allocate = -108
    /// `errSecDuplicateItem`.
    case duplicateItem = -25299
    /// `errSecItemNotFound`.
    case itemNotFound = -25300
    /// `errSecInteractionNotAllowed`: the phone does not have the key in its present lock state.
    case interactionNotAllowed = -25308
    /// `errSecMissingEntitlement`: an access group the app is not entitled to.
    case missingEntitlement = -34018
}

extension KeychainStatus: CustomStringConvertible {
    /// Apple's name and number.
    public var description: String {
        switch self {
        case .success: "errSecSuccess (0)"
        case .parameter: "errSecParam (-50)"
        case .allocate: "errSecAllocate (-108)"
        case .duplicateItem: "errSecDuplicateItem (-25299)"
        case .itemNotFound: "errSecItemNotFound (-25300)"
        case .interactionNotAllowed: "errSecInteractionNotAllowed (-25308)"
        case .missingEntitlement: "errSecMissingEntitlement (-34018)"
        }
    }
}
