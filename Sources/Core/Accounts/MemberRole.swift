/// What a member may do in an organisation.
public enum MemberRole: String, Hashable, Sendable, CaseIterable {
    /// Everything, and the organisation may not lose its last one.
    case owner
    /// Members and settings.
    case admin
    case member

    /// Whether it may add, change and remove members of a role.
    public func mayManage(_ other: MemberRole) -> Bool {
        switch self {
        case .owner: true
        case .admin: other != .owner
        case .member: false
        }
    }
}

/// Whether a device may take another organisation as its present one.
///
/// The organisation is the device's own, not the user's: a switch on the phone leaves the browser where it is.
/// Source: backend ruling 14.
public enum OrganizationSwitch: Hashable, Sendable {
    /// The device's organisation becomes the target, under the next version.
    case switched(version: Int64)
    /// It is the target already: nothing changes, credentials are issued all the same.
    case alreadyThere(version: Int64)
    /// The client decided on an older state than the present one.
    case outdated(version: Int64)
    /// The user is no member. The same for an organisation that is not there.
    case notMember

    /// - Parameter expected: the version the client knows; nil: whatever it is.
    public init(to target: String, isMember: Bool, current: String?, version: Int64, expected: Int64?) {
        if !isMember {
            self = .notMember
        } else if current == target {
            // A repeat of a switch whose reply was lost carries the version before it.
            self = .alreadyThere(version: version)
        } else if let expected, expected != version {
            self = .outdated(version: version)
        } else {
            self = .switched(version: version + 1)
        }
    }
}

/// Who may make an account by signing in. Accounts that are there sign in whatever it is.
public enum SignUpMode: String, Hashable, Sendable, CaseIterable {
    /// Everyone.
    case open
    /// Those whose mail address was invited to an organisation.
    case invitation
    /// The operator makes all accounts.
    case closed

    /// Why an account may not be made; nil: it may.
    public func refusal(isInvited: Bool) -> SignUpRefusal? {
        switch self {
        case .open: nil
        case .invitation: isInvited ? nil : .notInvited
        case .closed: .closed
        }
    }
}

/// Why an account may not be made.
public enum SignUpRefusal: String, Hashable, Sendable {
    case notInvited
    case closed
}
