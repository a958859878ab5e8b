internal import DeviceModel

extension KeychainAccessibility {
    /// The class a dictionary names.
    init?(protectionClass name: String) {
        guard let found = Self.allCases.first(where: { $0.protectionClass == name }) else { return nil }
        self = found
    }

    /// Its name in a dictionary.
    var protectionClass: String {
        switch self {
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        }
    }
}
