/// A generic password. Service, account, access group and whether it is synchronizable tell two apart.
public struct KeychainItem: Hashable, Sendable {
    public var service: String
    public var account: String
    /// The app's own group when nil.
    public var accessGroup: String?
    public var isSynchronizable: Bool
    /// The default class when nil.
    public var accessibility: KeychainAccessibility?
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
