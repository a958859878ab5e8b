/// Turns received telephone-event packets into digits, each exactly once.
///
/// A digit is reported at the first packet with the end bit. If all of these are lost, the next event or `expire`
/// reports it with the longest duration received. Every negotiated payload type is accepted with its own clock,
/// because Chrome may choose another one than we would.
/// Source: RFC 4733 §2.5.2; Chrome's choice of payload type observed.
public struct TelephoneEventReceiver: Hashable, Sendable {
    /// A payload type negotiated for telephone events.
    public struct Format: Hashable, Sendable {
        /// The payload type, 0…127.
        public var payloadType: UInt8
        /// The clock rate in hertz.
        public var clockRate: UInt32

        public init(payloadType: UInt8, clockRate: UInt32) {
            self.payloadType = payloadType
            self.clockRate = clockRate
        }
    }

    /// A key the peer pressed.
    public struct Digit: Hashable, Sendable {
        /// The key: one of `0123456789*#ABCD`.
        public var digit: Character
        /// How long the key was pressed.
        public var milliseconds: Int

        public init(digit: Character, milliseconds: Int) {
            self.digit = digit
            self.milliseconds = milliseconds
        }
    }

    /// The time without a packet after which an event is over. Senders repeat every 20 to 50 ms.
    public static let silenceMax: Duration = .milliseconds(250)
    /// The most formats kept; a description with more is not honest.
    public static let formatCountMax = 8
    /// The number of ended events remembered, so that late and repeated packets of them report no digit.
    private static let rememberedCountMax = 16

    private struct Running: Hashable {
        var code: UInt8
        /// The timestamp of the current segment.
        var timestamp: UInt32
        /// The duration of the current segment, in ticks.
        var duration: UInt32
        var durationBefore: UInt32
        var clockRate: UInt32
        var lastHeard: Duration
    }

    private var formats: [Format]
    private var running: Running?
    private var ended: [UInt32] = []
    private var endedNext = 0

    /// Makes a receiver. Formats beyond `formatCountMax` and those without a clock are ignored.
    public init(formats: [Format]) {
        self.formats = Array(formats.lazy.filter { $0.clockRate > 0 }.prefix(Self.formatCountMax))
    }

    /// Whether packets of that payload type are telephone events here.
    public func accepts(payloadType: UInt8) -> Bool {
        formats.contains { $0.payloadType == payloadType }
    }

    /// Takes a packet of one of the formats, and appends the digits that became known: none, one, or two if a single
    /// end packet follows an event whose end was lost.
    ///
    /// Malformed payloads, other payload types and events that are not digits are ignored.
    public mutating func receive(
        _ header: RTPHeader, payload: UnsafeRawBufferPointer, at now: Duration, into digits: inout [Digit]
    ) {
        guard let format = formats.first(where: { $0.payloadType == header.payloadType }),
            let event = try? TelephoneEvent(parsing: payload), event.code < 16
        else { return }
        guard !ended.contains(header.timestamp) else { return }
        if var current = running, current.timestamp != header.timestamp {
            guard Int32(bitPattern: header.timestamp &- current.timestamp) > 0 else { return }
            if isNextSegment(header, event, of: current) {
                remember(current.timestamp)
                current.durationBefore += header.timestamp &- current.timestamp
                current.timestamp = header.timestamp
                current.duration = 0
                running = current
            } else {
                finish(into: &digits)
            }
        }
        note(event, header.timestamp, format.clockRate, at: now)
        if event.isEnd { finish(into: &digits) }
    }

    /// Reports an event without a packet for `silenceMax`. Call it with every media frame.
    public mutating func expire(at now: Duration, into digits: inout [Digit]) {
        guard let running, now - running.lastHeard >= Self.silenceMax else { return }
        finish(into: &digits)
    }

    /// Whether a packet continues the current segment with the next one: without a gap and without a marker. The last
    /// packet of the current segment, which has the longest possible duration, may have been lost.
    private func isNextSegment(_ header: RTPHeader, _ event: TelephoneEvent, of current: Running) -> Bool {
        guard !header.marker, event.code == current.code else { return false }
        let distance = header.timestamp &- current.timestamp
        return distance == current.duration || distance == 0xFFFF
    }

    private mutating func note(_ event: TelephoneEvent, _ timestamp: UInt32, _ clockRate: UInt32, at now: Duration) {
        var current =
            running
            ?? Running(
                code: event.code, timestamp: timestamp, duration: 0, durationBefore: 0, clockRate: clockRate,
                lastHeard: now)
        current.duration = max(current.duration, UInt32(event.duration))
        current.lastHeard = now
        running = current
    }

    private mutating func finish(into digits: inout [Digit]) {
        guard let current = running else { return }
        running = nil
        remember(current.timestamp)
        guard let digit = TelephoneDigit.digit(for: current.code) else { return }
        let ticks = UInt64(current.durationBefore) + UInt64(current.duration)
        digits.append(Digit(digit: digit, milliseconds: Int(ticks * 1000 / UInt64(current.clockRate))))
    }

    private mutating func remember(_ timestamp: UInt32) {
        if ended.count < Self.rememberedCountMax {
            ended.append(timestamp)
        } else {
            ended[endedNext] = timestamp
            endedNext = (endedNext + 1) % Self.rememberedCountMax
        }
    }
}
