public import CallModel
public import Redaction

/// Decides who may call whom and under which name. Every dialed call needs its permission.
///
/// Members of an organization may call each other. Across organizations, and from or to an account that is in none, a
/// call is refused unless the operator allows it. A name that is not in use and one that may not be called get the
/// same answer, after the same steps.
///
/// The policy is pure: it asks a ``CallingDirectory`` for the data about both sides.
public struct CallingPolicy: Hashable, Sendable {
    /// Whether members of different organizations, and accounts without one, may call each other.
    public var allowsAcrossOrganizations: Bool
    /// Whether called devices are shown the name that the caller's app claims, where it claims one.
    public var showsClaimedNames: Bool
    /// Whether calls between members of an organization may connect their media while they ring. The caller's device
    /// then learns network addresses of a called device before the answer.
    public var connectsColleaguesWhileRinging = false
    /// Decides about calls to the public network; nil if there are none.
    public var outbound: OutboundPolicy?

    /// Makes a policy. The defaults suit an exchange whose accounts do not all know each other.
    public init(allowsAcrossOrganizations: Bool = false, showsClaimedNames: Bool = false) {
        self.allowsAcrossOrganizations = allowsAcrossOrganizations
        self.showsClaimedNames = showsClaimedNames
    }

    /// Decides about a call that a device places.
    ///
    /// Both sides are looked up before anything is decided. So the directory is asked the same questions in the same
    /// order, whether or not the dialed name is in use or may be called.
    public func verdict(on attempt: CallAttempt, in directory: some CallingDirectory) -> CallingVerdict {
        let dialed = attempt.dialed.revealed
        let caller = directory.party(attempt.caller)
        let user = directory.user(dialed: dialed)
        let number = directory.organizations(ofNumber: dialed)
        let called = directory.party(user ?? UserID(dialed))
        let callee: Callee =
            if user != nil, let called { .user(called) } else if let number { .number(number) } else { .unknown }
        if let anonymous = attempt.anonymous { return verdict(on: attempt, from: anonymous, to: callee) }
        guard let caller else { return .refused(.unknownCaller) }
        let verdict = verdict(on: attempt, from: caller, to: callee)
        // No extension that the caller may call has that number.
        if case .refused = verdict, callsForHelp(dialed) { return .refused(.emergency) }
        return verdict
    }

    /// The emergency numbers that a user's phone is to dial over the carrier, which routes them to the emergency service:
    /// all emergency numbers except extensions that the user may call; none if the operator does not route them.
    public func routedEmergencyNumbers(for user: UserID, in directory: some CallingDirectory) -> [String] {
        guard let outbound, outbound.emergency == .routed else { return [] }
        return outbound.emergencyNumbers.sorted().filter { number in
            verdict(on: CallAttempt(by: user, dialing: Redacted(number)), in: directory) == .refused(.emergency)
        }
    }

    /// Whether a dialed text is an emergency number. The gateway cannot reach the emergency service, even if the carrier
    /// can, so a caller who dials one here is refused at once with that reason.
    private func callsForHelp(_ dialed: String) -> Bool {
        let numbers = outbound?.emergencyNumbers ?? EmergencyNumber.usual
        return EmergencyNumber.named(dialed, among: numbers, in: outbound?.country) != nil
    }

    // MARK: - The table

    private enum Callee {
        case user(CallingParty)
        /// A number of these organizations.
        case number(Set<String>)
        case unknown

        var organizations: Set<String> {
            switch self {
            case .user(let party): party.organizations
            case .number(let organizations): organizations
            case .unknown: []
            }
        }

        var target: CallTarget? {
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
                callerNumber: caller.number(claimed: attempt.claimedNumber),
                connectsWhileRinging: areColleagues && connectsColleaguesWhileRinging))
    }

    /// Decides about a login without an account. It may call the target that the operator allowed and the login
    /// named, under the name the operator chose.
    private func verdict(
        on attempt: CallAttempt, from anonymous: CallAttempt.Anonymous, to callee: Callee
    ) -> CallingVerdict {
        guard attempt.dialed.revealed == anonymous.target else { return .refused(.notTheNamedTarget) }
        guard let target = callee.target else { return .refused(.unknownCallee) }
        return .permitted(
            PermittedCall(
                caller: attempt.caller, target: target, callerName: anonymous.name, callerNumber: "anonymous",
                isAnonymous: true))
    }

    /// The name and number under which a user calls into organizations. It serves calls over a carrier, where every
    /// caller is admitted.
    ///
    /// - Parameter claimed: the name that the caller's app claims.
    /// - Returns: nil if there is no such user.
    public func shownCaller(
        _ user: UserID, in organizations: Set<String>, claiming claimed: Redacted<String>? = nil,
        knownTo directory: some CallingDirectory
    ) -> (name: Redacted<String>, number: Redacted<String>)? {
        guard let caller = directory.party(user) else { return nil }
        let areColleagues = !caller.organizations.isDisjoint(with: organizations)
        return (shownName(of: caller, claiming: claimed, toColleagues: areColleagues), caller.number(claimed: nil))
    }

    /// The address of a user's picture, for a party that the user calls. Only colleagues are given it, as with the
    /// name.
    public func shownPicture(
        of user: UserID, to callee: UserID, knownTo directory: some CallingDirectory
    ) -> Redacted<String>? {
        guard let caller = directory.party(user), let picture = caller.picture, let called = directory.party(callee),
            user == callee || !caller.organizations.isDisjoint(with: called.organizations)
        else { return nil }
        return picture
    }

    /// The name to show for a caller. Colleagues are shown the display name; others are shown the name they would
    /// dial.
    private func shownName(
        of caller: CallingParty, claiming claimed: Redacted<String>?, toColleagues: Bool
    ) -> Redacted<String> {
        if showsClaimedNames, let claimed, !claimed.revealed.isEmpty { return claimed }
        let own = toColleagues ? caller.displayName : nil
        return own ?? Redacted(caller.user.rawValue)
    }
}

