import PushDelivery
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct FCMSenderTests {
    /// Plays a sender; messages under way are told by the caller's reference.
    private struct Play {
        var sender = FCMSender(seed: 42)
        var now = Duration.zero
        var underWay: [(reference: UInt64, ticket: QueuedPushID, attempt: Int, message: FCMMessage)] = []
        private var references: [[UInt8]: UInt64] = [:]

        mutating func after(_ event: FCMEvent) -> [String] {
            var effects: [FCMEffect] = []
            sender.handle(event, at: now, into: &effects)
            return effects.map { words($0) }
        }

        mutating func submit(_ push: PreparedPush) -> [String] {
            references[Array(push.token.value.revealed.utf8)] = push.reference
            return after(.submit(push, wall: Pushes.wall.advanced(by: now)))
        }

        mutating func answer(_ index: Int, _ answer: FCMResponse) -> [String] {
            after(.answered(underWay[index].ticket, attempt: underWay[index].attempt, answer))
        }

        mutating func runUntil(_ end: Duration) -> [String] {
            var words: [String] = []
            while let wake = sender.nextWake(after: now), wake <= end {
                now = max(wake, now)
                words += after(.time)
            }
            now = end
            return words
        }

        static func granted() -> Play {
            var play = Play()
            _ = play.after(.start)
            _ = play.after(.granted(1, life: .seconds(3_600)))
            return play
        }

        private mutating func words(_ effect: FCMEffect) -> String {
            switch effect {
            case .fetchToken(let generation): return "fetch \(generation)"
            case .send(let ticket, let attempt, let message, let token):
                let value = (try? JSONParser.parse(message.body))?.object?["message"]?.object?["token"]?.string
                let reference = references[Array((value ?? "").utf8)] ?? 0
                underWay.append((reference, ticket, attempt, message))
                return "send \(reference) try \(attempt) with \(token)"
            case .cancel(_, let attempt): return "cancel try \(attempt)"
            case .resolve(let reference, let outcome):
                if case .refused = outcome { return "\(reference) refused" }
                if case .tokenGone = outcome { return "\(reference) gone" }
                if case .accepted = outcome { return "\(reference) accepted" }
                return "\(reference) \(outcome)"
            case .alarm(let alarm): return "alarm \(alarm.status)"
            case .stopped: return "stopped"
            }
        }
    }

    @Test func `one token is fetched for all that wait`() throws {
        var play = Play()
        #expect(play.submit(try Pushes.message(1)) == ["fetch 1"])
        #expect(play.submit(try Pushes.message(2)) == [])
        #expect(
            play.after(.granted(1, life: .seconds(3_600))) == ["send 1 try 1 with 1", "send 2 try 1 with 1"])
        #expect(play.answer(0, FCMResponse(status: 200)) == ["1 accepted"])
        #expect(play.answer(0, FCMResponse(status: 200)) == [])
    }

    @Test func `a token that is not granted is asked for again, and an alarm if it is our doing`() throws {
        var play = Play()
        _ = play.submit(try Pushes.message(1, seconds: 5))
        #expect(play.after(.grantRefused(1, status: 503)) == [])
        let words = play.runUntil(.seconds(1))
        #expect(words == ["fetch 2"])
        #expect(play.after(.grantRefused(2, status: 401)) == ["alarm 401"])
        #expect(play.runUntil(.seconds(5)).last == "1 expired")
    }

    @Test func `an access token answered 401 is replaced, and the messages sent once more`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1))
        _ = play.submit(try Pushes.message(2))
        #expect(play.answer(0, FCMResponse(status: 401)) == ["fetch 2"])
        #expect(play.answer(1, FCMResponse(status: 401)) == [])
        #expect(
            play.after(.granted(2, life: .seconds(3_600))) == ["send 1 try 2 with 2", "send 2 try 2 with 2"])
        #expect(play.answer(2, FCMResponse(status: 200)) == ["1 accepted"])
        #expect(play.answer(3, FCMResponse(status: 401)) == ["alarm 401", "2 refused"])
    }

    @Test func `a quota that is used up makes everything wait as long as it says`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1))
        #expect(play.answer(0, FCMResponse(status: 429, code: .quotaExceeded, retryAfter: .seconds(4))) == [])
        #expect(play.submit(try Pushes.message(2)) == [])
        #expect(play.runUntil(.milliseconds(3_999)) == [])
        #expect(play.runUntil(.seconds(4)).contains("send 2 try 1 with 1"))
        #expect(play.runUntil(.seconds(9)).contains("send 1 try 2 with 1"))
    }

    @Test func `a quota without a word outlasts the ring`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1))
        #expect(play.answer(0, FCMResponse(status: 429, code: .quotaExceeded)) == ["1 expired"])
    }

    @Test func `a request without an answer is given up and sent again, at most until the deadline`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1, seconds: 15))
        #expect(play.runUntil(.seconds(10)) == ["cancel try 1", "send 1 try 2 with 1"])
        #expect(play.answer(0, FCMResponse(status: 200)) == [], "that attempt was given up")
        #expect(play.runUntil(.seconds(15)) == ["cancel try 2", "1 unanswered"])
    }

    @Test(arguments: [(true, "1 expired"), (false, "1 unanswered")])
    func `a push that was never sent is not reported as perhaps delivered`(wasNotSent: Bool, end: String) throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1, seconds: 1))
        play.now = .milliseconds(950)
        #expect(play.after(.failed(play.underWay[0].ticket, attempt: 1, wasNotSent: wasNotSent)) == [end])
    }

    @Test func `no more than a hundred requests are under way`() throws {
        var play = Play.granted()
        for number in 1...120 as ClosedRange<UInt64> { _ = play.submit(try Pushes.message(number)) }
        #expect(play.underWay.count == 100)
        #expect(play.answer(7, FCMResponse(status: 200)) == ["8 accepted", "send 101 try 1 with 1"])
    }

    @Test func `a ring is urgent, an end never is`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1))
        _ = play.submit(try Pushes.message(2, kind: .callEnded))
        let android = try play.underWay.map { sent in
            try JSONParser.parse(sent.message.body).object?["message"]?.object?["android"]?.object?["priority"]?.string
        }
        #expect(android == ["HIGH", "NORMAL"])
    }

    @Test func `a message has the form that the service and the reader expect`() throws {
        var play = Play.granted()
        play.now = .milliseconds(1_500)
        _ = play.submit(try Pushes.message(1, seconds: 30))
        let message = try #require(try JSONParser.parse(play.underWay[0].message.body).object?["message"]?.object)
        #expect(message.members.map(\.key) == ["token", "data", "android"])
        #expect(message["token"] == "device:1")
        #expect(message["android"]?.object?["ttl"] == "28s")
        #expect(message["android"]?.object?["direct_boot_ok"] == true)
        let data = try #require(message["data"])
        #expect(IncomingPush(data).callSession == Pushes.call(1))
    }

    @Test func `a stop ends in time`() throws {
        var play = Play.granted()
        _ = play.submit(try Pushes.message(1))
        _ = play.submit(try Pushes.message(2, device: 1))
        _ = play.after(.stop(within: .seconds(2)))
        #expect(play.submit(try Pushes.message(3)) == ["3 stopped"])
        #expect(play.runUntil(.seconds(2)) == ["cancel try 1", "1 unanswered", "2 stopped", "stopped"])
    }
}
