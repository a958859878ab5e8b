import CallModel
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// Which rows are handed out when, and which are kept for how long.
extension RingStoreBehavior {
    private static func positions(_ store: any RingStore, after position: Int64 = 0) throws -> [Int64] {
        try store.waitingDials(after: position, 9).map(\.position)
    }

    static func handsOutDials(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let waiting = try positions(store)
        try #require(waiting.count == 2)
        #expect(waiting == waiting.sorted())
        #expect(try positions(store, after: waiting[0]) == [waiting[1]])
        let end = now + .seconds(5)
        let others = try store.lease(9, of: [.command, .push], from: now, until: end)
        #expect(others.allSatisfy { !waiting.contains($0.position) }, "a dial has a kind of its own")
        #expect(try store.leaseDials([waiting[1]], from: now, until: end).map(\.position) == [waiting[1]])
        #expect(try positions(store) == [waiting[0]])
        #expect(try store.leaseDials(waiting, from: now, until: end).map(\.position) == [waiting[0]])
        #expect(
            try store.leaseDials(waiting, from: end, until: end) == [], "handed out before: now commands like others")
        let again = try store.lease(9, of: [.command], from: end, until: end + .seconds(5))
        let dials = again.filter { waiting.contains($0.position) }
        #expect(dials.map(\.position) == waiting && dials.allSatisfy { $0.attempts == 1 })
    }

    static func endsLeases(_ store: any RingStore) throws {
        try apply(store, .open(call()))
        let first = try store.lease(100, from: now, until: now + .seconds(60))
        #expect(try store.lease(100, from: now, until: now + .seconds(60)) == [])
        try store.endLeases()
        let again = try store.lease(100, from: now, until: now + .seconds(60))
        #expect(!first.isEmpty && again.map(\.body) == first.map(\.body))
    }

    static func forgets(_ store: any RingStore) throws {
        for number in 1...3 as ClosedRange<UInt64> {
            try apply(store, .open(call(number), RingCaller(number: "+15550100001")))
            let gone = RingEvent.carrier(.hungUp(.parent, .hungUp))
            try apply(store, .event(gone, .session(id(number))))
        }
        try apply(store, .open(call(4)))
        #expect(try store.openSessions().map(\.session) == [id(4)])
        #expect(try store.forgetSessions(closedBefore: .at(now), atMost: 9) == 0, "not before their time")
        let later = now + .seconds(1)
        #expect(try store.forgetSessions(closedBefore: .at(later), atMost: 2) == 2)
        #expect(try store.forgetSessions(closedBefore: .at(later), atMost: 2) == 1)
        #expect(try store.forgetSessions(closedBefore: .at(later), atMost: 2) == 0)
        for number in 1...3 as ClosedRange<UInt64> {
            #expect(try store.session(id(number)) == nil && store.caller(of: id(number)) == nil)
            #expect(try store.records(of: id(number)) == [])
        }
        #expect(try store.session(id(4)) != nil, "a call that is not over is not old")
    }

    static func knowsCaller(_ store: any RingStore) throws {
        let caller = RingCaller(
            number: "+15550100001", name: "Al", dialed: "+15550100002", user: UserID("al"), device: DeviceID("phone"),
            canBeJoined: true)
        try apply(store, .open(call(), caller))
        #expect(try store.caller(of: id(1)) == caller)
        #expect(try store.caller(of: id(2)) == nil)
    }
}
