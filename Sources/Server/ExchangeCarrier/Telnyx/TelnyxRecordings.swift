internal import AsyncHTTPClient
public import ExchangeCore
public import ExchangeStorage
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import Redaction
internal import WireJSON

/// The recordings at Telnyx.
///
/// Source: its OpenAPI description of 2026-07-16: the addresses in a webhook are valid for ten minutes; the list of
/// recordings returns new ones, and the ids that deletion needs.
extension TelnyxCarrier: RecordingArchive {
    /// How long a file may take: the longest message over a line of 1 Mbit/s.
    private static let soundWait = TimeAmount.seconds(60)
    /// How long a request about recordings or a new credential may take. Only the exchange's own queue waits for it.
    static let archiveWait = TimeAmount.seconds(10)

    public func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8] {
        if let address = source.address, let sound = try await file(at: address, atMost: bytesMax) { return sound }
        guard let entry = try await entry(of: source), let address = entry.address else { throw .missing }
        guard let sound = try await file(at: address, atMost: bytesMax) else { throw .unavailable }
        return sound
    }

    public func delete(_ source: RecordingSource, by permit: PurgePermit) async throws(RecordingError) {
        let list = try await list(ofCall: source.call)
        guard let entry = list.entry(startedAt: source.startedAt) else { throw .missing }
        guard list.isClear(startedAt: source.startedAt) else { throw .ambiguous }
        let response = try await ask(.DELETE, TelnyxRecordings.path(of: entry.id))
        guard response.status == 404 || 200..<300 ~= response.status else { throw .unavailable }
    }

    public func open(
        _ source: RecordingSource, part: ByteRange?, atMost bytesMax: Int
    ) async throws(RecordingError) -> RecordingStream {
        if let address = source.address, let stream = try await stream(at: address, part, atMost: bytesMax) {
            return stream
        }
        // An address is valid for minutes, and a recording stays for months.
        guard let entry = try await entry(of: source), let address = entry.address else { throw .missing }
        guard let stream = try await stream(at: address, part, atMost: bytesMax) else { throw .unavailable }
        return stream
    }

    private func entry(of source: RecordingSource) async throws(RecordingError) -> TelnyxRecordings.Entry? {
        try await list(ofCall: source.call).entry(startedAt: source.startedAt)
    }

    private func list(ofCall call: String) async throws(RecordingError) -> TelnyxRecordings {
        let response = try await ask(.GET, TelnyxRecordings.listPath(ofCall: call))
        guard response.status == 200 else { throw .unavailable }
        return TelnyxRecordings(response.body)
    }

    private func ask(_ method: HTTPMethod, _ path: String) async throws(RecordingError) -> TelnyxResponse {
        var request = HTTPClientRequest(url: settings.address + path)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(settings.key.revealed)")
        request.headers.add(name: "accept", value: "application/json")
        do {
            let reply = try await client.execute(request, timeout: Self.archiveWait)
            let body = try await reply.body.collect(upTo: TelnyxRecordings.listBytesMax)
            return TelnyxResponse(status: Int(reply.status.code), body: Array(body.readableBytesView))
        } catch {
            throw .unavailable
        }
    }

    /// Fetches a file from an address that contains its own authorization; the account's key is sent to the API only.
    ///
    /// - Returns: nil when there is no such file, or no longer.
    private func file(at address: String, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8]? {
        guard TelnyxRecordings.isAllowed(address, besides: settings.address) else { return nil }
        do {
            let reply = try await files.execute(HTTPClientRequest(url: address), timeout: Self.soundWait)
            guard reply.status == .ok else { return nil }
            let bytes = Array(try await reply.body.collect(upTo: bytesMax).readableBytesView)
            guard TelnyxRecordings.isWAV(bytes) else { throw RecordingError.noSound }
            return bytes
        } catch let error as RecordingError {
            throw error
        } catch is NIOTooManyBytesError {
            throw .tooLarge
        } catch {
            return nil
        }
    }

    /// - Returns: nil when there is no such file, or no longer.
    private func stream(
        at address: String, _ part: ByteRange?, atMost bytesMax: Int
    ) async throws(RecordingError) -> RecordingStream? {
        guard TelnyxRecordings.isAllowed(address, besides: settings.address) else { return nil }
        var request = HTTPClientRequest(url: address)
        if let part { request.headers.add(name: "range", value: part.description) }
        guard let reply = try? await files.execute(request, timeout: Self.archiveWait) else { return nil }
        let range = reply.headers.first(name: "content-range")
        switch reply.status {
        case .ok: break
        case .partialContent where range.map(ByteRange.isContentRange) == true: break
        case .rangeNotSatisfiable: throw .noSuchPart
        default: return nil
        }
        guard
            let format = TelnyxRecordings.format(type: reply.headers.first(name: "content-type"), address: address)
        else { throw .noSound }
        let count = reply.headers.first(name: "content-length").flatMap { Int($0) }
        guard count ?? 0 <= bytesMax else { throw .tooLarge }
        return RecordingStream(
            format, count: count, part: reply.status == .partialContent ? range : nil, reply.body, atMost: bytesMax)
    }
}

