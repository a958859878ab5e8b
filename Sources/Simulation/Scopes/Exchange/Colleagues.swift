public import CallModel
public import ExchangeCore
public import Redaction

/// Users of one organisation, who may all call each other: by their names, or the number `1000`.
public struct Colleagues: CallingDirectory {
    private let users: Set<UserID>
    private let displayName: Redacted<String>?
    private let numbers: [Redacted<String>]

    public init(_ users: Set<UserID>, displayName: Redacted<String>? = nil, numbers: [Redacted<String>] = []) {
        self.users = users
        self.displayName = displayName
        self.numbers = numbers
    }

    public func user(dialled: String) -> UserID? { users.contains(UserID(dialled)) ? UserID(dialled) : nil }

    public func organizations(ofNumber dialled: String) -> Set<String>? { dialled == Self.number ? ["one"] : nil }

    public func party(_ user: UserID) -> CallingParty? {
        guard users.contains(user) else { return nil }
        return CallingParty(user, organizations: ["one"], displayName: displayName, numbers: numbers)
    }

    /// What the policy says of a call between them.
    public func verdict(of caller: UserID, calling dialled: String) -> CallingVerdict {
        CallingPolicy().verdict(on: CallAttempt(by: caller, dialling: Redacted(dialled)), in: self)
    }

    public static let number = "1000"
}
