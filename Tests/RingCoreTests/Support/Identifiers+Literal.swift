public import CallModel
public import RingCore

extension DeviceID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension UserID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension OrganizationID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
