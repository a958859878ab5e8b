/// What the keychain answers. The raw values are Apple's.
public enum KeychainStatus: Int32, Error, Hashable, Sendable, CaseIterable {
    /// `errSecSuccess`.
    case success = 0
    /// `errSecParam`: attributes that contradict each other.
    case parameter = -50
    /// `errSecAllocate`: beyond the model's bounds.
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
