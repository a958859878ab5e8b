import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import Testing

/// What answered calls need to go on in another run.
@Suite struct KeptCallTests {
    private static let session = JournalStory.session(1)
    private static let seal = PlainSeal()
    /// The next run, an hour later.
    private static let nextClock = WallClock(originMicroseconds: JournalStory.clock.originMicroseconds + 3_600_000_000)

    private static func leg(_ ordinal: UInt16, _ user: String, _ ending: Ending? = nil) -> KeptLeg {
        KeptLeg(
            id: JournalStory.leg(session, ordinal), callID: CallID("call \(ordinal)"),
            device: DeviceSession(
                id: SignallingSessionID("sessid \(ordinal)"), user: UserID(user), device: DeviceID("\(user)'s"),
                capabilities: [.trickle, .holdNotices]),
            takesCandidates: ordinal == 1, description: ending == nil ? Redacted("v=0\r\n\(ordinal)") : nil,
            isHeld: ordinal == 1, ending: ending)
    }

    private static func kept(
        users: [UserID]? = nil, headers: [CustomHeader]? = nil, version: UInt64 = 7
    ) throws -> KeptCall {
        try #require(
            KeptCall(
                session: session, version: version, callee: users == nil ? UserID("bob") : nil, organization: "main",
                callerName: "Anna \"A\"", callerNumber: "+1", dialled: "1002", usersOfNumber: users,
                legs: [
                    leg(0, "anna"), leg(1, "bob"),
                    leg(2, "bob", Ending(.answeredElsewhere, cause: .init(26), sipCode: 200, sipReason: "elsewhere")),
                ], winner: 1, epoch: 2, answerHeaders: headers, createdAt: .seconds(1), rangAt: .seconds(2),
                answeredAt: .seconds(3)))
    }

    private static func store(_ entries: [JournalEntry]) throws -> ExchangeDatabase {
        let database = try ExchangeDatabase(path: nil)
        try database.append(entries, clock: JournalStory.clock, sealing: seal)
        return database
    }

    private static func story(_ records: [JournalRecord]) -> [JournalEntry] { records.map { .record($0) } }

    @Test func `what is kept is there in the next run, with its moments in that run's time`() throws {
        let kept = try Self.kept(headers: [CustomHeader(name: "X-Desk", value: "7")])
        let database = try Self.store(Self.story(JournalStory.answered(Self.session)) + [.keep(kept)])
        let same = try database.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal)
        #expect(same == [kept])
        let next = try database.takeKeptCalls(clock: Self.nextClock, sealing: Self.seal)
        #expect(next.first?.answeredAt == .seconds(3 - 3_600))
        #expect(next.first?.legs == kept.legs)
    }

    @Test func `the last that was kept counts, and the last version of the journal`() throws {
        let database = try Self.store(
            Self.story(JournalStory.answered(Self.session)) + [
                .keep(try Self.kept(version: 6)), .keep(try Self.kept(version: 3)),
            ])
        let taken = try database.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal)
        #expect(taken.map(\.version) == [7])
        #expect(taken == [try Self.kept()])
    }

    @Test func `nothing is there of a call that was thrown away, or whose end is in the journal`() throws {
        let kept = JournalEntry.keep(try Self.kept())
        let gone = try Self.store(
            Self.story(JournalStory.answered(Self.session)) + [kept, .discard(Self.session)])
        #expect(try gone.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal) == [])
        let ended = try Self.store(Self.story(JournalStory.ended(Self.session)) + [kept])
        #expect(try ended.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal) == [])
    }

    @Test func `a call to a number needs no journal`() throws {
        let kept = try Self.kept(users: [UserID("bob"), UserID("carol")])
        let database = try Self.store([.keep(kept)])
        #expect(try database.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal) == [kept])
    }

    @Test func `what cannot be read is thrown away, and its call fails with the others`() throws {
        struct OtherSeal: Sealing {
            func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }
            func open(_ bytes: [UInt8]) -> [UInt8]? { nil }
        }
        let database = try Self.store(
            Self.story(JournalStory.answered(Self.session)) + [.keep(try Self.kept())])
        #expect(try database.takeKeptCalls(clock: JournalStory.clock, sealing: OtherSeal()) == [])
        #expect(try database.takeKeptCalls(clock: JournalStory.clock, sealing: Self.seal) == [])
        #expect(try database.closeUnfinished(at: 5_000_000_000).map(\.session) == [Self.session])
    }

    @Test func `calls that go on are not ended`() throws {
        let other = JournalStory.session(2)
        let database = try Self.store(
            Self.story(JournalStory.answered(Self.session) + JournalStory.answered(other))
                + [.keep(try Self.kept())])
        #expect(try database.closeUnfinished(at: 5_000_000_000, except: [Self.session]).map(\.session) == [other])
        #expect(try database.call(Self.session)?.stage == .active)
    }

    @Test func `descriptions and numbers do not stand in the database as they are`() throws {
        struct Loud: Error {}
        struct NoSeal: Sealing {
            func seal(_ bytes: [UInt8]) throws -> [UInt8] { throw Loud() }
            func open(_ bytes: [UInt8]) -> [UInt8]? { nil }
        }
        let database = try ExchangeDatabase(path: nil)
        #expect(throws: StorageError.self, "without a seal nothing is stored") {
            try database.append(
                [.keep(try Self.kept())], clock: JournalStory.clock, sealing: NoSeal())
        }
    }
}
