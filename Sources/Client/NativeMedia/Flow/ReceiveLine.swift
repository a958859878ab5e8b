import MediaEngine
import RTP

/// The stream we receive, for as long as its codec stays the same.
struct ReceiveLine {
    let codec: AudioCodec
    var jitter: JitterBuffer
    var statistics: ReceiverStatistics
    var source: UInt32?
    /// The decoder has to forget what it heard.
    var needsReset = false

    init(_ codec: AudioCodec) {
        self.codec = codec
        jitter = JitterBuffer(clockRate: codec.clockRate)
        statistics = ReceiverStatistics(clockRate: codec.clockRate)
    }
}
