import CallModel
import PushDelivery
import PushPayload
import Testing

@Suite struct APNsSenderTests {
    private static let one = APNsTranscript.one
    private static let two = APNsTranscript.two
    private static let ok = APNsResponse(status: 200)

    private static func answer(_ status: Int, _ reason: APNsReason) -> APNsResponse {
        APNsResponse(status: status, reason: reason)
    }

    @Test func `it connects and makes a token before the first ring`() throws {
        var play = APNsTranscript()
        #expect(play.after(.start) == ["mint 1", "open 1"])
        #expect(play.submit(try Pushes.ring(1)) == [])
        #expect(play.after(.settings(Self.one, streamsMax: 1)) == [])
        #expect(play.after(.opened(Self.one)) == [], "no token yet")
        #expect(play.after(.minted(1)) == ["send 1 on 1/1 with 1"])
        #expect(play.after(.answered(Self.one, stream: 1, Self.ok)) == ["1 accepted"])
    }

    @Test func `without a start it connects for the first push`() throws {
        var play = APNsTranscript()
        #expect(play.after(.time) == [])
        #expect(play.submit(try Pushes.ring(1)) == ["mint 1", "open 1"])
    }

    @Test func `one stream is used until a token is proved, then as many as the peer allows`() throws {
        var play = APNsTranscript.open(streams: 3)
        #expect(play.submit(try Pushes.ring(1)) == ["send 1 on 1/1 with 1"])
        for number in 2...6 as ClosedRange<UInt64> { #expect(play.submit(try Pushes.ring(number)) == []) }
        #expect(
            play.after(.answered(Self.one, stream: 1, Self.ok))
                == ["1 accepted", "send 2 on 1/3 with 1", "send 3 on 1/5 with 1", "send 4 on 1/7 with 1"])
        #expect(play.after(.settings(Self.one, streamsMax: 4)) == ["send 5 on 1/9 with 1"])
    }

