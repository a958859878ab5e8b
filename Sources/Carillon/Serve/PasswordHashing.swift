import ExchangeServer
import Redaction

/// `carillon serve --hash-password`.
enum PasswordHashing {
    /// Reads one line and prints the hash that stands for it in a configuration file.
    static func run() throws {
        guard let password = readLine(strippingNewline: true), !password.isEmpty else {
            throw ServeFailure(
                description:
                    "give the password on standard input, such as: openssl rand -base64 18 | tee password | carillon serve --hash-password"
            )
        }
        print(PasswordHash.plain(Redacted(password)).text)
    }
}
