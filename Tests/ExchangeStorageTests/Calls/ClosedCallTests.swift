import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// How long closed calls and audits are kept, and how many.
@Suite struct ClosedCallTests {
    private static let now = RingStoreBehavior.now
    private static let latest = now + .seconds(1_000 * 86_400)

    private static func microseconds(_ moment: Duration) -> Int64 { Int64(moment / .microseconds(1)) }

    /// A call between users, a call to a number, and a call with an audit entry; all are over.
    private static func call(in store: any ExchangeStore) throws {
        try store.append(JournalStory.ended(JournalStory.session(1)), clock: JournalStory.clock)
        try ring(1, by: nil, in: store)
        var recorded = RingStoreBehavior.call(2)
        recorded.policy.recordsConversations = true
        try RingStoreBehavior.apply(store, .open(recorded))
    }

    /// A call that is over; without a callee it was not permitted.
    private static func dial(
        _ number: UInt64, from caller: String = "alice", to callee: String?, _ reason: EndReason = .cancelled,
        in store: any CallJournal
    ) throws {
        let session = JournalStory.session(number)
        let changes: [JournalChange] = [
            .created(
                leg: JournalStory.leg(session, 0), caller: UserID(caller), device: DeviceID("a"),
                callee: callee.map { UserID($0) }, dialed: "1001"),
            .ended(Ending(reason)),
        ]
        try store.append(JournalStory.records(of: session, changes), clock: JournalStory.clock)
    }

    /// A call to a number, which is over.
    private static func ring(
        _ number: UInt64, by user: String?, ringing users: [String] = ["u"], in store: any RingStore
    ) throws {
        let call = InboundCall(
            session: RingStoreBehavior.id(number), organization: OrganizationID("o"),
            parent: CarrierLegID("parent-\(number)"),
            devices: users.map { DeviceCandidate(DeviceID("phone of \($0)"), of: UserID($0)) }, owners: [UserID("u")])
        let caller = RingCaller(number: "+15550100001", user: user.map { UserID($0) })
        try RingStoreBehavior.apply(store, .open(call, caller))
        let gone = RingEvent.carrier(.hungUp(.parent, .hungUp))
        try RingStoreBehavior.apply(store, .event(gone, .session(RingStoreBehavior.id(number))))
    }

    /// When calls, calls to numbers and entries of the audit of recordings are forgotten.
    private static func forgotten(in store: any ExchangeStore, before moment: Duration) throws -> [Bool] {
        try [
            store.forgetCalls(endedBefore: .at(moment), atMost: 9),
            store.forgetSessions(closedBefore: .at(moment), atMost: 9),
            store.forgetRecordingAudit(before: .at(moment), atMost: 9),
        ].map { $0 > 0 }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H4: calls and audits made while the calendar stands back stay when it is set right`(
        _ kind: StoreUnderTest
    ) throws {
        try kind.keep { store in
            try store.keepLatestTime(Self.microseconds(Self.latest))
            try Self.call(in: store)
            #expect(try Self.forgotten(in: store, before: Self.latest) == [false, false, false])
            #expect(try store.calls(of: "alice", before: nil, atMost: 9).map(\.endedAt) == [1_010_000_000])
            #expect(try Self.forgotten(in: store, before: Self.latest + .seconds(1)) == [true, true, true])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H4: calls and audits that a wrong time would have kept expire once it is undone`(
        _ kind: StoreUnderTest
    ) throws {
        try kind.keep { store in
            try store.keepLatestTime(Self.microseconds(Self.latest))
            try Self.call(in: store)
            try store.setLatestTime(Self.microseconds(Self.now))
            #expect(try Self.forgotten(in: store, before: Self.now) == [false, false, false])
            #expect(try Self.forgotten(in: store, before: Self.now + .seconds(1)) == [true, true, true])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H4: the audit of accounts is kept by the latest time as well`(_ kind: StoreUnderTest) async throws {
        try await kind.open { store, accounts in
            try store.keepLatestTime(1_000)
            try await accounts.note(AuditEntry(at: 1, actor: "token:t", action: "do", subject: ""))
            func purge(_ moment: Int64) async throws -> Int {
                var horizon = AccountRetention(by: .at(1_000))
                horizon.audit = moment
                return try await accounts.purge(horizon, atMost: 9)
            }
            #expect(try await purge(1_000) == 0)
            #expect(try await purge(1_001) == 1)
        }
    }

    private static func store(callsMax: Int) throws -> ExchangeDatabase {
        try ExchangeDatabase(path: nil, sealing: PlainSeal(), callsOfPartiesMax: callsMax)
    }

    @Test func `M6: of a caller's calls the newest are kept, and those with a message`() throws {
        let store = try Self.store(callsMax: 2)
        let sessions = (1...5).map { JournalStory.session($0) }
        try store.keep(MailboxBehavior.message("a", session: sessions[0].description), sound: [1])
        for session in sessions { try store.append(JournalStory.ended(session), clock: JournalStory.clock) }
        #expect(
            try store.calls(of: "bob", before: nil, atMost: 9).map(\.session) == [5, 4, 1].map { sessions[$0 - 1] })
        #expect(try store.deleteMessage("a", in: "ben"))
        try store.append(JournalStory.ended(JournalStory.session(6)), clock: JournalStory.clock)
        #expect(try store.calls(of: "alice", before: nil, atMost: 9).count == 2)
    }

    @Test func `M6: calls that go on and calls of other callers are not crowded out`() throws {
        let store = try Self.store(callsMax: 1)
        let (open, other) = (JournalStory.session(1), JournalStory.session(2))
        try store.append(JournalStory.answered(open), clock: JournalStory.clock)
        try Self.dial(2, from: "bob", to: "alice", in: store)
        for number in 3...5 as ClosedRange<UInt64> {
            try store.append(JournalStory.ended(JournalStory.session(number)), clock: JournalStory.clock)
        }
        let kept = try store.calls(of: "bob", before: nil, atMost: 9).map(\.session)
        #expect(kept == [JournalStory.session(5), other, open])
    }

    @Test func `M6: a call stays in the called user's history, whatever its caller dials later`() throws {
        let store = try Self.store(callsMax: 1)
        func history(_ user: String) throws -> [CallSessionID] {
            try store.calls(of: user, before: nil, atMost: 9).map(\.session)
        }
        let dials: [(String?, EndReason)] = [
            ("bob", .cancelled), (nil, .unreachable), ("carol", .noAnswer), ("bob", .unreachable), ("bob", .busy),
            ("alice", .cancelled), ("carol", .cancelled),
        ]
        for (index, dial) in dials.enumerated() { try Self.dial(UInt64(index) + 1, to: dial.0, dial.1, in: store) }
        #expect(try history("bob") == [JournalStory.session(1)])
        #expect(try history("carol") == [JournalStory.session(7)])
        #expect(try history("alice") == [7, 6, 1].map { JournalStory.session($0) }, "those that rang no other are one")
        try store.append(JournalStory.ended(JournalStory.session(8)), clock: JournalStory.clock)
        #expect(try history("bob") == [JournalStory.session(8)])
    }

    @Test(arguments: [false, true])
    func `M6: whom a call rang counts alike if another process ends it`(isRestarted: Bool) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let open = { try ExchangeDatabase(path: folder.path(), sealing: PlainSeal(), callsOfPartiesMax: 1) }
        var store = try open()
        let ends: [(rings: Bool, reason: EndReason)] = [(true, .busy), (false, .noAnswer), (false, .busy)]
        for (index, end) in ends.enumerated() {
            let session = JournalStory.session(UInt64(index) + 1)
            let leg = JournalStory.leg(session, 1)
            var begun: [JournalChange] = [
                .created(
                    leg: JournalStory.leg(session, 0), caller: UserID("alice"), device: DeviceID("a"),
                    callee: UserID("bob"), dialed: "1002"),
                .legPlanned(leg, user: UserID("bob"), device: DeviceID("phone")),
            ]
            if end.rings { begun.append(.legRang(leg)) }
            try store.append(JournalStory.records(of: session, begun), clock: JournalStory.clock)
            if isRestarted {
                try store.close()
                store = try open()
            }
            let ended = JournalStory.records(of: session, [.ended(Ending(end.reason))], from: UInt64(begun.count) + 1)
            try store.append(ended, clock: JournalStory.clock)
        }
        let kept = try store.calls(of: "bob", before: nil, atMost: 9).map(\.session)
        #expect(kept == [3, 2].map { JournalStory.session($0) }, "the last one rang no phone of bob's")
        try store.close()
    }

