public import Redaction

/// What a password must be like, by who chose it.
///
/// Source: NIST SP 800-63B §3.1.1: a minimum of length, a comparison with the commonest, no rule about kinds of characters.
public struct PasswordRule: Hashable, Sendable {
    /// What is wrong with a password.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case tooShort(count: Int, min: Int)
        case tooLong(max: Int)
        /// It is what its user logs in as.
        case sameAsLogin
        /// One character again and again, one after the other as they are counted, or one of the commonest.
        case tooEasy

        /// Ends a sentence that begins with what the password is called; says nothing of the password.
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

    /// For passwords people choose and that are hashed by argon2id.
    public static let person = PasswordRule(charactersMin: 8)
    /// For those a machine makes, which one HMAC stands for: what is given must at least look like one.
    public static let machine = PasswordRule(charactersMin: 12)
    /// For users of a command line, who try an exchange that only their own machine reaches.
    public static let trial = PasswordRule(charactersMin: 6)

    /// - Parameter login: what the user or the device logs in as.
    /// - Throws: `Fault` saying what is wrong with it.
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

    /// Whether every character is as far from the one before: `aaaaaaaa`, `12345678`, `hgfedcba`.
    private static func isCounted(_ scalars: [Unicode.Scalar]) -> Bool {
        let steps = Set(zip(scalars, scalars.dropFirst()).map { Int($1.value) - Int($0.value) })
        return steps.count <= 1 && steps.allSatisfy { (-1...1).contains($0) }
    }

    /// Those of 6 characters and more at the head of every list of leaked passwords that `isCounted` does not find.
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
