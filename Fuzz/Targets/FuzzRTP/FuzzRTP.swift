import LibFuzzer
import RTP

@main
enum FuzzRTP {
    static func main() {
        run(fuzzRTP)
    }
}

/// A stream of datagrams: of each, one byte says how many centiseconds after the last it comes and one how long it is.
private func fuzzRTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var rest = UnsafeRawBufferPointer(start: start, count: count)[...]
    var listener = Listener()
    while rest.count > 2 {
        let pause = Duration.milliseconds(10 * Int(rest[rest.startIndex]))
        let length = min(Int(rest[rest.startIndex + 1]), rest.count - 2)
        rest = rest.dropFirst(2)
        listener.receive(UnsafeRawBufferPointer(rebasing: rest.prefix(length)), after: pause)
        rest = rest.dropFirst(length)
    }
    return 0
}

/// The receiving side of a call's media, without its cipher.
private struct Listener {
    private static let eventType: UInt8 = 101
    private static let redundancyType: UInt8 = 63
    private var now = Duration.zero
    private var buffer = JitterBuffer(clockRate: 48_000)
    private var statistics = ReceiverStatistics(clockRate: 48_000)
    private var events = TelephoneEventReceiver(formats: [.init(payloadType: Self.eventType, clockRate: 48_000)])
    private var digits: [TelephoneEventReceiver.Digit] = []
    private var noise = ComfortNoise(seed: 1)

    mutating func receive(_ datagram: UnsafeRawBufferPointer, after pause: Duration) {
        now += pause
        switch DatagramKind(datagram) {
        case .rtp: receivePacket(datagram)
        case .rtcp: checkControl(datagram)
        case .stun, .dtls, .turnChannel, .unknown: break
        }
        _ = buffer.pull(at: now)
        _ = statistics.nextFractionLost()
        events.expire(at: now, into: &digits)
    }

    private mutating func receivePacket(_ datagram: UnsafeRawBufferPointer) {
        guard let packet = try? RTPPacket(parsing: datagram) else { return }
        precondition(packet.payload.upperBound + packet.paddingCount == datagram.count, "a packet loses bytes")
        let payload = UnsafeRawBufferPointer(rebasing: datagram[packet.payload])
        let isEvent = events.accepts(payloadType: packet.header.payloadType)
        statistics.receive(packet.header, payloadByteCount: payload.count, measuresJitter: !isEvent, at: now)
        let isNoise = packet.header.payloadType == NoiseDescription.payloadType
        let content: JitterBuffer.Content = isEvent ? .telephoneEvent : isNoise ? .comfortNoise : .audio
        _ = buffer.push(packet.header, payload: payload, content: content, at: now)
        if isNoise { hear(payload) }
        if isEvent { events.receive(packet.header, payload: payload, at: now, into: &digits) }
        if packet.header.payloadType == Self.redundancyType { receiveCopies(payload, packet.header) }
    }

    private mutating func receiveCopies(_ payload: UnsafeRawBufferPointer, _ header: RTPHeader) {
        guard let parts = try? RedundantPayload(parsing: payload) else { return }
        precondition(parts.primary.upperBound == payload.count, "a redundant payload loses bytes")
        for copy in parts.copies {
            let bytes = UnsafeRawBufferPointer(rebasing: payload[copy.range])
            buffer.pushCopy(behind: header, offset: copy.timestampOffset, payload: bytes, at: now)
        }
    }

    /// A description that was read must be the same after it was written and read again, and its noise must be bounded.
    private mutating func hear(_ payload: UnsafeRawBufferPointer) {
        guard let description = NoiseDescription(parsing: payload) else { return }
        var written: [UInt8] = []
        description.write(into: &written)
        let again = written.withUnsafeBytes { NoiseDescription(parsing: $0) }
        precondition(again == description, "a description changed on its way")
        noise.follow(description)
        for _ in 0..<160 { _ = noise.next() }
    }

    /// Reports that were read must be the same after they were written and read again.
    private func checkControl(_ datagram: UnsafeRawBufferPointer) {
        guard let packets = try? RTCPCompound.parse(datagram) else { return }
        var written: [UInt8] = []
        guard (try? RTCPCompound.write(packets, into: &written)) != nil else { return }
        let again = written.withUnsafeBytes { try? RTCPCompound.parse($0) }
        precondition(written.isEmpty || again == packets, "a report changed on its way")
    }
}
