import CallModel
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// What every history of calls to numbers must do, whatever stores it. A function a rule; each takes an empty store.
enum RingHistoryBehavior {
    typealias Store = RingStore & RingHistory

    static let all: [(rule: String, proof: @Sendable (any Store) throws -> Void)] = [
        ("calls are found by those who were rung, the latest first, page by page", lists),
        ("a call is reported with its caller, the users it rang and its outcome", reports),
        ("a user finds the calls made", listsOwn),
        ("scenario 65: of two calls that became one each finds the one that went on", listsWhatWentOn),
        ("a forgotten call is never found", forgets),
    ]

    private static let id = RingStoreBehavior.id

    private static func lists(_ store: any Store) throws {
        for number in 1...3 as ClosedRange<UInt64> {
            try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call(number)))
        }
        let first = try store.rings(of: "u", before: nil, atMost: 2)
        #expect(first.map(\.session.id) == [id(3), id(2)])
        let rest = try store.rings(of: "u", before: id(2), atMost: 2)
        #expect(rest.map(\.session.id) == [id(1)])
        #expect(try store.rings(of: "another user", before: nil, atMost: 2).isEmpty)
        #expect(try store.rings(of: nil, before: nil, atMost: 9).map(\.session.id) == [id(3), id(2), id(1)])
        #expect(try store.rings(of: nil, before: id(3), atMost: 1).map(\.session.id) == [id(2)])
    }

    private static func reports(_ store: any Store) throws {
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call(), RingCaller(number: "+1555")))
        let ringing = try #require(try store.ring(id(1)))
        #expect(ringing.session == (try store.session(id(1))) && ringing.call == nil && ringing.missedBy == [])
        try RingStoreBehavior.pass(store, .carrier(.hungUp(.parent, .hungUp)))
        let over = try #require(try store.ring(id(1)))
        #expect(over.users == [UserID("u")] && over.missedBy == [UserID("u")])
        #expect(over.caller.number == "+1555" && over.call?.outcome == .cancelled)
        #expect(try store.rings(of: "u", before: nil, atMost: 9) == [over])
        #expect(try store.ring(id(2)) == nil)
    }

    private static func listsOwn(_ store: any Store) throws {
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call(), RingStoreBehavior.from("al")))
        #expect(try store.rings(of: "al", before: nil, atMost: 9).map(\.session.id) == [id(1)])
    }

    private static func listsWhatWentOn(_ store: any Store) throws {
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.calls(1, "bob"), RingStoreBehavior.from("ann")))
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.calls(2, "ann"), RingStoreBehavior.from("bob")))
        for user in ["ann", "bob"] {
            #expect(try store.rings(of: user, before: nil, atMost: 9).map(\.session.id) == [id(1)])
        }
        #expect(try store.rings(of: nil, before: nil, atMost: 9).map(\.session.id) == [id(2), id(1)])
    }

    private static func forgets(_ store: any Store) throws {
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
        try RingStoreBehavior.pass(store, .carrier(.hungUp(.parent, .hungUp)))
        #expect(try store.forgetSessions(closedBefore: .at(RingStoreBehavior.now + .seconds(1)), atMost: 9) == 1)
        #expect(try store.ring(id(1)) == nil)
        for user in ["u", nil] { #expect(try store.rings(of: user, before: nil, atMost: 9).isEmpty) }
    }
}
