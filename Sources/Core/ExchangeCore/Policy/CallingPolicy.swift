public import CallModel
public import Redaction

/// Who may call whom, and under which name: the one place that decides it.
///
/// Members of an organisation may call each other. Across organisations, and from or to an account that is in none, a
/// call is refused unless the operator allows it. A name that is not in use and one that may not be called are answered
/// alike, after the same steps.
///
/// Pure: what the exchange knows of the two sides is asked of a ``CallingDirectory``.
public struct CallingPolicy: Hashable, Sendable {
    /// Whether members of different organisations, and accounts without one, may call each other.
    public var allowsAcrossOrganizations: Bool
    /// Whether called devices are shown the name that the caller's app claims, where it claims one.
    public var showsClaimedNames: Bool
    /// Decides about calls to the public network; nil: there are none.
    public var outbound: OutboundPolicy?

    /// Makes a policy; the defaults are those of an exchange whose accounts do not all know each other.
    public init(allowsAcrossOrganizations: Bool = false, showsClaimedNames: Bool = false) {
        self.allowsAcrossOrganizations = allowsAcrossOrganizations
        self.showsClaimedNames = showsClaimedNames
    }

    /// Decides about a call that a device places.
    ///
    /// Both sides are looked up, and only then it is decided: the directory is asked the same questions, in the same order,
    /// whether the dialled name is in use or not and whether it may be called or not.
    public func verdict(on attempt: CallAttempt, in directory: some CallingDirectory) -> CallingVerdict {
        let dialled = attempt.dialled.revealed
        let caller = directory.party(attempt.caller)
        let user = directory.user(dialled: dialled)
        let number = directory.organizations(ofNumber: dialled)
        let called = directory.party(user ?? UserID(dialled))
        let callee: Callee =
            if user != nil, let called { .user(called) } else if let number { .number(number) } else { .unknown }
        if let anonymous = attempt.anonymous { return verdict(on: attempt, from: anonymous, to: callee) }
        guard let caller else { return .refused(.unknownCaller) }
        let verdict = verdict(on: attempt, from: caller, to: callee)
        // No extension that the caller may call has that number.
        if case .refused = verdict, callsForHelp(dialled) { return .refused(.emergency) }
        return verdict
    }

    /// Emergency numbers that a user's phone is to dial over the carrier, which leads them to help: all, but for those that are
    /// an extension the user may call. None where the operator does not say so.
    public func emergencyNumbersLed(for user: UserID, in directory: some CallingDirectory) -> [String] {
        guard let outbound, outbound.emergency == .routed else { return [] }
        return outbound.emergencyNumbers.sorted().filter { number in
            verdict(on: CallAttempt(by: user, dialling: Redacted(number)), in: directory) == .refused(.emergency)
        }
    }

    /// Here it is not led to help, whatever the carrier does: whom it reaches by mistake is told at once.
    private func callsForHelp(_ dialled: String) -> Bool {
        let numbers = outbound?.emergencyNumbers ?? EmergencyNumber.usual
        return EmergencyNumber.named(dialled, among: numbers, in: outbound?.country) != nil
    }

    // MARK: - The table

    private enum Callee {
        case user(CallingParty)
        /// Of these organisations.
        case number(Set<String>)
        case unknown

        var organizations: Set<String> {
            switch self {
            case .user(let party): party.organizations
            case .number(let organizations): organizations
            case .unknown: []
            }
        }

        var target: DialTarget? {
            switch self {
            case .user(let party): .user(party.user)
            case .number: .number
            case .unknown: nil
            }
        }
    }

    private func verdict(on attempt: CallAttempt, from caller: CallingParty, to callee: Callee) -> CallingVerdict {
        let areColleagues =
            callee.target == .user(caller.user) || !caller.organizations.isDisjoint(with: callee.organizations)
        guard let target = callee.target else { return .refused(.unknownCallee) }
        guard areColleagues || allowsAcrossOrganizations else {
            let hasNone = caller.organizations.isEmpty || callee.organizations.isEmpty
            return .refused(hasNone ? .withoutOrganization : .otherOrganization)
        }
        return .permitted(
            PermittedCall(
                caller: caller.user, target: target,
                callerName: shownName(of: caller, claiming: attempt.claimedName, toColleagues: areColleagues),
                callerNumber: caller.number(claimed: attempt.claimedNumber)))
    }

    /// A login without an account calls the target that the operator allowed and the login named, under the operator's name.
    private func verdict(
        on attempt: CallAttempt, from anonymous: CallAttempt.Anonymous, to callee: Callee
    ) -> CallingVerdict {
        guard attempt.dialled.revealed == anonymous.target else { return .refused(.notTheNamedTarget) }
        guard let target = callee.target else { return .refused(.unknownCallee) }
        return .permitted(
            PermittedCall(
                caller: attempt.caller, target: target, callerName: anonymous.name, callerNumber: "anonymous",
                isAnonymous: true))
    }

    /// Under which name and number a user calls into organisations; for calls over a carrier, where all callers are welcome.
    ///
    /// - Parameter claimed: what the caller's app says the caller is called.
    /// - Returns: nil when there is no such user.
    public func shownCaller(
        _ user: UserID, in organizations: Set<String>, claiming claimed: Redacted<String>? = nil,
        knownTo directory: some CallingDirectory
    ) -> (name: Redacted<String>, number: Redacted<String>)? {
        guard let caller = directory.party(user) else { return nil }
        let areColleagues = !caller.organizations.isDisjoint(with: organizations)
        return (shownName(of: caller, claiming: claimed, toColleagues: areColleagues), caller.number(claimed: nil))
    }

