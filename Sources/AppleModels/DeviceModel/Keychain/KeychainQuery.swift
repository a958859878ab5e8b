/// What to look for. A nil attribute matches every item.
public struct KeychainQuery: Hashable, Sendable {
    public var service: String?
    public var account: String?
    public var accessGroup: String?
    public var synchronizable: Synchronizable
    public var accessibility: KeychainAccessibility?
    /// Whether the value is wanted, which needs the key of the item's class; attributes alone need less.
    public var returnsValue: Bool
    /// `kSecMatchLimitAll`; else the first match.
    public var returnsAll: Bool

    /// `kSecAttrSynchronizable`.
    public enum Synchronizable: Hashable, Sendable {
        /// Only items that stay on this phone: what a query means that does not speak of it.
        case no
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
