import ExchangeServer
import Foundation

/// The browser phone of a package: `Packaging/package` puts its folder beside the command.
enum PackagedBrowserPhone {
    static let folder = "web"

    /// The setting of an exchange whose configuration does not say; a command that was built here has no such folder.
    static func setting() -> BrowserPhoneSetting {
        let command = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = command.deletingLastPathComponent().appending(path: folder).path
        return FileManager.default.fileExists(atPath: path) ? .folder(path) : .off
    }
}