    @Test func `M6: a call to a number stays in the histories of all whom it rang, whatever its caller dials later`()
        throws
    {
        let store = try Self.store(callsMax: 1)
        let rung = [["ben", "cleo"], ["ben"], ["cleo"], [], ["al"], ["ben"]]
        for (index, users) in rung.enumerated() {
            try Self.ring(UInt64(index) + 1, by: "al", ringing: users, in: store)
        }
        let kept = try (1...6 as ClosedRange<UInt64>).filter { try store.session(RingStoreBehavior.id($0)) != nil }
        #expect(kept == [1, 3, 5, 6])
        try Self.ring(7, by: "al", ringing: ["cleo", "ben"], in: store)
        #expect(try store.session(RingStoreBehavior.id(1)) == nil)
    }

    @Test func `M6: of a caller's calls to numbers the newest are kept, and all of those from outside`() throws {
        let store = try Self.store(callsMax: 2)
        for number in 1...4 as ClosedRange<UInt64> { try Self.ring(number, by: "al", in: store) }
        for number in 5...8 as ClosedRange<UInt64> { try Self.ring(number, by: nil, in: store) }
        let kept = try (1...8 as ClosedRange<UInt64>).filter { try store.session(RingStoreBehavior.id($0)) != nil }
        #expect(kept == [3, 4, 5, 6, 7, 8])
        #expect(try store.caller(of: RingStoreBehavior.id(1)) == nil)
    }

    @Test func `M6: a call to a number with a message or a recorded conversation stays`() throws {
        let store = try Self.store(callsMax: 1)
        let (left, recorded) = (RingStoreBehavior.id(1), RingStoreBehavior.id(2))
        try store.keep(MailboxBehavior.message("a", session: left.description), sound: [1])
        try ConversationBehavior.talk(2, in: store, by: UserID("al"))
        for leg in [LegRef.parent, .leg(RingStoreBehavior.leg(1, of: 2))] {
            try RingStoreBehavior.apply(store, .event(.carrier(.hungUp(leg, .hungUp)), .session(recorded)))
        }
        for number in [1, 3, 4, 5] as [UInt64] { try Self.ring(number, by: "al", in: store) }
        #expect(try store.session(left) != nil && store.session(recorded) != nil)
        #expect(try store.session(RingStoreBehavior.id(4)) == nil)
    }

    @Test func `M6: guests count as one caller`() throws {
        let store = try Self.store(callsMax: 1)
        for number in 1...3 as ClosedRange<UInt64> { try Self.ring(number, by: "anonymous:\(number)", in: store) }
        let kept = try (1...3 as ClosedRange<UInt64>).filter { try store.session(RingStoreBehavior.id($0)) != nil }
        #expect(kept == [3])
    }
}
