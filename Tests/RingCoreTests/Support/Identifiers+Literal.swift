public import CallModel
public import RingCore

extension DeviceID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension UserID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension AppProcess: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension MessageRecipients: ExpressibleByArrayLiteral {
    public init(arrayLiteral users: UserID...) { self.init(users) }
}

extension OrganizationID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension CarrierLegID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
