/// The rights of a member in an organization.
public enum MemberRole: String, Hashable, Sendable, CaseIterable {
    /// May do everything. An organization may not lose its last owner.
    case owner
    /// May manage members and settings.
    case admin
    case member

    /// Whether the role may add, change and remove members of another role.
    public func mayManage(_ other: MemberRole) -> Bool {
        switch self {
        case .owner: true
        case .admin: other != .owner
        case .member: false
        }
    }
}

/// Decides whether a device may switch to another organization.
///
/// Each device has a present organization of its own: a switch on the phone does not change the browser.
public enum OrganizationSwitchDecision: Hashable, Sendable {
    /// The device's organization becomes the target, under the next version.
    case switched(version: Int64)
    /// The target is the present organization already: nothing changes, but credentials are issued all the same.
    case alreadyThere(version: Int64)
    /// The client decided on an older state than the present one.
    case outdated(version: Int64)
    /// The user is no member, or the organization does not exist.
    case notMember

    /// - Parameter expected: the version the client knows; nil: any version.
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

/// Who may create an account by signing in. Users with an account sign in under every mode.
public enum SignUpMode: String, Hashable, Sendable, CaseIterable {
    /// Everyone.
    case open
    /// Those whose mail address was invited to an organization.
    case invitation
    /// The operator creates all accounts.
    case closed

    /// Why an account may not be created; nil: it may.
    public func refusal(isInvited: Bool) -> SignUpRefusal? {
        switch self {
        case .open: nil
        case .invitation: isInvited ? nil : .notInvited
        case .closed: .closed
        }
    }
}

/// Why an account may not be created.
public enum SignUpRefusal: String, Hashable, Sendable {
    case notInvited
    case closed
}
