internal import DeviceModel
internal import Foundation

/// What a dictionary handed to the keychain says.
struct SecItemDictionary {
    private let values: CFDictionary

    init(_ values: CFDictionary) {
        self.values = values
    }

    private func text(_ key: String) -> String? { values[key] as? String }
    private func truth(_ key: String) -> Bool { values[key] as? Bool ?? false }

    private var isPassword: Bool { text(kSecClass) == kSecClassGenericPassword }

    /// Whether the secret is wanted.
    var returnsData: Bool { truth(kSecReturnData) }

    private var returnsAttributes: Bool { truth(kSecReturnAttributes) }

    private var returnsAll: Bool {
        text(kSecMatchLimit) == kSecMatchLimitAll || (values[kSecMatchLimit] as? Int).map { $0 > 1 } ?? false
    }

    private var bytes: [UInt8]? { (values[kSecValueData] as? Data).map(Array.init) }

    /// The class an attribute names; nil if there is none. Outer nil: one that does not exist.
    private var accessibility: KeychainAccessibility?? {
        guard let name = text(kSecAttrAccessible) else { return .some(nil) }
        return KeychainAccessibility(protectionClass: name).map { .some($0) } ?? nil
    }

    /// The item to add; nil if that cannot be.
    var item: KeychainItem? {
        guard isPassword, case .some(let accessibility) = accessibility else { return nil }
        return KeychainItem(
            service: text(kSecAttrService) ?? "", account: text(kSecAttrAccount) ?? "",
            accessGroup: text(kSecAttrAccessGroup), isSynchronizable: truth(kSecAttrSynchronizable),
            accessibility: accessibility, value: bytes ?? [])
    }

    /// What to look for; nil if that cannot be.
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

    /// What to set; nil if that cannot be.
    var change: KeychainChange? {
        guard case .some(let accessibility) = accessibility else { return nil }
        return KeychainChange(value: bytes, accessibility: accessibility)
    }

    /// The answer in the shape that was asked for: data, attributes or both; one or all.
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
