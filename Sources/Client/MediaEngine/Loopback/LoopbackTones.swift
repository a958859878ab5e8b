import RTP

/// The tones a loopback connection sends, one command after the other, and those it hears.
struct LoopbackTones: Sendable {
    /// Commands waiting, as in the native engine.
    static let commandsMax = 16
    private static let clockRate: UInt32 = 48_000
    private static let payloadType: UInt8 = 110

    private struct Entry {
        var id: MediaCommand.ID
        var digits: String
        var tone: Duration
    }

    private var sender = TelephoneEventSender(clockRate: clockRate)
    private var receiver = TelephoneEventReceiver(formats: [.init(payloadType: payloadType, clockRate: clockRate)])
    private var waiting: [Entry] = []
    private var playing: MediaCommand.ID?

    /// Nil when the tones were taken.
    mutating func append(_ id: MediaCommand.ID, _ digits: String, milliseconds: Int) -> MediaError? {
        guard !digits.isEmpty, digits.allSatisfy({ TelephoneDigit.code(of: $0) != nil }) else {
            return MediaError(.invalidTone, "a tone that is not one of 0123456789*#ABCD")
        }
        guard digits.count <= TelephoneEventSender.queuedDigitsMax, waiting.count < Self.commandsMax else {
            return MediaError(.limitReached, "tones waiting")
        }
        waiting.append(Entry(id: id, digits: digits, tone: .milliseconds(milliseconds)))
        return nil
    }

    /// A packet in the place of sound.
    struct Packet: Sendable {
        var event: TelephoneEvent
        var header: RTPHeader
    }

    /// One frame: a packet to send, or the command that is done.
    mutating func next(at timestamp: UInt32) -> (packet: Packet?, finished: MediaCommand.ID?) {
        if playing == nil, !waiting.isEmpty {
            let entry = waiting.removeFirst()
            playing = entry.id
            _ = sender.enqueue(entry.digits, tone: entry.tone)
        }
        switch sender.next(at: timestamp) {
        case .idle, .pause: return (nil, nil)
        case .finished:
            defer { playing = nil }
            return (nil, playing)
        case .send(let event, let start, let marker):
            let header = RTPHeader(
                payloadType: Self.payloadType, marker: marker, sequenceNumber: 0, timestamp: start, source: 0)
            return (Packet(event: event, header: header), nil)
        }
    }

    mutating func hear(_ packet: Packet, at now: Duration) -> [TelephoneEventReceiver.Digit] {
        var payload: [UInt8] = []
        packet.event.write(into: &payload)
        var digits: [TelephoneEventReceiver.Digit] = []
        payload.withUnsafeBytes { receiver.receive(packet.header, payload: $0, at: now, into: &digits) }
        return digits
    }

    mutating func forgetHeard() {
        receiver = TelephoneEventReceiver(formats: [.init(payloadType: Self.payloadType, clockRate: Self.clockRate)])
    }
}
