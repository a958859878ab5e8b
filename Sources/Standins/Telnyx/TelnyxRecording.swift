internal import WireJSON

/// What was recorded of a call.
struct TelnyxRecording: Hashable, Sendable {
    /// Recordings that are remembered; the oldest go first.
    static let countMax = 10_000
    /// The sound that is kept of all of them, in samples: 512 MB. The oldest recordings go first.
    static let sampleCountMax = 256 << 20
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
    /// At 8 kHz; of two channels, taking turns: what the far side said, and what it heard.
    var samples: [Int16]
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

    /// A WAV file of what was recorded, at most ten minutes; also where an MP3 was asked for: nothing here makes one.
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
