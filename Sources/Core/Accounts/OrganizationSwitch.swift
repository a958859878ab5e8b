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