    /// Where the picture of a user can be had, for one whom that user calls. Only colleagues are told, as with the name.
    public func shownPicture(
        of user: UserID, to callee: UserID, knownTo directory: some CallingDirectory
    ) -> Redacted<String>? {
        guard let caller = directory.party(user), let picture = caller.picture, let called = directory.party(callee),
            user == callee || !caller.organizations.isDisjoint(with: called.organizations)
        else { return nil }
        return picture
    }

    /// What a person is called is told to their colleagues; others are shown the name they would dial.
    private func shownName(
        of caller: CallingParty, claiming claimed: Redacted<String>?, toColleagues: Bool
    ) -> Redacted<String> {
        if showsClaimedNames, let claimed, !claimed.revealed.isEmpty { return claimed }
        let own = toColleagues ? caller.displayName : nil
        return own ?? Redacted(caller.user.rawValue)
    }
}

/// What a policy asks about users and numbers. Each question is answered in the same steps whatever the answer is.
public protocol CallingDirectory {
    /// The user a dialled text stands for.
    func user(dialled: String) -> UserID?
    /// The organisations of the number a dialled text is; nil: it is no number.
    func organizations(ofNumber dialled: String) -> Set<String>?
    /// What the exchange knows of a user; nil: there is no such user.
    func party(_ user: UserID) -> CallingParty?
}

/// A user, as the exchange knows them and not as their app says.
public struct CallingParty: Hashable, Sendable {
    public var user: UserID
    /// Members of one of them may be called, and may call the user.
    public var organizations: Set<String>
    /// What the person is called; nil: as the user.
    public var displayName: Redacted<String>?
    /// Numbers that reach the user, the first of which is shown unless the app asks for another.
    public var numbers: [Redacted<String>]
    /// Where a picture of the person can be had; nil: there is none.
    public var picture: Redacted<String>?

    public init(
        _ user: UserID, organizations: Set<String> = [], displayName: Redacted<String>? = nil,
        numbers: [Redacted<String>] = [], picture: Redacted<String>? = nil
    ) {
        self.user = user
        self.organizations = organizations
        self.displayName = displayName
        self.numbers = numbers
        self.picture = picture
    }

    /// The number to be shown must be the user's own, so that no user calls under the number of another.
    func number(claimed: Redacted<String>?) -> Redacted<String> {
        let own = numbers + [Redacted(user.rawValue)]
        return own.first { $0 == claimed } ?? own[0]
    }
}

/// What a device asks for when it dials, and who it is.
public struct CallAttempt: Hashable, Sendable {
    /// A login without an account.
    public struct Anonymous: Hashable, Sendable {
        /// The one text it may dial.
        public var target: String
        /// What called devices are shown.
        public var name: Redacted<String>

        public init(target: String, name: Redacted<String>) {
            self.target = target
            self.name = name
        }
    }

    public var caller: UserID
    /// nil: the caller has an account.
    public var anonymous: Anonymous?
    public var dialled: Redacted<String>
    /// What the app says the caller is called.
    public var claimedName: Redacted<String>?
    /// Which number the app wants to be shown.
    public var claimedNumber: Redacted<String>?

    public init(
        by caller: UserID, anonymous: Anonymous? = nil, dialling dialled: Redacted<String>,
        claimedName: Redacted<String>? = nil, claimedNumber: Redacted<String>? = nil
    ) {
        self.caller = caller
        self.anonymous = anonymous
        self.dialled = dialled
        self.claimedName = claimedName
        self.claimedNumber = claimedNumber
    }
}

/// What a policy decided about a call.
public enum CallingVerdict: Hashable, Sendable {
    case permitted(PermittedCall)
    case refused(CallingRefusal)
}

/// Why a call may not be. For the operator: a caller is told ``unknownCallee``, whichever of the last three it was; and
/// ``emergency``, as what follows from it concerns a person in need: the phone's own telephone reaches help.
public enum CallingRefusal: String, Hashable, Sendable, CaseIterable {
    /// The caller is no user any more.
    case unknownCaller
    /// A login without an account dials something else than it named.
    case notTheNamedTarget
    /// It is an emergency number, and no extension that the caller may call.
    case emergency
    /// The dialled text is no user's name and no number.
    case unknownCallee
    /// One of the two is in no organisation.
    case withoutOrganization
    /// The two have no organisation in common.
    case otherOrganization
}

/// A call that may be placed. Only the policy makes one, and nothing rings without one.
public struct PermittedCall: Hashable, Sendable {
    /// Who may place it.
    public let caller: UserID
    public let target: DialTarget
    /// What called devices are shown.
    public let callerName: Redacted<String>
    public let callerNumber: Redacted<String>
    /// Whether the caller has no account, and with it no limits of its own.
    public let isAnonymous: Bool

    fileprivate init(
        caller: UserID, target: DialTarget, callerName: Redacted<String>, callerNumber: Redacted<String>,
        isAnonymous: Bool = false
    ) {
        self.isAnonymous = isAnonymous
        self.caller = caller
        self.target = target
        self.callerName = callerName
        self.callerNumber = callerNumber
    }
}

/// Whom a call may ring.
public enum DialTarget: Hashable, Sendable {
    /// A user of this exchange.
    case user(UserID)
    /// A number whose calls are decided outside.
    case number
}
