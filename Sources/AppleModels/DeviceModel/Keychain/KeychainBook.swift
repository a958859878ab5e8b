/// The keychain of one phone, as far as one app sees it (C74, C76).
///
/// Every call answers at once; what can be reached depends on the lock at that moment.
public struct KeychainBook: Hashable, Sendable {
    /// The most items. Apple has no limit; it bounds the model.
    public static let itemCountMax = 256
    /// The most bytes of a value. Apple has no limit; credentials are far below.
    public static let valueBytesMax = 16 * 1024

    /// In the order they were added.
    public private(set) var items: [KeychainItem] = []
    private let constant: Constant<(policy: StoragePolicy, accessGroups: [String])>

    /// Makes an empty keychain, for an app that is entitled to these groups, its own first.
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
        guard items.count < KeychainBook.itemCountMax, item.value.count <= KeychainBook.valueBytesMax else {
            return .allocate
        }
        guard accessibility.isReachable(lock) else { return .interactionNotAllowed }
        guard !items.contains(where: { $0.isSame(as: item) }) else { return .duplicateItem }
        items.append(item)
        return .success
    }

    /// `SecItemCopyMatching`. Without values it is enough that the phone was unlocked once.
    public func copy(_ query: KeychainQuery, lock: LockState) -> Result<[KeychainItem], KeychainStatus> {
        guard isEntitled(to: query.accessGroup) else { return .failure(.missingEntitlement) }
        let matching = items.filter(query.matches)
        let found = query.returnsAll ? matching : Array(matching.prefix(1))
        guard !found.isEmpty else { return .failure(.itemNotFound) }
        let isReachable =
            query.returnsValue
            ? found.allSatisfy { KeychainBook.isReachable($0, lock) } : lock != .beforeFirstUnlock
        guard isReachable else { return .failure(.interactionNotAllowed) }
        return .success(query.returnsValue ? found : found.map(KeychainBook.withoutValue))
    }

    /// `SecItemUpdate`. All matches change, or none does and all stay as they were.
    public mutating func update(_ query: KeychainQuery, _ change: KeychainChange, lock: LockState) -> KeychainStatus {
        guard isEntitled(to: query.accessGroup) else { return .missingEntitlement }
        let matching = items.indices.filter { query.matches(items[$0]) }
        guard !matching.isEmpty else { return .itemNotFound }
        guard (change.value?.count ?? 0) <= KeychainBook.valueBytesMax else { return .allocate }
        for index in matching {
            guard KeychainBook.isReachable(items[index], lock), change.accessibility?.isReachable(lock) ?? true else {
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

    /// `SecItemDelete`: needs no key, so it works whatever the lock. Before the first unlock that is assumed (C74).
    public mutating func delete(_ query: KeychainQuery) -> KeychainStatus {
        guard isEntitled(to: query.accessGroup) else { return .missingEntitlement }
        let before = items.count
        items.removeAll(where: query.matches)
        return items.count < before ? .success : .itemNotFound
    }

    /// The app is deleted from the phone; its items are there when it comes back (C76).
    public mutating func appDeleted() {
        if !constant.value.policy.keychainSurvivesDeletion { items.removeAll() }
    }

    /// A backup of the phone is restored onto another one.
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
