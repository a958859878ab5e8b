import RTP
import Testing

struct TelephoneEventTests {
    /// A packet as it leaves the sender, with the time of its frame.
    struct Sent {
        var header: RTPHeader
        var event: TelephoneEvent
        var time: Duration
    }

    /// Plays digits and collects the sent packets; `audioRate` drives the timestamps.
    private func play(_ digits: String, tone: Duration, eventRate: UInt32, audioRate: UInt32) -> [Sent] {
        var sender = TelephoneEventSender(clockRate: eventRate)
        var packetizer = RTPPacketizer(
            source: 1, firstSequenceNumber: 65_530, firstTimestamp: 0xFFFF_F000, clockRate: audioRate)
        #expect(sender.enqueue(digits, tone: tone) == true)
        var sent: [Sent] = []
        var frame = 0
        while !sender.isIdle {
            if case .send(let event, let timestamp, let marker) = sender.next(at: packetizer.timestamp) {
                let header = packetizer.nextHeader(payloadType: 101, marker: marker, timestamp: timestamp)
                sent.append(Sent(header: header, event: event, time: .milliseconds(20 * frame)))
            } else {
                _ = packetizer.nextHeader(payloadType: 111)
            }
            packetizer.advance()
            frame += 1
            if frame > 5000 { break }
        }
        return sent
    }

    private func receive(
        _ packets: [Sent], eventRate: UInt32, until: Duration = .seconds(60)
    ) -> [TelephoneEventReceiver.Digit] {
        var receiver = TelephoneEventReceiver(formats: [.init(payloadType: 101, clockRate: eventRate)])
        var digits: [TelephoneEventReceiver.Digit] = []
        var payload: [UInt8] = []
        for packet in packets {
            receiver.expire(at: packet.time, into: &digits)
            packet.event.write(into: &payload)
            payload.withUnsafeBytes { receiver.receive(packet.header, payload: $0, at: packet.time, into: &digits) }
        }
        receiver.expire(at: until, into: &digits)
        return digits
    }

    @Test func `a digit is a marked start, growing durations and three ends`() {
        let sent = play("5", tone: .milliseconds(100), eventRate: 8000, audioRate: 8000)
        #expect(sent.map(\.event.duration) == [160, 320, 480, 640, 800, 800, 800])
        #expect(sent.map(\.event.isEnd) == [false, false, false, false, true, true, true])
        #expect(sent.map(\.header.marker) == [true, false, false, false, false, false, false])
        #expect(sent.map(\.header.sequenceNumber) == [65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 0])
        #expect(Set(sent.map(\.header.timestamp)) == [0xFFFF_F000])
    }

    @Test(arguments: [(8000 as UInt32, 48_000 as UInt32), (48_000, 48_000), (8000, 8000)])
    func `every digit arrives once with its length, whatever the clocks`(eventRate: UInt32, audioRate: UInt32) {
        let digits = "0123456789*#ABCD55"
        let sent = play(digits, tone: .milliseconds(120), eventRate: eventRate, audioRate: audioRate)
        let heard = receive(sent, eventRate: eventRate)
        #expect(String(heard.map(\.digit)) == digits)
        #expect(heard.allSatisfy { $0.milliseconds == 120 })
    }

    @Test(arguments: [8000 as UInt32, 48_000])
    func `the sender report's timestamp keeps time while a key is pressed`(clockRate: UInt32) {
        let first: UInt32 = 0xFFFF_F000
        var line = SendStream(
            RTPPacketizer(source: 1, firstSequenceNumber: 0, firstTimestamp: first, clockRate: clockRate))
        var sender = TelephoneEventSender(clockRate: 8000)
        #expect(sender.enqueue("5", tone: .seconds(1)) == true)
        for frame in 0..<60 {
            let now = Duration.milliseconds(20 * frame)
            if case .send(_, let timestamp, let marker) = sender.next(at: line.packetizer.timestamp) {
                #expect(line.nextHeader(payloadType: 101, marker: marker, timestamp: timestamp).timestamp == first)
            } else {
                _ = line.nextHeader(payloadType: 111)
            }
            line.sent(payloadByteCount: 4, at: now)
            // Reports go out between frames.
            let report = line.report([], at: now + .milliseconds(10))
            #expect(report.timestamp == first &+ UInt32(frame * 20 + 10) * (clockRate / 1000))
            line.advance()
        }
        #expect(sender.isIdle)
    }

    @Test func `the gap between digits is long enough to distinguish them`() {
        let sent = play("11", tone: .milliseconds(100), eventRate: 8000, audioRate: 8000)
        let ends = sent.filter(\.event.isEnd)
        let second = sent.last { $0.header.marker }
        #expect(second.map { $0.time - (ends.first?.time ?? .zero) } == .milliseconds(100))
    }