/// Telnyx's list of recordings, and the paths that request it.
package struct TelnyxRecordings: Hashable, Sendable {
    /// One recording of the list.
    package struct Entry: Hashable, Sendable {
        package let id: String
        package let startedAt: String
        /// The address of its sound, valid for some minutes.
        package let address: String?
    }

    /// The most bytes of a list; an entry has about two thousand, and a call has few recordings.
    static let listBytesMax = 1 << 20

    package let entries: [Entry]

    /// - Parameter body: Telnyx's reply; unreadable entries are left out.
    package init(_ body: [UInt8]) {
        let data = (try? JSONParser.parse(body))?.object?["data"]?.array ?? []
        entries = data.compactMap { value in
            guard let entry = value.object, let id = entry["id"]?.string,
                let startedAt = entry["recording_started_at"]?.string
            else { return nil }
            return Entry(id: id, startedAt: startedAt, address: Self.address(in: entry["download_urls"]?.object))
        }
    }

    /// How far two texts of the same time may differ: the list has milliseconds where webhooks have microseconds.
    private static let precision = Duration.milliseconds(2)

    /// The recording whose start is nearest to a time, within a second.
    package func entry(startedAt: String) -> Entry? {
        near(startedAt).min { $0.distance < $1.distance }?.entry
    }

    /// Whether exactly one recording started at a time, to the millisecond. A call may leave a message and a
    /// conversation in one second, either may be gone by now, and a deletion is permanent.
    package func isClear(startedAt: String) -> Bool {
        near(startedAt).count { $0.distance <= Self.precision } == 1
    }

    private func near(_ start: String) -> [(entry: Entry, distance: Duration)] {
        entries.compactMap { entry in
            TelnyxTime.distance(entry.startedAt, start).flatMap { $0 < .seconds(1) ? (entry, $0) : nil }
        }
    }

    /// The address of the format that the exchange prefers.
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

    /// Whether a file may be fetched from an address: only over TLS, unless the API itself is a stand-in without TLS.
    package static func isAllowed(_ address: String, besides api: String) -> Bool {
        address.hasPrefix("https://") || (address.hasPrefix("http://") && api.hasPrefix("http://"))
    }

    /// The format of a file by its media type; for generic types, by the name in its address.
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

/// Telnyx's times: ISO 8601 with or without a fraction of a second.
enum TelnyxTime {
    static func seconds(from start: String, to end: String) -> Duration? {
        guard let start = date(start), let end = date(end), end >= start else { return nil }
        return .milliseconds(Int64((end.timeIntervalSince(start) * 1_000).rounded()))
    }

    /// The distance between two times; nil if one cannot be read.
    static func distance(_ one: String, _ other: String) -> Duration? {
        guard let one = date(one), let other = date(other) else { return nil }
        return .microseconds(Int64((abs(one.timeIntervalSince(other)) * 1_000_000).rounded()))
    }

    private static func date(_ text: String) -> Date? {
        for hasFraction in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let date = try? Date(text, strategy: style) { return date }
        }
        return nil
    }
}
