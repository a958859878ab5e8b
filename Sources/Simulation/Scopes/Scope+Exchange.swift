public import CallModel
public import ExchangeCore
public import Redaction

extension Scope {
    /// Scopes with one call to one user with some devices, users who may act at any time, and a faulty network.
    package static let exchange: [Scope] = [
        Scope("exchange: 1 device, 1 drop, 1 double", RingModel(devices: 1, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 2 devices, 1 drop, 1 double", RingModel(devices: 2, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 3 devices, 1 drop, 1 double", RingModel(devices: 3, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 1 device, 2 breaks", RingModel(devices: 1, faults: .init(breaks: 2))),
        Scope("exchange: 2 devices, 1 break", RingModel(devices: 2, faults: .init(breaks: 1))),
        Scope("exchange: 2 devices, 1 revoked", RingModel(devices: 2, faults: .init(revocations: 1))),
        Scope(
            "exchange: 1 device asleep, 1 drop, 1 break",
            RingModel(devices: 1, lastIsAsleep: true, faults: .init(drops: 1, breaks: 1))),
        Scope("exchange: 2 devices, 1 asleep", RingModel(devices: 2, lastIsAsleep: true, faults: .init())),
        Scope(
            "exchange: 1 device and an attendant, 1 drop, 1 double",
            RingModel(devices: 1, hasAttendant: true, faults: .init(drops: 1, doubles: 1))),
        Scope(
            "exchange: 2 devices, early description, 1 drop",
            RingModel(devices: 2, faults: .init(drops: 1), early: .init())),
        Scope(
            "exchange: 2 devices, early description, 1 break",
            RingModel(devices: 2, faults: .init(breaks: 1), early: .init())),
        Scope("exchange: who called comes back, 2 breaks", ReturnModel(phoneCalls: false, breaks: 2)),
        Scope("exchange: who was called comes back, 2 breaks", ReturnModel(phoneCalls: true, breaks: 2)),
        Scope(
            "exchange: who called comes back, 1 break and 1 restart",
            ReturnModel(phoneCalls: false, breaks: 1, restarts: 1)),
        Scope(
            "exchange: who was called comes back, 1 break and 1 restart",
            ReturnModel(phoneCalls: true, breaks: 1, restarts: 1)),
        Scope(
            "exchange: who acknowledges comes back, 2 breaks",
            ReturnModel(phoneCalls: true, breaks: 2, client: .acknowledging)),
        Scope(
            "exchange: who acknowledges comes back, 1 break and 1 update",
            ReturnModel(phoneCalls: false, breaks: 1, client: .acknowledging, updates: 1)),
        Scope("exchange: both sides offer new media, 2 each", CrossingModel(updates: 2)),
        Scope("exchange: a device takes the call, 2 breaks", TakeModel(faults: .init(breaks: 2))),
        Scope(
            "exchange: a device takes the call, 1 break and 1 hang-up", TakeModel(faults: .init(breaks: 1, hangUps: 1))),
        Scope(
            "exchange: a device takes the call, 1 restart and 1 hang-up",
            TakeModel(faults: .init(restarts: 1, hangUps: 1))),
        Scope(
            "exchange: the caller transfers the call, 1 break and 1 hang-up",
            TransferModel(byCaller: true, faults: .init(breaks: 1, hangUps: 1))),
        Scope(
            "exchange: who was called transfers the call, 1 death and 1 cut",
            TransferModel(byCaller: false, faults: .init(cuts: 1, deaths: 1))),
    ]
}

/// Users of one organization, who may all call each other by name or by the number `1000`.
public struct SingleOrganizationDirectory: CallingDirectory {
    private let users: Set<UserID>
    private let displayName: Redacted<String>?
    private let numbers: [Redacted<String>]

    /// Names the users, and the caller that each call of theirs shows.
    public init(_ users: Set<UserID>, displayName: Redacted<String>? = nil, numbers: [Redacted<String>] = []) {
        self.users = users
        self.displayName = displayName
        self.numbers = numbers
    }

    public func user(dialed: String) -> UserID? { users.contains(UserID(dialed)) ? UserID(dialed) : nil }

    public func organizations(ofNumber dialed: String) -> Set<String>? { dialed == Self.number ? ["one"] : nil }

    public func party(_ user: UserID) -> CallingParty? {
        guard users.contains(user) else { return nil }
        return CallingParty(user, organizations: ["one"], displayName: displayName, numbers: numbers)
    }

    /// The calling policy's verdict on a call between them.
    public func verdict(
        of caller: UserID, calling dialed: String, under policy: CallingPolicy = CallingPolicy()
    ) -> CallingVerdict {
        policy.verdict(on: CallAttempt(by: caller, dialing: Redacted(dialed)), in: self)
    }

    /// The number that the callers of a scope dial.
    public static let number = "1000"
}