/// The data that a policy needs about users and numbers. Each question takes the same steps whatever the answer is.
public protocol CallingDirectory {
    /// The user a dialed text stands for.
    func user(dialed: String) -> UserID?
    /// The organizations of the number that a dialed text is; nil if it is no number.
    func organizations(ofNumber dialed: String) -> Set<String>?
    /// The data about a user; nil if there is no such user.
    func party(_ user: UserID) -> CallingParty?
}

/// The data of the exchange about a user, not what the user's app claims.
public struct CallingParty: Hashable, Sendable {
    /// The name of the user, which others dial.
    public var user: UserID
    /// The organizations whose members the user may call and be called by.
    public var organizations: Set<String>
    /// The person's name; nil: the user's name is shown.
    public var displayName: Redacted<String>?
    /// The numbers that reach the user. The first is shown unless the app asks for another.
    public var numbers: [Redacted<String>]
    /// The address of a picture of the person; nil if there is none.
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

    /// The number to show. It must be the user's own, so that no user calls under the number of another.
    func number(claimed: Redacted<String>?) -> Redacted<String> {
        let own = numbers + [Redacted(user.rawValue)]
        return own.first { $0 == claimed } ?? own[0]
    }
}

/// A device's wish to place a call, and the identity of its user.
public struct CallAttempt: Hashable, Sendable {
    /// A login without an account.
    public struct Anonymous: Hashable, Sendable {
        /// The one text the login may dial.
        public var target: String
        /// The name that called devices are shown.
        public var name: Redacted<String>

        public init(target: String, name: Redacted<String>) {
            self.target = target
            self.name = name
        }
    }

    /// The user of the calling device.
    public var caller: UserID
    /// The login without an account; nil if the caller has an account.
    public var anonymous: Anonymous?
    /// The dialed text, as the device sent it.
    public var dialed: Redacted<String>
    /// The name that the caller's app claims.
    public var claimedName: Redacted<String>?
    /// The number that the app asks to be shown.
    public var claimedNumber: Redacted<String>?

    public init(
        by caller: UserID, anonymous: Anonymous? = nil, dialing dialed: Redacted<String>,
        claimedName: Redacted<String>? = nil, claimedNumber: Redacted<String>? = nil
    ) {
        self.caller = caller
        self.anonymous = anonymous
        self.dialed = dialed
        self.claimedName = claimedName
        self.claimedNumber = claimedNumber
    }
}

/// The decision of the policy about a call.
public enum CallingVerdict: Hashable, Sendable {
    case permitted(PermittedCall)
    case refused(CallingRefusal)

    /// The permitted call, if it is one of that user; nil otherwise.
    func permitted(to user: UserID) -> PermittedCall? {
        if case .permitted(let call) = self, call.caller == user { call } else { nil }
    }
}

/// Why a call is refused. These reasons are for the operator. A caller is told ``unknownCallee``, whichever of the
/// last three it was. A caller is also told ``emergency``, because the person may need help, which the phone's own
/// telephone reaches.
public enum CallingRefusal: String, Hashable, Sendable, CaseIterable {
    /// The caller's account was removed.
    case unknownCaller
    /// A login without an account dials something else than it named.
    case notTheNamedTarget
    /// The dialed text is an emergency number, and no extension that the caller may call.
    case emergency
    /// The dialed text is no user's name and no number.
    case unknownCallee
    /// One of the two is in no organization.
    case withoutOrganization
    /// The two have no organization in common.
    case otherOrganization
}

/// A call that may be placed. Only the policy makes one, and nothing rings without one.
public struct PermittedCall: Hashable, Sendable {
    /// The user who may place it.
    public let caller: UserID
    /// The called party: a user, or the users of a number.
    public let target: CallTarget
    /// The name that called devices are shown.
    public let callerName: Redacted<String>
    /// The number that called devices are shown: one of the caller's own, or the user's name.
    public let callerNumber: Redacted<String>
    /// Whether the caller has no account, and therefore no limits of its own.
    public let isAnonymous: Bool
    /// Whether its media may connect while it rings.
    public let connectsWhileRinging: Bool

    fileprivate init(
        caller: UserID, target: CallTarget, callerName: Redacted<String>, callerNumber: Redacted<String>,
        isAnonymous: Bool = false, connectsWhileRinging: Bool = false
    ) {
        self.isAnonymous = isAnonymous
        self.connectsWhileRinging = connectsWhileRinging
        self.caller = caller
        self.target = target
        self.callerName = callerName
        self.callerNumber = callerNumber
    }
}

/// The party a call may ring.
public enum CallTarget: Hashable, Sendable {
    /// A user of this exchange.
    case user(UserID)
    /// A number whose calls a ring session decides.
    case number
}
