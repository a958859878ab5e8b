internal import WireJSON

/// What was recorded of a call.
struct TelnyxRecording: Hashable, Sendable {
    /// Recordings that are remembered; the oldest go first.
    static let countMax = 10_000
    /// How long an address of a file is good. Source: Telnyx, `call.recording.saved`.
    static let addressLife: Duration = .seconds(600)

    var id: String
    var leg: TelnyxLeg
    var channels: String
    /// `wav` or `mp3`.
    var format: String
    var startedAt: Duration
    var endedAt: Duration
    /// How long it stood still; nothing of it is in the file.
    var pausedTime: Duration
    /// Who knows it may have the file.
    var key: String

    private var soundTime: Duration { endedAt - startedAt - pausedTime }

    /// Where the file is to be had for a while.
    func address(at base: String, now: Duration) -> String {
        "\(base)/files/\(id).\(format)?expires=\((now + Self.addressLife).wholeSeconds)&key=\(key)"
    }

    /// As the list and the answers about one show it.
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

    /// The file, as long as was recorded, at most ten minutes: a tone, of an MP3 silence.
    var file: [UInt8] {
        let milliseconds = Int(min(soundTime.wholeMilliseconds, 600_000))
        guard format == "wav" else { return Self.silence(milliseconds) }
        let count = milliseconds * 8
        let channelCount = channels == "dual" ? 2 : 1
        var bytes: [UInt8] = Array("RIFF".utf8)
        func add(_ value: Int, bytes count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        }
        let size = count * channelCount * 2
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
        // 500 Hz, as a triangle.
        for sample in 0..<count {
            let phase = sample % 16
            let level = (phase < 8 ? phase : 16 - phase) * 1_000 - 4_000
            for _ in 0..<channelCount { add(level, bytes: 2) }
        }
        return bytes
    }

    /// An empty tag, and frames of 36 ms: MPEG-2 layer III, 16 kHz, one channel, 32 kbit/s, nothing in them.
    private static func silence(_ milliseconds: Int) -> [UInt8] {
        let frame: [UInt8] = [0xFF, 0xF3, 0x48, 0xC4] + Array(repeating: 0, count: 140)
        var bytes: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
        for _ in 0...milliseconds / 36 { bytes += frame }
        return bytes
    }
}
