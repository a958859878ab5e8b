internal import Crypto

/// What logs call a login instead of its name: the same for the same login, as long as the exchange runs. Without the
/// process's key the login cannot be found from it.
struct LogNames: Sendable {
    private let key = SymmetricKey(size: .bits256)

    /// Stands for a login in memory, however long the login is; two logins can be made to share one only with the key.
    struct Mark: Hashable, Sendable {
        fileprivate let value: UInt64
    }

    func mark(of login: String) -> Mark {
        let code = HMAC<SHA256>.authenticationCode(for: Array(login.utf8), using: key)
        return Mark(value: code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Such as `login-3f2a91c07b64`.
    func login(_ text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
        return "login-" + Hexadecimal.text(of: Array(code.prefix(6)))
    }
}
