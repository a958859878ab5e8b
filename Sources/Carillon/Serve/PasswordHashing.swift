import ExchangeServer
import Foundation
import Redaction

/// `carillon serve --hash-password`.
enum PasswordHashing {
    /// Reads one line and prints the hash that stands for it in a configuration file.
    static func run() throws {
        let isAsked = isatty(STDIN_FILENO) == 1
        let typed = isAsked ? try HiddenPrompt.read("Password: ") : readLine(strippingNewline: true)
        guard let password = typed, !password.isEmpty else {
            throw ServeFailure(
                description:
                    "give the password on standard input, such as: openssl rand -base64 18 | tee password | carillon serve --hash-password"
            )
        }
        print(PasswordHash.plain(Redacted(password)).text)
    }
}