    @Test func `a lost end is made up for by the next digit or by silence`() {
        var sent = play("77", tone: .milliseconds(100), eventRate: 8000, audioRate: 48_000)
        sent.removeAll { $0.event.isEnd }
        let heard = receive(sent, eventRate: 8000)
        #expect(String(heard.map(\.digit)) == "77")
        #expect(heard.allSatisfy { $0.milliseconds == 80 })
    }

    @Test func `any pattern of loss that leaves a packet of each digit loses no digit and doubles none`() {
        let sent = play("44", tone: .milliseconds(100), eventRate: 8000, audioRate: 8000)
        #expect(sent.count == 14)
        for pattern in 0..<(1 << 14) where pattern & 0x7F != 0 && pattern >> 7 != 0 {
            let kept = sent.indices.filter { pattern >> $0 & 1 == 1 }.map { sent[$0] }
            #expect(receive(kept, eventRate: 8000).count == 2, "pattern \(pattern)")
        }
    }

    @Test func `reordered and doubled packets change nothing`() {
        let sent = play("9", tone: .milliseconds(200), eventRate: 8000, audioRate: 8000)
        var random = SeededGenerator(seed: 4733)
        for _ in 0..<200 {
            var packets = (sent + sent).shuffled(using: &random)
            for index in packets.indices { packets[index].time = .milliseconds(20 * index) }
            #expect(receive(packets, eventRate: 8000).map(\.digit) == ["9"])
        }
    }

    @Test func `a tone longer than the duration field is cut into segments and received as one`() {
        let sent = play("3", tone: .milliseconds(6000), eventRate: 48_000, audioRate: 48_000)
        #expect(Set(sent.map(\.header.timestamp)).count == 5)
        #expect(sent.filter(\.header.marker).count == 1)
        let heard = receive(sent, eventRate: 48_000)
        #expect(heard == [.init(digit: "3", milliseconds: 6000)])
        let lossy = sent.filter { $0.event.duration != 0xFFFF }
        #expect(receive(lossy, eventRate: 48_000) == heard)
    }

    @Test func `a character that is not a digit is not sent, and a short tone is lengthened`() {
        var sender = TelephoneEventSender(clockRate: 8000)
        #expect(sender.enqueue("12x", tone: .milliseconds(100)) == false)
        #expect(sender.enqueue(String(repeating: "1", count: 129), tone: .milliseconds(100)) == false)
        #expect(sender.isIdle)
        #expect(sender.next(at: 0) == .idle)
        let sent = play("1", tone: .zero, eventRate: 8000, audioRate: 8000)
        #expect(sent.last?.event.duration == 320)
    }

    @Test func `the sender says when it is done`() {
        var sender = TelephoneEventSender(clockRate: 8000)
        #expect(sender.enqueue("1", tone: .milliseconds(40)) == true)
        var finished = 0
        for frame in 0..<50 where sender.next(at: UInt32(frame * 160)) == .finished { finished += 1 }
        #expect(finished == 1)
        #expect(sender.isIdle)
    }

    @Test func `each payload type has its own clock, others are not ours`() {
        var receiver = TelephoneEventReceiver(formats: [
            .init(payloadType: 110, clockRate: 48_000), .init(payloadType: 101, clockRate: 8000),
        ])
        var digits: [TelephoneEventReceiver.Digit] = []
        for (type, timestamp) in [(110, 1), (101, 2), (99, 3)] as [(UInt8, UInt32)] {
            let header = RTPHeader(payloadType: type, sequenceNumber: 1, timestamp: timestamp, source: 1)
            let payload: [UInt8] = [1, 0x8A, 0x12, 0xC0]
            payload.withUnsafeBytes { receiver.receive(header, payload: $0, at: .zero, into: &digits) }
        }
        #expect(digits == [.init(digit: "1", milliseconds: 100), .init(digit: "1", milliseconds: 600)])
        #expect(receiver.accepts(payloadType: 101) && !receiver.accepts(payloadType: 99))
    }

    @Test func `short payloads and events that are not digits are ignored`() {
        var receiver = TelephoneEventReceiver(formats: [.init(payloadType: 101, clockRate: 8000)])
        var digits: [TelephoneEventReceiver.Digit] = []
        for payload in [[], [1], [1, 0x80, 0], [16, 0x80, 0, 160], [255, 0x80, 0, 160]] as [[UInt8]] {
            let header = RTPHeader(payloadType: 101, sequenceNumber: 1, timestamp: 5, source: 1)
            payload.withUnsafeBytes { receiver.receive(header, payload: $0, at: .zero, into: &digits) }
        }
        receiver.expire(at: .seconds(5), into: &digits)
        #expect(digits.isEmpty)
    }
}
