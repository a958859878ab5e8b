import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import Testing

/// What every journal must do of what answered calls need to go on in another run. A function a rule; each takes an empty
/// journal.
enum KeptCallBehavior {
    static let all: [(rule: String, proof: @Sendable (any CallJournal) throws -> Void)] = [
        ("a kept call is there in the next run, with its moments in that run's time", gives),
        ("the last that was kept counts, and the last version of the journal", givesTheLast),
        ("nothing is there of a call that was thrown away", discards),
        ("nothing is there of a call whose end is in the journal", discardsWhatIsOver),
        ("a call to a number needs no journal", givesCallsToNumbers),
        ("what cannot be read is thrown away, and its call fails with the others", discardsWhatCannotBeRead),
        ("without a seal nothing is stored", seals),
    ]

    private static let session = JournalStory.session(1)
    private static let seal = PlainSeal()
    /// The next run, an hour later.
    private static let nextClock = WallClock(originMicroseconds: JournalStory.clock.originMicroseconds + 3_600_000_000)

    private static func leg(_ ordinal: UInt16, _ user: String, _ ending: Ending? = nil) -> KeptLeg {
        KeptLeg(
            id: JournalStory.leg(session, ordinal), callID: CallID("call \(ordinal)"),
            device: DeviceSession(
                id: SignalingSessionID("sessid \(ordinal)"), user: UserID(user), device: DeviceID("\(user)'s"),
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
                callerName: "Anna \"A\"", callerNumber: "+1", dialed: "1002", usersOfNumber: users,
                legs: [
                    leg(0, "anna"), leg(1, "bob"),
                    leg(2, "bob", Ending(.answeredElsewhere, cause: .init(26), sipCode: 200, sipReason: "elsewhere")),
                ], winner: 1, epoch: 2, answerHeaders: headers, createdAt: .seconds(1), rangAt: .seconds(2),
                answeredAt: .seconds(3)))
    }

    private static func fill(_ journal: any CallJournal, _ entries: [JournalEntry]) throws {
        try journal.append(entries, clock: JournalStory.clock, sealing: seal)
    }

    private static func story(_ records: [JournalRecord]) -> [JournalEntry] { records.map { .record($0) } }

    private static func gives(_ journal: any CallJournal) throws {
        let kept = try kept(headers: [CustomHeader(name: "X-Desk", value: "7")])
        try fill(journal, story(JournalStory.answered(session)) + [.keep(kept)])
        let same = try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal)
        #expect(same == [kept])
        let next = try journal.loadKeptCalls(clock: nextClock, sealing: seal)
        #expect(next.first?.answeredAt == .seconds(3 - 3_600))
        #expect(next.first?.legs == kept.legs)
    }

    private static func givesTheLast(_ journal: any CallJournal) throws {
        try fill(
            journal,
            story(JournalStory.answered(session)) + [
                .keep(try kept(version: 6)), .keep(try kept(version: 3)),
            ])
        let taken = try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal)
        #expect(taken.map(\.version) == [7])
        #expect(taken == [try kept()])
    }

    private static func discards(_ journal: any CallJournal) throws {
        let kept = JournalEntry.keep(try Self.kept())
        try fill(journal, story(JournalStory.answered(session)) + [kept, .discard(session)])
        #expect(try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal) == [])
    }

    private static func discardsWhatIsOver(_ journal: any CallJournal) throws {
        try fill(journal, story(JournalStory.ended(session)) + [.keep(try Self.kept())])
        #expect(try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal) == [])
    }

    private static func givesCallsToNumbers(_ journal: any CallJournal) throws {
        let kept = try kept(users: [UserID("bob"), UserID("carol")])
        try fill(journal, [.keep(kept)])
        #expect(try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal) == [kept])
    }

    private static func discardsWhatCannotBeRead(_ journal: any CallJournal) throws {
        struct OtherSeal: Sealing {
            func fingerprint(of bytes: [UInt8]) -> [UInt8] { bytes }
            func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }
            func open(_ bytes: [UInt8]) -> [UInt8]? { nil }
        }
        try fill(
            journal,
            story(JournalStory.answered(session)) + [.keep(try kept())])
        #expect(try journal.loadKeptCalls(clock: JournalStory.clock, sealing: OtherSeal()) == [])
        #expect(try journal.loadKeptCalls(clock: JournalStory.clock, sealing: seal) == [])
        #expect(try journal.closeUnfinished(at: 5_000_000_000, except: []).map(\.session) == [session])
    }

    private static func seals(_ journal: any CallJournal) throws {
        struct Loud: Error {}
        struct NoSeal: Sealing {
            func fingerprint(of bytes: [UInt8]) -> [UInt8] { bytes }
            func seal(_ bytes: [UInt8]) throws -> [UInt8] { throw Loud() }
            func open(_ bytes: [UInt8]) -> [UInt8]? { nil }
        }
        #expect(throws: StorageError.self, "without a seal nothing is stored") {
            try journal.append(
                [.keep(try kept())], clock: JournalStory.clock, sealing: NoSeal())
        }
    }
}
