internal import Foundation
internal import Redaction

extension ConfigurationSection {
    /// Bytes of a key or a certificate file.
    private static let fileBytesMax = 1024 * 1024

    /// The text of the file that a key names.
    func fileText(_ key: String) throws(ExchangeServerError) -> String? {
        guard let path = try text(key) else { return nil }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count <= Self.fileBytesMax,
            let text = String(data: data, encoding: .utf8)
        else {
            throw complaint(key, "names \(path), which cannot be read as text of at most \(Self.fileBytesMax) bytes")
        }
        return text
    }

    /// A secret that stands here, or in the file that `key-file` names.
    func secret(_ key: String) throws(ExchangeServerError) -> Redacted<String> {
        switch (try text(key), try fileText("\(key)-file")) {
        case (let here?, nil) where !here.isEmpty: return Redacted(here)
        case (nil, let there?):
            let trimmed = there.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !trimmed.isEmpty else { throw complaint("\(key)-file", "names a file with nothing in it") }
            return Redacted(trimmed)
        case (.some, .some): throw complaint("\(key)-file", "and \(key) are both given; keep one")
        default: throw complaint(key, "is missing; or give \(key)-file")
        }
    }

    /// An address of a server, in full.
    func address(_ key: String) throws(ExchangeServerError) -> String? {
        guard let text = try text(key) else { return nil }
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host != nil else {
            throw complaint(key, "must be an address such as https://api.example.com/v2")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// An address of a server that is spoken to over a WebSocket, in full.
    func socketAddress(_ key: String) throws(ExchangeServerError) -> String? {
        guard let text = try text(key) else { return nil }
        guard let url = URL(string: text), url.scheme == "wss" || url.scheme == "ws", url.host != nil else {
            throw complaint(key, "must be an address such as wss://rtc.telnyx.com")
        }
        return text
    }
}
