internal import Redaction

/// What called devices are shown of a caller.
///
/// The app chooses the name it shows; the number must be the user's own, or anybody could call under anybody's number.
struct CallerIdentity {
    let name: Redacted<String>
    let number: Redacted<String>

    /// Of an anonymous login: what the operator decided, and nothing the client says.
    init(of anonymous: AnonymousLogins) {
        name = anonymous.displayName
        number = Redacted("anonymous")
    }

    init(of user: UserEntry, claimedName: Redacted<String>?, claimedNumber: Redacted<String>?) {
        let shown = claimedName.flatMap { $0.revealed.isEmpty ? nil : $0 }
        name = shown ?? user.displayName ?? Redacted(user.name)
        let own = user.numbers + [Redacted(user.name)]
        number = own.first { $0 == claimedNumber } ?? own[0]
    }
}
