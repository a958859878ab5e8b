import Accounts
import Redaction
import Testing

@Suite struct PasswordRuleTests {
    private func fault(_ password: String, _ rule: PasswordRule = .person) -> PasswordRule.Fault? {
        do throws(PasswordRule.Fault) {
            try rule.check(Redacted(password), of: "alice-smith")
            return nil
        } catch {
            return error
        }
    }

    @Test func `M2: a password of one letter is refused with the least length`() {
        #expect(fault("a") == .tooShort(count: 1, min: 8))
        #expect(fault("a").map { "\($0)" } == "has 1 characters, 8 are the least")
        #expect(fault("seven77") == .tooShort(count: 7, min: 8))
        #expect(fault("eight-88") == nil)
    }

    @Test func `characters are counted as JSON Schema does`() {
        #expect(fault("äöüßäöüé") == nil)
        #expect(fault(String(repeating: "xy", count: 64)) == nil)
        #expect(fault(String(repeating: "xy", count: 64) + "z") == .tooLong(max: 128))
    }

    @Test(arguments: [
        "aaaaaaaa", "12345678", "87654321", "abcdefgh", "password", "PassWord123", "qwertyuiop", "1q2w3e4r",
    ])
    func `a password that is guessed first is refused`(password: String) {
        #expect(fault(password) == .tooEasy)
    }

    @Test func `a password is not its own login`() {
        #expect(fault("Alice-Smith") == .sameAsLogin)
        #expect(fault("Alice-Smith-2") == nil)
    }

    @Test func `a machine's password is longer, one for a first try may be shorter`() {
        #expect(fault("eleven-1111", .machine) == .tooShort(count: 11, min: 12))
        #expect(fault("twelve-12121", .machine) == nil)
        #expect(fault("secret1", .trial) == nil)
        #expect(fault("short", .trial) == .tooShort(count: 5, min: 6))
    }

    @Test func `no fault says the password`() {
        for password in ["zq7", "alice-smith", "qwertyuiop"] {
            #expect(fault(password).map { !"\($0)".contains(password) } == true)
        }
    }
}
