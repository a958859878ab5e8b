import Accounts
import ExchangeServer
import Foundation
import Redaction

/// `carillon serve --hash-password`.
enum PasswordHashing {
    /// Reads one line and prints the hash that stands for it in a configuration file.
    ///
    /// - Parameter isMachineMade: whether a machine made it; else a person chose it.
    static func run(isMachineMade: Bool) throws {
        let isAsked = isatty(STDIN_FILENO) == 1
        let typed = isAsked ? try HiddenPrompt.read("Password: ") : readLine(strippingNewline: true)
        guard let typed, !typed.isEmpty else {
            throw ServeFailure(
                description:
                    "give the password on standard input, such as: openssl rand -base64 18 | tee password | carillon serve --hash-password"
            )
        }
        let password = Redacted(typed)
        do throws(PasswordRule.Fault) {
            try (isMachineMade ? PasswordRule.machine : .person).check(password, of: "")
        } catch {
            throw WrongFile("the password \(error)")
        }
        guard let hash = isMachineMade ? PasswordHash(password: password) : PasswordHash.chosen(password) else {
            throw ServeFailure(description: "there is not enough memory to hash a password; 19 MiB are needed")
        }
        print(hash.text)
    }
}
