public import Redaction

/// The requirements for a password, which depend on who chose it.
///
/// Source: NIST SP 800-63B §3.1.1: a minimum of length, a comparison with the most common passwords, no rule about
/// kinds of characters.
public struct PasswordRule: Hashable, Sendable {
    /// Why a password is refused.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case tooShort(count: Int, min: Int)
        case tooLong(max: Int)
        /// The password is the login name.
        case sameAsLogin
        /// The password repeats one character, counts up or down, or is one of the most common.
        case tooEasy

        /// The end of a sentence that begins with the name of the password. It reveals nothing of the password.
        public var description: String {
            switch self {
            case .tooShort(let count, let min): "has \(count) characters, \(min) are the least"
            case .tooLong(let max): "has more than \(max) characters"
            case .sameAsLogin: "is the same as its login"
            case .tooEasy: "is one of those that are guessed first; choose another"
            }
        }
    }

    /// In Unicode scalars.
    public static let charactersMax = 128

    /// The least length, in Unicode scalars.
    public let charactersMin: Int

    /// For passwords that people choose and that are hashed by argon2id.
    public static let person = PasswordRule(charactersMin: 8)
    /// For passwords that a machine makes and that are stored as one HMAC: a text must at least be as long as machines
    /// make them.
    public static let machine = PasswordRule(charactersMin: 12)
    /// For users of the command line, who try an exchange that only their own machine reaches.
    public static let trial = PasswordRule(charactersMin: 6)

    /// - Parameter login: the login name of the user or device.
    /// - Throws: `Fault`, the reason for the refusal.
    public func check(_ password: Redacted<String>, of login: String) throws(Fault) {
        let text = password.revealed
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= charactersMin else {
            throw .tooShort(count: scalars.count, min: charactersMin)
        }
        guard scalars.count <= Self.charactersMax else { throw .tooLong(max: Self.charactersMax) }
        let lowercase = text.lowercased()
        guard lowercase != login.lowercased() else { throw .sameAsLogin }
        guard !Self.isCounted(scalars), !Self.commonest.contains(lowercase) else { throw .tooEasy }
    }

    /// Whether all steps from one character to the next are equal and at most 1: `aaaaaaaa`, `12345678`, `hgfedcba`.
    private static func isCounted(_ scalars: [Unicode.Scalar]) -> Bool {
        let steps = Set(zip(scalars, scalars.dropFirst()).map { Int($1.value) - Int($0.value) })
        return steps.count <= 1 && steps.allSatisfy { (-1...1).contains($0) }
    }

    /// The most common leaked passwords of 6 characters and more that `isCounted` does not find.
    private static let commonest: Set<String> = [
        "password", "password1", "password12", "password123", "passw0rd", "p@ssword", "p@ssw0rd", "qwerty", "qwerty123",
        "qwertyui", "qwertyuiop", "qwertz", "qwertzui", "qwertzuiop", "azerty", "azertyuiop", "asdfghjk", "asdfghjkl",
        "zxcvbnm1", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "qazwsxedc", "abc123", "abc12345", "abcd1234", "a1b2c3d4",
        "iloveyou", "iloveyou1", "sunshine", "princess", "football", "baseball", "superman", "starwars", "trustno1",
        "whatever", "welcome1", "welcome123", "letmein1", "changeme", "changeme1", "admin123", "administrator",
        "1234567890", "0123456789", "9876543210", "11223344", "12341234", "12121212", "123123123", "123456789a",
        "123321",
        "passwort", "passwort1", "computer", "internet", "dragon123", "monkey123", "master123", "default1",
    ]
}
