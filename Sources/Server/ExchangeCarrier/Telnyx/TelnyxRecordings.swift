internal import Foundation
internal import WireJSON

/// Telnyx's list of recordings, and how it is asked for.
package struct TelnyxRecordings: Hashable, Sendable {
    /// One recording of the list.
    package struct Entry: Hashable, Sendable {
        package let id: String
        package let startedAt: String
        /// Where its sound is to be had for some minutes.
        package let address: String?
    }

    /// Bytes of a list; an entry has about two thousand, and a call some recordings.
    static let listBytesMax = 1 << 20

    package let entries: [Entry]

    /// - Parameter body: what Telnyx said; entries that cannot be read are left out.
    package init(_ body: [UInt8]) {
        let data = (try? JSONParser.parse(body))?.object?["data"]?.array ?? []
        entries = data.compactMap { value in
            guard let entry = value.object, let id = entry["id"]?.string,
                let startedAt = entry["recording_started_at"]?.string
            else { return nil }
            return Entry(id: id, startedAt: startedAt, address: Self.address(in: entry["download_urls"]?.object))
        }
    }

    /// How far one time may be from itself: the list tells milliseconds where webhooks tell microseconds.
    private static let precision = Duration.milliseconds(2)

    /// The recording that began at a time, within a second: the nearest.
    package func entry(startedAt: String) -> Entry? {
        near(startedAt).min { $0.distance < $1.distance }?.entry
    }

    /// Whether it is surely the one that is meant: the only one that began then to the millisecond. A call may leave a message
    /// and a conversation in one second, either may be gone by now, and a deletion is for good.
    package func isClear(startedAt: String) -> Bool {
        near(startedAt).count { $0.distance <= Self.precision } == 1
    }

    private func near(_ start: String) -> [(entry: Entry, distance: Duration)] {
        entries.compactMap { entry in
            TelnyxTime.distance(entry.startedAt, start).flatMap { $0 < .seconds(1) ? (entry, $0) : nil }
        }
    }

    /// Of the formats there are, the one the exchange keeps.
    static func address(in addresses: JSONObject?) -> String? {
        addresses?["wav"]?.string ?? addresses?["mp3"]?.string
    }

    package static func listPath(ofCall call: String) -> String {
        "/recordings?filter%5Bcall_session_id%5D=" + escaped(call)
    }

    package static func path(of id: String) -> String { "/recordings/" + escaped(id) }

    static func escaped(_ text: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// Sound goes over TLS, unless the API itself does not: that of a stand-in on this machine.
    package static func isAllowed(_ address: String, besides api: String) -> Bool {
        address.hasPrefix("https://") || (address.hasPrefix("http://") && api.hasPrefix("http://"))
    }

    /// What a file is: as its server says; one that says only that it is bytes, as its name does.
    package static func format(type: String?, address: String) -> RecordingStream.Format? {
        switch type?.split(separator: ";").first?.lowercased() {
        case "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave": return .wav
        case "audio/mpeg", "audio/mp3": return .mp3
        case nil, "application/octet-stream", "binary/octet-stream": break
        default: return nil
        }
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".wav") ? .wav : path.hasSuffix(".mp3") ? .mp3 : nil
    }

    static func isWAV(_ bytes: [UInt8]) -> Bool {
        bytes.count > 44 && bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WAVE".utf8)
    }
}
