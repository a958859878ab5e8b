import CallModel
import PushDelivery
import PushPayload
import Testing

@Suite struct PushQueueTests {
    private func admit(_ queue: inout PushQueue, _ push: PreparedPush, at now: Duration = .zero) -> PushAdmission {
        let deadline = push.deadline.since(Pushes.wall)
        return queue.admit(push, deadline: deadline, wall: Pushes.wall.advanced(by: now), at: now)
    }

    private func next(_ queue: inout PushQueue, at now: Duration = .zero) -> UInt64? {
        queue.next(at: now, answerWithin: .seconds(5)).flatMap { queue[$0]?.push.reference }
    }

    private func handle(_ queue: inout PushQueue) throws -> QueuedPushID {
        let ticket = queue.next(at: .zero, answerWithin: .seconds(5))
        return try #require(ticket)
    }

    @Test func `rings go before ends, and each in the order they came`() throws {
        var queue = PushQueue()
        for push in try [
            Pushes.end(1, device: 1, call: 1), Pushes.ring(2), Pushes.end(3, device: 3, call: 3), Pushes.ring(4),
        ] { #expect(admit(&queue, push) == .admitted(instead: nil)) }
        #expect((0..<5).map { _ in next(&queue) } == [2, 4, 1, 3, nil])
    }

    @Test func `a device has one push under way at a time, in the order they came`() throws {
        var queue = PushQueue()
        for push in try [
            Pushes.ring(1, device: 1), Pushes.end(2, device: 1, call: 8), Pushes.ring(3, device: 1),
            Pushes.ring(4, device: 2),
        ] { _ = admit(&queue, push) }
        let first = try handle(&queue)
        #expect(queue[first]?.push.reference == 1)
        #expect(next(&queue) == 4)
        #expect(next(&queue) == nil)
        queue.finish(first)
        let second = try handle(&queue)
        #expect(queue[second]?.push.reference == 2)
        #expect(next(&queue) == nil)
        queue.finish(second)
        #expect(next(&queue) == 3)
    }

    @Test func `a push sent again keeps its place before the next to its device`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, device: 1))
        _ = admit(&queue, try Pushes.ring(2, device: 1))
        let first = try handle(&queue)
        #expect(queue.sendAgain(first, after: .seconds(1), at: .zero) == true)
        #expect(next(&queue) == nil)
        #expect(queue.nextDue(at: .seconds(1))?.ticket == nil, "the end of a rest is not told")
        #expect(next(&queue, at: .seconds(1)) == 1)
        #expect(queue[first]?.attempts == 2)
    }

    @Test func `a wait that ends after the deadline is refused, and the push is still there to be finished`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, seconds: 3))
        let ticket = try handle(&queue)
        #expect(queue.sendAgain(ticket, after: .seconds(3), at: .zero) == false)
        #expect(queue.finish(ticket)?.push.reference == 1)
        #expect(queue.finish(ticket) == nil)
        #expect(queue.count == 0)
    }

    @Test func `a push that waits past its deadline is due, and never sent`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, seconds: 3))
        #expect(queue.nextDue == .seconds(3))
        #expect(next(&queue, at: .seconds(3)) == nil)
        let taken = queue.nextDue(at: .seconds(3))
        let due = try #require(taken)
        #expect(!due.wasUnderWay)
        #expect(queue.finish(due.ticket) != nil)
        #expect(queue.nextDue(at: .seconds(9))?.ticket == nil)
    }

    @Test func `a push under way is due when no answer comes, at the latest at its deadline`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, seconds: 30))
        _ = admit(&queue, try Pushes.ring(2, seconds: 2))
        _ = next(&queue)
        _ = next(&queue)
        #expect(queue.nextDue == .seconds(2))
        #expect(queue.nextDue(at: .seconds(2))?.wasUnderWay == true)
        #expect(queue.nextDue(at: .seconds(2))?.ticket == nil)
    }

    @Test func `an end of one ringing leaves the next of the same call, and two that ring are two`() throws {
        var queue = PushQueue()
        #expect(admit(&queue, try Pushes.ring(1, device: 1, call: 5)) == .admitted(instead: nil))
        #expect(admit(&queue, try Pushes.ring(2, device: 1, call: 5, round: 2)) == .admitted(instead: nil))
        guard case .withdrew(let ring) = admit(&queue, try Pushes.end(3, device: 1, call: 5)) else {
            Issue.record("it was taken in")
            return
        }
        #expect(ring.push.reference == 1)
        #expect(next(&queue) == 2)
    }

    @Test func `an end whose ring was never sent is not sent either`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, device: 1, call: 5))
        guard case .withdrew(let ring) = admit(&queue, try Pushes.end(2, device: 1, call: 5)) else {
            Issue.record("it was taken in")
            return
        }
        #expect(ring.push.reference == 1)
        #expect(queue.count == 0)
        #expect(next(&queue) == nil)
    }

    @Test func `an end whose ring is under way waits for it`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, device: 1, call: 5))
        let ring = try handle(&queue)
        #expect(admit(&queue, try Pushes.end(2, device: 1, call: 5)) == .admitted(instead: nil))
        #expect(next(&queue) == nil)
        queue.finish(ring)
        #expect(next(&queue) == 2)
    }

    @Test func `an end takes the place of a ring that may have arrived`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, device: 1, call: 5))
        let ring = try handle(&queue)
        queue[ring]?.mayHaveArrived = true
        #expect(queue.sendAgain(ring, after: .seconds(1), at: .zero) == true)
        guard case .admitted(let instead?) = admit(&queue, try Pushes.end(2, device: 1, call: 5)) else {
            Issue.record("the ring was not replaced")
            return
        }
        #expect(instead.push.reference == 1)
        #expect(next(&queue) == 2)
    }

    @Test func `a repeated push about a call is accepted once for a device`() throws {
        var queue = PushQueue()
        _ = admit(&queue, try Pushes.ring(1, device: 1, call: 5))
        #expect(admit(&queue, try Pushes.ring(2, device: 1, call: 5)) == .refused(.suppressed(.duplicate)))
        #expect(admit(&queue, try Pushes.ring(3, device: 2, call: 5)) == .admitted(instead: nil))
    }

    @Test func `a device and the whole have their bounds`() throws {
        var queue = PushQueue()
        for number in 0..<PushQueue.countPerDeviceMax {
            #expect(admit(&queue, try Pushes.ring(UInt64(number), device: 1)) == .admitted(instead: nil))
        }
        #expect(admit(&queue, try Pushes.ring(99, device: 1)) == .refused(.overloaded))
        for number in queue.count..<PushQueue.countMax {
            _ = admit(&queue, try Pushes.ring(UInt64(number), device: 10 + number))
        }
        #expect(queue.count == PushQueue.countMax)
        #expect(admit(&queue, try Pushes.ring(1 << 40, device: 1 << 30)) == .refused(.overloaded))
    }

    @Test func `a push whose deadline has passed is not taken`() throws {
        var queue = PushQueue()
        #expect(admit(&queue, try Pushes.ring(1, seconds: 0)) == .refused(.expired))
    }

    /// The heap behind it is held against a sorted list, over ten thousand random steps.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `deadlines come in order after every change and removal`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = PushQueue()
        var here: [(ticket: QueuedPushID, due: Duration)] = []
        for step in 0..<2_500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let seconds = Int64.random(in: 10..<1_000, using: &random)
                _ = admit(&queue, try Pushes.ring(UInt64(step), seconds: seconds))
                guard let ticket = queue.next(at: .zero, answerWithin: .seconds(2_000)) else { continue }
                here.append((ticket, .seconds(seconds)))
            case 2 where !here.isEmpty:
                let index = Int.random(in: here.indices, using: &random)
                #expect(queue.finish(here.remove(at: index).ticket) != nil)
            case 3 where !here.isEmpty:
                let index = Int.random(in: here.indices, using: &random)
                let wait = Duration.seconds(Int64.random(in: 1..<10, using: &random))
                guard queue.sendAgain(here[index].ticket, after: wait, at: .zero) else { continue }
                here[index].due = wait
            default: break
            }
            #expect(queue.nextDue == here.map(\.due).min())
            #expect(queue.count == here.count)
        }
    }
}