    @Test func `a refusal proves no token`() throws {
        var play = APNsTranscript.open()
        _ = play.submit(try Pushes.ring(1))
        _ = play.submit(try Pushes.ring(2))
        _ = play.submit(try Pushes.ring(3))
        let gone = Self.answer(400, .badDeviceToken)
        #expect(
            play.after(.answered(Self.one, stream: 1, gone))
                == ["1 gone badToken since 1800000000000", "send 2 on 1/3 with 1"])
    }

    @Test func `lowered settings hold for later pushes`() throws {
        var play = try APNsTranscript.proved(streams: 10)
        for number in 1...4 as ClosedRange<UInt64> { _ = play.submit(try Pushes.ring(number)) }
        #expect(play.after(.settings(Self.one, streamsMax: 2)) == [])
        #expect(play.submit(try Pushes.ring(5)) == [])
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == ["1 accepted"])
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["2 accepted"])
        #expect(play.after(.answered(Self.one, stream: 7, Self.ok)) == ["3 accepted", "send 5 on 1/11 with 1"])
    }

    @Test func `an answer counts once`() throws {
        var play = try APNsTranscript.proved()
        play.now = .seconds(10)
        _ = play.submit(try Pushes.ring(1))
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == ["1 accepted"])
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == [])
        #expect(play.after(.reset(Self.one, stream: 3, wasRefused: true)) == [])
        #expect(play.after(.closed(Self.one)) == ["open 2"])
        #expect(play.after(.answered(Self.one, stream: 3, Self.answer(503, .shutdown))) == [])
        #expect(play.sender.metrics.accepted == 2)
        #expect(play.sender.metrics.attempts == 2)
    }

    @Test func `an unregistered token is gone since when the service says`() throws {
        var play = try APNsTranscript.proved()
        _ = play.submit(try Pushes.ring(1))
        let answer = APNsResponse(
            status: 410, reason: .unregistered, goneSince: WallTime(milliseconds: 1_650_000_000_000))
        #expect(play.after(.answered(Self.one, stream: 3, answer)) == ["1 gone unregistered since 1650000000000"])
    }

    @Test func `scenario 55: an expired provider token takes the connection with it, and nothing is sent twice`()
        throws
    {
        var play = try APNsTranscript.proved()
        _ = play.after(.seconds(30 * 60), .ponged(Self.one))
        for number in 1...3 as ClosedRange<UInt64> { _ = play.submit(try Pushes.ring(number, at: play.now)) }
        let expired = Self.answer(403, .expiredProviderToken)
        #expect(play.after(.answered(Self.one, stream: 3, expired)) == ["mint 2", "open 2"])
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["2 accepted"], "it was faster than the expiry")
        #expect(play.after(.answered(Self.one, stream: 7, expired)) == ["close 1"])
        #expect(play.after(.minted(2)) == [])
        #expect(play.after(.settings(Self.two, streamsMax: 100)) == [])
        #expect(play.after(.opened(Self.two)) == ["send 1 on 2/1 with 2"])
        #expect(play.after(.answered(Self.two, stream: 1, Self.ok)) == ["1 accepted", "send 3 on 2/3 with 2"])
        #expect(play.after(.answered(Self.two, stream: 3, Self.ok)) == ["3 accepted"])
    }

    @Test func `a token that expires at once is not made again, and its pushes end at their deadline`() throws {
        var play = APNsTranscript.open()
        _ = play.submit(try Pushes.ring(1, seconds: 20))
        let words = play.after(.answered(Self.one, stream: 1, Self.answer(403, .expiredProviderToken)))
        #expect(words == ["alarm ExpiredProviderToken", "close 1"])
        let later = play.runUntil(.seconds(25))
        #expect(later.contains("1 expired"))
        #expect(!later.contains { $0.hasPrefix("mint") || $0.hasPrefix("send") })
    }

    @Test func `too many new tokens: the one before serves on, elsewhere`() throws {
        var play = try APNsTranscript.proved()
        _ = play.after(.seconds(50 * 60), .ponged(Self.one))
        #expect(play.after(.minted(2)) == [])
        #expect(play.submit(try Pushes.ring(1, at: play.now)) == ["send 1 on 1/3 with 2"])
        let answer = Self.answer(429, .tooManyProviderTokenUpdates)
        #expect(play.after(.answered(Self.one, stream: 3, answer)) == ["close 1", "open 2"])
        _ = play.after(.settings(Self.two, streamsMax: 100))
        #expect(play.after(.opened(Self.two)) == ["send 1 on 2/1 with 1"])
    }

    @Test func `a refused provider token is an alarm, once a minute, and no retry`() throws {
        var play = try APNsTranscript.proved()
        for number in 1...3 as ClosedRange<UInt64> { _ = play.submit(try Pushes.ring(number)) }
        let answer = Self.answer(403, .invalidProviderToken)
        #expect(
            play.after(.answered(Self.one, stream: 3, answer))
                == ["alarm InvalidProviderToken", "1 refused InvalidProviderToken"])
        #expect(play.after(.answered(Self.one, stream: 5, answer)) == ["2 refused InvalidProviderToken"])
        play.now += .seconds(60)
        #expect(
            play.after(.answered(Self.one, stream: 7, answer)).contains("alarm InvalidProviderToken"))
    }

    @Test func `a server in trouble is left for another connection, after a while`() throws {
        var play = try APNsTranscript.proved()
        play.now = .seconds(10)
        _ = play.submit(try Pushes.ring(1))
        _ = play.submit(try Pushes.ring(2))
        #expect(play.after(.answered(Self.one, stream: 3, Self.answer(503, .shutdown))) == ["open 2"])
        _ = play.after(.settings(Self.two, streamsMax: 100))
        #expect(play.after(.opened(Self.two)) == [])
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["2 accepted", "close 1"])
        #expect(play.runUntil(.seconds(11)) == ["send 1 on 2/1 with 1"])
    }

    @Test func `connections are not opened faster than every half second, growing with failure`() throws {
        var play = APNsTranscript()
        var opened: [Duration] = []
        var words = play.after(.start)
        _ = play.after(.minted(1))
        var id: UInt32 = 0
        while opened.count < 9 {
            if words.contains(where: { $0.hasPrefix("open") }) {
                opened.append(play.now)
                id += 1
                words = play.after(.closed(APNsConnectionID(id)))
            } else {
                let wake = try #require(play.sender.nextWake(after: play.now))
                play.now = wake
                words = play.after(.time)
            }
        }
        let waits = zip(opened, opened.dropFirst()).map { $1 - $0 }
        #expect(waits.allSatisfy { $0 >= .milliseconds(250) && $0 <= .seconds(15) })
        #expect(waits[7] >= .seconds(7))
    }

    @Test func `an announced end finishes accepted pushes and sends the rest elsewhere at once`() throws {
        var play = try APNsTranscript.proved()
        play.now = .seconds(10)
        for number in 1...3 as ClosedRange<UInt64> { _ = play.submit(try Pushes.ring(number)) }
        #expect(play.after(.goAway(Self.one, lastStream: 5, nil)) == ["open 2"])
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == ["1 accepted"])
        _ = play.after(.settings(Self.two, streamsMax: 100))
        #expect(play.after(.opened(Self.two)) == ["send 3 on 2/1 with 1"])
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["2 accepted", "close 1"])
        #expect(play.after(.answered(Self.two, stream: 1, Self.ok)) == ["3 accepted"])
        #expect(play.sender.metrics.attempts == 5)
    }

    @Test func `a connection that never answers after an announced end is closed, and its pushes go elsewhere`() throws
    {
        var play = try APNsTranscript.proved()
        play.now = .seconds(10)
        _ = play.submit(try Pushes.ring(1))
        _ = play.after(.goAway(Self.one, lastStream: 3, nil))
        _ = play.after(.settings(Self.two, streamsMax: 100))
        _ = play.after(.opened(Self.two))
        let words = play.runUntil(.seconds(16))
        #expect(words.filter { $0.hasPrefix("send") } == ["send 1 on 2/1 with 1"])
        #expect(words.contains("close 1"))
    }

    @Test func `an end that names an expired token gives the token up`() throws {
        var play = try APNsTranscript.proved()
        _ = play.after(.seconds(30 * 60), .ponged(Self.one))
        _ = play.submit(try Pushes.ring(1, at: play.now))
        let words = play.after(.goAway(Self.one, lastStream: 0, .expiredProviderToken))
        #expect(words == ["mint 2", "close 1", "open 2"])
    }

    @Test func `a stream the peer did nothing with is sent again; of another one it may have arrived`() throws {
        var play = try APNsTranscript.proved()
        _ = play.submit(try Pushes.ring(1, seconds: 4))
        _ = play.submit(try Pushes.ring(2, seconds: 4))
        _ = play.after(.settings(Self.one, streamsMax: 0))
        #expect(play.after(.reset(Self.one, stream: 3, wasRefused: true)) == [])
        #expect(play.after(.reset(Self.one, stream: 5, wasRefused: false)) == [])
        let words = play.runUntil(.seconds(5))
        #expect(words.contains("1 expired"))
        #expect(words.contains("2 unanswered"))
    }

    @Test func `scenario 55: a cut connection's pushes go elsewhere in their order`() throws {
        var play = try APNsTranscript.proved()
        play.now = .seconds(10)
        for number in 1...3 as ClosedRange<UInt64> { _ = play.submit(try Pushes.ring(number)) }
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["2 accepted"])
        #expect(play.after(.closed(Self.one)) == ["open 2"])
        _ = play.after(.settings(Self.two, streamsMax: 100))
        #expect(play.after(.opened(Self.two)) == ["send 1 on 2/1 with 1"])
        #expect(play.after(.answered(Self.two, stream: 1, Self.ok)) == ["1 accepted", "send 3 on 2/3 with 1"])
    }

    /// Scenario 55 with one phone for all the calls: how long its queue may be decides, not the connection.
    @Test func `while a cut connection is opened anew a device's queue fills up, and one more is an alarm`() throws {
        var play = try APNsTranscript.proved()
        #expect(play.after(.closed(Self.one)) == [], "not faster than every half second")
        let first = UInt64(1), last = UInt64(PushQueue.countPerDeviceMax)
        for number in first...last { #expect(play.submit(try Pushes.ring(number, device: 7)) == []) }
        #expect(play.submit(try Pushes.ring(98, device: 7)) == ["alarm device", "98 overloaded"])
        #expect(play.submit(try Pushes.ring(99, device: 7)) == ["99 overloaded"], "an alarm a minute is enough")
        #expect(play.submit(try Pushes.ring(100, device: 8)) == [], "another device is none the worse")
        #expect(play.runUntil(.seconds(1)) == ["open 2"])
        _ = play.after(.settings(Self.two, streamsMax: 100))
        #expect(play.after(.opened(Self.two)) == ["send 1 on 2/1 with 1"])
        #expect(
            play.after(.answered(Self.two, stream: 1, Self.ok))
                == ["1 accepted", "send 100 on 2/3 with 1", "send 2 on 2/5 with 1"])
        var stream = Int32(5)
        for number in first + 1..<last {
            let words = play.after(.answered(Self.two, stream: stream, Self.ok))
            #expect(words == ["\(number) accepted", "send \(number + 1) on 2/\(stream + 2) with 1"])
            stream += 2
        }
    }

    @Test func `scenario 56: a lost answer is waited for, then the push sent again with the same id`() throws {
        var play = try APNsTranscript.proved()
        _ = play.submit(try Pushes.ring(1))
        #expect(play.runUntil(.seconds(3)) == ["ping 1"])
        _ = play.after(.ponged(Self.one))
        #expect(play.runUntil(.seconds(5)) == ["cancel 1/3", "send 1 on 1/5 with 1"])
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == [], "that one was given up")
        #expect(play.after(.answered(Self.one, stream: 5, Self.ok)) == ["1 accepted"])
    }

    @Test func `a dead connection is noticed by an unanswered ping`() throws {
        var play = try APNsTranscript.proved()
        #expect(play.runUntil(.seconds(59)) == [])
        #expect(play.runUntil(.seconds(60)) == ["ping 1"])
        #expect(play.runUntil(.seconds(64)) == [])
        #expect(play.runUntil(.seconds(65)) == ["close 1", "open 2"])
    }

    @Test func `a living connection is kept for ever`() throws {
        var play = try APNsTranscript.proved()
        for minute in 1...30 {
            #expect(play.runUntil(.seconds(60 * minute)).filter { !$0.hasPrefix("mint") } == ["ping 1"])
            _ = play.after(.ponged(Self.one))
        }
    }

    @Test func `nothing is sent past its deadline, and a push under way then is unanswered`() throws {
        var play = try APNsTranscript.proved(streams: 1)
        _ = play.submit(try Pushes.ring(1, seconds: 2))
        _ = play.submit(try Pushes.ring(2, seconds: 2))
        #expect(play.runUntil(.seconds(2)).sorted() == ["1 unanswered", "2 expired", "cancel 1/3"])
        #expect(play.after(.settings(Self.one, streamsMax: 100)) == [])
        #expect(play.submit(try Pushes.ring(3, seconds: 1)) == ["3 expired"])
    }

    @Test func `a device that gets too many waits; others do not`() throws {
        var play = try APNsTranscript.proved()
        _ = play.submit(try Pushes.ring(1, device: 1))
        _ = play.submit(try Pushes.ring(2, device: 1))
        #expect(play.after(.answered(Self.one, stream: 3, Self.answer(429, .tooManyRequests))) == [])
        #expect(play.submit(try Pushes.ring(3, device: 2)) == ["send 3 on 1/5 with 1"])
        _ = play.after(.answered(Self.one, stream: 5, Self.ok))
        #expect(play.runUntil(.milliseconds(499)) == [])
        #expect(play.runUntil(.seconds(1)) == ["send 1 on 1/7 with 1"])
        #expect(play.after(.answered(Self.one, stream: 7, Self.ok)) == ["1 accepted", "send 2 on 1/9 with 1"])
    }

    @Test func `a stop lets pushes under way finish and refuses new ones`() throws {
        var play = try APNsTranscript.proved()
        _ = play.submit(try Pushes.ring(1))
        #expect(play.after(.stop(within: .seconds(2))) == [])
        #expect(play.submit(try Pushes.ring(2)) == ["2 stopped"])
        #expect(play.after(.answered(Self.one, stream: 3, Self.ok)) == ["1 accepted", "close 1", "stopped"])
        #expect(play.sender.nextWake(after: play.now) == nil)
    }

    @Test func `a stop ends in time even with pushes left`() throws {
        var play = try APNsTranscript.proved(streams: 1)
        _ = play.submit(try Pushes.ring(1))
        _ = play.submit(try Pushes.ring(2))
        _ = play.after(.stop(within: .seconds(2)))
        #expect(play.runUntil(.seconds(2)) == ["1 unanswered", "2 stopped", "close 1", "stopped"])
    }

    @Test func `a request's headers describe the push`() throws {
        var play = APNsTranscript.open()
        var effects: [APNsEffect] = []
        let push = try Pushes.ring(1, seconds: 30)
        play.sender.handle(.submit(push, wall: Pushes.wall), at: .zero, into: &effects)
        guard case .send(_, _, let request, _) = effects.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(request.topic == Pushes.topic)
        #expect(request.type == .voip)
        #expect(request.expiration == 1_800_000_030)
        #expect(request.id == push.id)
        let read = IncomingPush(bytes: request.payload)
        #expect(read.callSession == Pushes.call(1))
        #expect(read.deadline == push.deadline)
        #expect(read.faults == [])
    }
}
