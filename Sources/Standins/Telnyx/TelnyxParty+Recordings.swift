internal import WireJSON

// Recordings: their list, files and deletion.

extension TelnyxParty {
    /// Stores a finished recording and sends its webhook.
    mutating func saveRecording(_ id: String, _ recorded: TelnyxLeg.Recording, at now: Duration) {
        guard let leg = legs[id] else { return }
        let recording = TelnyxRecording(
            id: identifiers.uuid(), leg: leg, channels: recorded.channels, format: recorded.format,
            startedAt: recorded.since, endedAt: now - configuration.recordingTime,
            pausedTime: recorded.pausedTime, samples: recorded.samples, key: identifiers.text(32))
        recordings.append(recording)
        while recordings.count > TelnyxRecording.countMax || recordings.count > 1 && isFull { recordings.removeFirst() }
        sendWebhook(recording, at: now)
    }

    private var isFull: Bool { recordings.reduce(0) { $0 + $1.samples.count } > TelnyxRecording.sampleCountMax }

    /// Answers requests for files, which need no bearer key, because their addresses contain a key and an expiration.
    func file(_ request: StandinRequest, at now: Duration) -> StandinResponse? {
        let path = request.segments
        guard request.method == "GET", path.count == 2, path[0] == "files" else { return nil }
        guard let recording = recordings.first(where: { "\($0.id).\($0.format)" == path[1] }) else {
            return .text("no such file", status: 404)
        }
        guard let fields = FormFields(request.query), fields["key"] == recording.key,
            let expires = fields["expires"].flatMap({ Int64($0) }), now <= .seconds(expires)
        else { return .text("the address is not good any more", status: 403) }
        return Self.response(to: request.header("range"), recording.file, "audio/wav")
    }

    /// The file or the requested range of bytes, in the format of Amazon's S3. Source: RFC 9110 §14.
    private static func response(to range: String?, _ file: [UInt8], _ type: String) -> StandinResponse {
        var response = StandinResponse(
            status: 200, headers: [StandinHeader("content-type", type), StandinHeader("accept-ranges", "bytes")],
            body: file)
        guard let range, range.hasPrefix("bytes=") else { return response }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        let positions: Range<Int>
        switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
        case (2, let first?, let last?) where first <= last: positions = first..<max(first, min(last + 1, file.count))
        case (2, let first?, nil): positions = first..<max(first, file.count)
        case (2, nil, let last?): positions = file.count - min(last, file.count)..<file.count
        default: return response
        }
        guard !positions.isEmpty else {
            response.headers.append(StandinHeader("content-range", "bytes */\(file.count)"))
            return StandinResponse(status: 416, headers: response.headers, body: [])
        }
        response.headers.append(
            StandinHeader("content-range", "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(file.count)"))
        return StandinResponse(status: 206, headers: response.headers, body: Array(file[positions]))
    }

    mutating func recordings(
        _ request: StandinRequest, _ path: [Substring], _ body: JSONObject, at now: Duration
    ) throws(TelnyxError) -> StandinResponse {
        let base = configuration.address
        switch (request.method, path.count) {
        case ("GET", 0): return try list(request, at: now)
        case ("GET", 1): return .json(["data": .object(recordings[try index(path[0])].object(at: base, now: now))])
        case ("DELETE", 1):
            let deleted = recordings.remove(at: try index(path[0]))
            return .json(["data": .object(deleted.object(at: base, now: now))])
        default: throw TelnyxError(404, "10005", "Resource not found", "The stand-in has no such resource.")
        }
    }

    private func list(_ request: StandinRequest, at now: Duration) throws(TelnyxError) -> StandinResponse {
        guard let fields = FormFields(request.query) else {
            throw TelnyxError.request("10015", "The query cannot be read.", at: "")
        }
        let found = recordings.filter { recording in
            (fields["filter[call_session_id]"].map { $0 == recording.leg.sessionID } ?? true)
                && (fields["filter[call_leg_id]"].map { $0 == recording.leg.legID } ?? true)
                && (fields["filter[call_control_id]"].map { $0 == recording.leg.id } ?? true)
        }
        let count = JSONValue.integer(Int64(found.count))
        return .json([
            "data": .array(found.map { .object($0.object(at: configuration.address, now: now)) }),
            "meta": ["total_results": count, "page_number": 1, "page_size": count, "total_pages": 1],
        ])
    }

    private func index(_ id: Substring) throws(TelnyxError) -> Int {
        guard let index = recordings.firstIndex(where: { $0.id == id }) else {
            throw TelnyxError(404, "10005", "Resource not found", "No such recording.")
        }
        return index
    }
}

/// A recording of a call.
struct TelnyxRecording: Hashable, Sendable {
    /// The most recordings remembered; the oldest are dropped first.
    static let countMax = 10_000
    /// The most samples of all recordings: 512 MB. The oldest recordings are dropped first.
    static let sampleCountMax = 256 << 20
    /// How long the address of a file is valid. Source: Telnyx, `call.recording.saved`.
    static let addressLife: Duration = .seconds(600)

    var id: String
    var leg: TelnyxLeg
    var channels: String
    /// `wav` or `mp3`.
    var format: String
    var startedAt: Duration
    var endedAt: Duration
    /// The duration of its pauses, which are not in the file.
    var pausedTime: Duration
    /// The samples at 8 kHz; two channels are interleaved: audio from the far side, and audio to it.
    var samples: [Int16]
    /// The key that authorizes access to the file.
    var key: String

    private var soundTime: Duration { endedAt - startedAt - pausedTime }

    /// The temporary address of the file.
    func address(at base: String, now: Duration) -> String {
        "\(base)/files/\(id).\(format)?expires=\((now + Self.addressLife).wholeSeconds)&key=\(key)"
    }

    /// The recording in the API's format.
    func object(at base: String, now: Duration) -> JSONObject {
        [
            "record_type": "recording", "id": .string(id), "call_control_id": .string(leg.id),
            "call_leg_id": .string(leg.legID), "call_session_id": .string(leg.sessionID),
            "channels": .string(channels), "from": .string(leg.from), "to": .string(leg.to), "source": "call",
            "status": "completed", "duration_millis": .integer(soundTime.wholeMilliseconds),
            "recording_started_at": .string(TelnyxParty.time(startedAt)),
            "recording_ended_at": .string(TelnyxParty.time(endedAt)), "created_at": .string(TelnyxParty.time(endedAt)),
            "download_urls": [format: .string(address(at: base, now: now))],
        ]
    }

    /// The recording as a WAV file of at most ten minutes. It is WAV even if MP3 was requested, because no MP3 encoder
    /// is available.
    var file: [UInt8] {
        let channelCount = channels == "dual" ? 2 : 1
        var bytes: [UInt8] = Array("RIFF".utf8)
        func add(_ value: Int, bytes count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        }
        let size = samples.count * 2
        add(36 + size, bytes: 4)
        bytes += Array("WAVEfmt ".utf8)
        for (value, length) in [
            (16, 4), (1, 2), (channelCount, 2), (8_000, 4), (16_000 * channelCount, 4), (2 * channelCount, 2), (16, 2),
        ] {
            add(value, bytes: length)
        }
        bytes += Array("data".utf8)
        add(size, bytes: 4)
        bytes.reserveCapacity(44 + size)
        samples.map(\.littleEndian).withUnsafeBytes { bytes += $0 }
        return bytes
    }
}
