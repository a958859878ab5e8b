/// A call of a scenario, as the exchange and the other side know it.
public struct ScenarioCall: Hashable, Sendable {
    /// What a message about it can name it by.
    public enum Mark: String, CaseIterable, Hashable, Sendable {
        /// The exchange's name of the call.
        case session
        /// The vendor's name of the call.
        case vendor
    }

    /// Its name in the scenario.
    public var id: CallName
    public var number: String
    /// The other side's name; nil if nobody knows it.
    public var name: String?
    public var organization: String
    /// What the organisation is called; nil if the exchange tells no name of it.
    public var organizationName: String?
    /// Whether the carrier has it: its INVITE comes over the phone's registration there, and the carrier may push too.
    public var isOfCarrier = false
    /// From a connection that can be used, and a call that rings, to the INVITE; nil is never.
    public var inviteAfter: Duration? = .milliseconds(100)
    /// From the answer to sound; nil is never.
    public var mediaAfter: Duration? = .milliseconds(100)
    /// How long the exchange rings.
    public var ringsFor: Duration = .seconds(30)
    /// How long the attendant greets the caller then, before it takes their message; nil: there is no attendant.
    public var greetsFor: Duration?
    /// Whether the carrier keeps the INVITE for a phone that is not connected.
    public var isKeptByCarrier = true
    /// What our push, the vendor's and the INVITE name.
    public var pushNames: [Mark] = [.session]
    public var vendorPushNames: [Mark] = [.vendor]
    public var inviteNames: [Mark] = [.session, .vendor]
    /// Another call of whose session this one is: the same caller rings anew under the same name.
    public var sessionOf: CallName?

    /// A call.
    public init(_ id: CallName, number: String, name: String? = nil, organization: String = "blue") {
        self.id = id
        self.number = number
        self.name = name
        self.organization = organization
    }

    /// What a person reads as the other side.
    public var shownName: String {
        let caller = name ?? number
        return organizationName.map { "\(caller) · \($0)" } ?? caller
    }
}
