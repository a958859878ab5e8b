internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

// The four functions of the keychain. On an iPhone each blocks its caller while another process answers (C75); here the
// result is available at once. Source: developer.apple.com/documentation/security.

/// Adds an item.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let item = SecItemDictionary(attributes).item else { return errSecParam }
    let status = withKeychain { book, lock in book.add(item, lock: lock) }
    if status == .success { result?.pointee = SecItemDictionary(attributes).result(for: [item]) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Finds items.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    _ = ProcessHandle.recording("")
    let dictionary = SecItemDictionary(query)
    guard let wanted = dictionary.query(returnsValue: dictionary.returnsData) else { return errSecParam }
    let found = withKeychain { book, lock in book.copy(wanted, lock: lock) }
    switch found {
    case nil: return errSecNotAvailable
    case .failure(let status): return status.rawValue
    case .success(let items):
        result?.pointee = dictionary.result(for: items)
        return errSecSuccess
    }
}

/// Changes items. If the query finds none, none is added.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let wanted = SecItemDictionary(query).query(returnsValue: false),
        let change = SecItemDictionary(attributesToUpdate).change
    else { return errSecParam }
    let status = withKeychain { book, lock in book.update(wanted, change, lock: lock) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Removes items.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let wanted = SecItemDictionary(query).query(returnsValue: false) else { return errSecParam }
    let status = withKeychain { book, _ in book.delete(wanted) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Uses the keychain of the phone. Returns nil if the caller belongs to no process or to a dead one.
private func withKeychain<Value: Sendable>(_ body: (inout KeychainState, LockState) -> Value) -> Value? {
    guard let process = ProcessHandle.current, process.isAlive else { return nil }
    return process.kernel.keychain(body)
}

/// A dictionary handed to the keychain, in the machine's terms.
struct SecItemDictionary {
    private let values: CFDictionary

    init(_ values: CFDictionary) {
        self.values = values
    }

    private func text(_ key: String) -> String? { values[key] as? String }
    private func truth(_ key: String) -> Bool { values[key] as? Bool ?? false }

    private var isPassword: Bool { text(kSecClass) == kSecClassGenericPassword }

    /// Whether the query returns the value.
    var returnsData: Bool { truth(kSecReturnData) }

    private var returnsAttributes: Bool { truth(kSecReturnAttributes) }

    private var returnsAll: Bool {
        text(kSecMatchLimit) == kSecMatchLimitAll || (values[kSecMatchLimit] as? Int).map { $0 > 1 } ?? false
    }

    private var bytes: [UInt8]? { (values[kSecValueData] as? Data).map(Array.init) }

    /// The class that an attribute names; nil if no attribute names one. The outer optional is nil if the name is
    /// unknown.
    private var accessibility: KeychainAccessibility?? {
        guard let name = text(kSecAttrAccessible) else { return .some(nil) }
        return KeychainAccessibility(protectionClass: name).map { .some($0) } ?? nil
    }

    /// The item to add; nil if the dictionary is not valid.
    var item: KeychainItem? {
        guard isPassword, case .some(let accessibility) = accessibility else { return nil }
        return KeychainItem(
            service: text(kSecAttrService) ?? "", account: text(kSecAttrAccount) ?? "",
            accessGroup: text(kSecAttrAccessGroup), isSynchronizable: truth(kSecAttrSynchronizable),
            accessibility: accessibility, value: bytes ?? [])
    }

    /// Returns the query; nil if the dictionary is not valid.
    func query(returnsValue: Bool) -> KeychainQuery? {
        guard isPassword, case .some(let accessibility) = accessibility else { return nil }
        let synchronizable: KeychainQuery.Synchronizable =
            if text(kSecAttrSynchronizable) == kSecAttrSynchronizableAny {
                .any
            } else {
                truth(kSecAttrSynchronizable) ? .yes : .no
            }
        return KeychainQuery(
            service: text(kSecAttrService), account: text(kSecAttrAccount), accessGroup: text(kSecAttrAccessGroup),
            synchronizable: synchronizable, accessibility: accessibility, returnsValue: returnsValue,
            returnsAll: returnsAll)
    }

    /// The change to make; nil if the dictionary is not valid.
    var change: KeychainChange? {
        guard case .some(let accessibility) = accessibility else { return nil }
        return KeychainChange(value: bytes, accessibility: accessibility)
    }

    /// Returns the result in the requested shape: data, attributes or both, for one item or all.
    func result(for items: [KeychainItem]) -> CFTypeRef? {
        guard returnsData || returnsAttributes else { return nil }
        guard returnsAttributes else {
            let secrets = items.map { Data($0.value) }
            return returnsAll ? secrets as AnyObject : secrets.first.map { $0 as AnyObject }
        }
        let attributes = items.map(attributes(of:))
        return returnsAll ? attributes as AnyObject : attributes.first.map { $0 as AnyObject }
    }

    private func attributes(of item: KeychainItem) -> [String: Any] {
        var attributes: [String: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: item.service, kSecAttrAccount: item.account,
            kSecAttrSynchronizable: item.isSynchronizable,
        ]
        attributes[kSecAttrAccessGroup] = item.accessGroup
        attributes[kSecAttrAccessible] = item.accessibility?.protectionClass
        if returnsData { attributes[kSecValueData] = Data(item.value) }
        return attributes
    }
}

extension KeychainAccessibility {
    /// Finds the class by its name in a dictionary.
    init?(protectionClass name: String) {
        guard let found = Self.allCases.first(where: { $0.protectionClass == name }) else { return nil }
        self = found
    }

    /// The name of the class in a dictionary.
    var protectionClass: String {
        switch self {
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        }
    }
}
