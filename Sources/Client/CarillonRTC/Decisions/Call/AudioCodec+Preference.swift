import MediaEngine
import WireJSON

extension AudioCodec {
    /// As an entry of `preferred_codecs`. Source: Telnyx SDK 4.1, `TxCodecCapability` (observed).
    var preference: JSONValue {
        switch self {
        case .opus: ["mimeType": "audio/opus", "clockRate": 48000, "channels": 2]
        case .pcmu: ["mimeType": "audio/PCMU", "clockRate": 8000, "channels": 1]
        case .pcma: ["mimeType": "audio/PCMA", "clockRate": 8000, "channels": 1]
        }
    }
}
