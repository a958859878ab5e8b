/// Plays digits as telephone events, one after the other, in step with the media clock.
///
/// Call `next` once per 20 ms frame. While it has a packet to send, no audio is sent in that frame. The timestamp is
/// that of the audio when the key was pressed. The duration counts in the payload type's own clock, which differs
/// from audio's with Opus and `telephone-event/8000`. The last packet is sent three times, a frame apart. A tone
/// longer than a duration field can hold is split into segments.
/// Source: RFC 4733 §2.5.1.
public struct TelephoneEventSender: Hashable, Sendable {
    /// The most waiting digits: more than a telephone number, a card number and a code together.
    public static let queuedDigitsMax = 128
    /// The range of a tone's length. Some receivers do not recognize shorter ones; longer ones have no use.
    public static let toneRange: ClosedRange<Duration> = .milliseconds(40)...(.milliseconds(6000))
    /// The silence between two digits (ITU-T Q.24 asks for at least 65 ms). It is a whole number of frames, long
    /// enough for the repetitions of the last packet.
    public static let pause: Duration = .milliseconds(80)
    private static let frame: Duration = .milliseconds(20)
    private static let endPacketCount = 3
    private static let segmentTicksMax: UInt32 = 0xFFFF

    /// The use of the current frame.
    public enum Step: Hashable, Sendable {
        /// There is no digit to play; the frame is for audio.
        case idle
        /// Send this event instead of audio.
        case send(TelephoneEvent, timestamp: UInt32, marker: Bool)
        /// A pause between two digits: audio may be sent, but no event.
        case pause
        /// The pause of the last digit is over. This comes once, and the frame is for audio.
        case finished
    }

    private enum Phase: Hashable {
        case idle
        case tone(code: UInt8, start: UInt32, frames: Int, framesTotal: Int, segmentStart: UInt32, ticksBefore: UInt32)
        case ending(code: UInt8, start: UInt32, duration: UInt16, repetitionsLeft: Int)
        case pausing(framesLeft: Int)
    }

    private var phase: Phase = .idle
    private var queue: [UInt8] = []
    private var queueHead = 0
    private var toneFrames = 5
    /// The clock rate in hertz.
    private let clockRate: UInt32

    /// - Parameter clockRate: of the payload type, in hertz.
    public init(clockRate: UInt32) {
        self.clockRate = clockRate
    }

    /// Whether no digit is being sent and none waits.
    public var isIdle: Bool { phase == .idle && queueHead == queue.count }

    /// Adds digits behind those still playing.
    ///
    /// - Parameter tone: clamped to `toneRange` and rounded to frames; it applies to all digits not yet begun.
    /// - Returns: false if a character is not a digit or they are too many; then none is added.
    public mutating func enqueue(_ digits: String, tone: Duration) -> Bool {
        guard queue.count - queueHead + digits.count <= Self.queuedDigitsMax else { return false }
        var codes: [UInt8] = []
        for digit in digits {
            guard let code = TelephoneDigit.code(of: digit) else { return false }
            codes.append(code)
        }
        let bounded = min(max(tone, Self.toneRange.lowerBound), Self.toneRange.upperBound)
        toneFrames = Int((bounded + Self.frame / 2) / Self.frame)
        queue.append(contentsOf: codes)
        return true
    }

    /// The step for the frame whose audio timestamp is `timestamp`.
    public mutating func next(at timestamp: UInt32) -> Step {
        switch phase {
        case .idle:
            guard let code = readCode() else { return .idle }
            return begin(code, at: timestamp)
        case .tone(let code, let start, let frames, let total, let segmentStart, let before):
            return proceed(code, start, frames + 1, total, segmentStart, before)
        case .ending(let code, let start, let duration, let left):
            if left > 1 {
                phase = .ending(code: code, start: start, duration: duration, repetitionsLeft: left - 1)
            } else {
                let rest = Int(Self.pause / Self.frame) - (Self.endPacketCount - 1)
                phase = .pausing(framesLeft: rest)
            }
            let event = TelephoneEvent(code: code, isEnd: true, duration: duration)
            return .send(event, timestamp: start, marker: false)
        case .pausing(let left):
            guard left <= 1 else {
                phase = .pausing(framesLeft: left - 1)
                return .pause
            }
            phase = .idle
            return queueHead == queue.count ? .finished : .pause
        }
    }

    private mutating func readCode() -> UInt8? {
        guard queueHead < queue.count else { return nil }
        defer {
            queueHead += 1
            if queueHead == queue.count {
                queue.removeAll(keepingCapacity: true)
                queueHead = 0
            }
        }
        return queue[queueHead]
    }

    private var frameTicks: UInt32 { clockRate / 50 }

    private mutating func begin(_ code: UInt8, at timestamp: UInt32) -> Step {
        phase = .tone(
            code: code, start: timestamp, frames: 1, framesTotal: toneFrames, segmentStart: timestamp, ticksBefore: 0)
        let event = TelephoneEvent(code: code, isEnd: false, duration: UInt16(clamping: frameTicks))
        return .send(event, timestamp: timestamp, marker: true)
    }

    private mutating func proceed(
        _ code: UInt8, _ start: UInt32, _ frames: Int, _ total: Int, _ segmentStart: UInt32, _ before: UInt32
    ) -> Step {
        let ticks = UInt32(frames) * frameTicks - before
        if frames >= total, ticks <= Self.segmentTicksMax {
            let event = TelephoneEvent(code: code, isEnd: true, duration: UInt16(ticks))
            phase = .ending(
                code: code, start: segmentStart, duration: event.duration, repetitionsLeft: Self.endPacketCount - 1)
            return .send(event, timestamp: segmentStart, marker: false)
        }
        guard ticks > Self.segmentTicksMax else {
            phase = .tone(
                code: code, start: start, frames: frames, framesTotal: total, segmentStart: segmentStart,
                ticksBefore: before)
            let event = TelephoneEvent(code: code, isEnd: false, duration: UInt16(ticks))
            return .send(event, timestamp: segmentStart, marker: false)
        }
        // The segment is full: this packet closes it, and the next frame's begins the following one.
        phase = .tone(
            code: code, start: start, frames: frames, framesTotal: max(total, frames + 1),
            segmentStart: segmentStart &+ Self.segmentTicksMax, ticksBefore: before + Self.segmentTicksMax)
        let event = TelephoneEvent(code: code, isEnd: false, duration: UInt16(Self.segmentTicksMax))
        return .send(event, timestamp: segmentStart, marker: false)
    }
}
