/// What is known of a login at an address when a password of it comes.
package enum PasswordStanding: Hashable, Sendable, CaseIterable {
    /// Its password was proven there of late.
    case proven
    /// No wrong password is held against it.
    case clean
    case failed
}
