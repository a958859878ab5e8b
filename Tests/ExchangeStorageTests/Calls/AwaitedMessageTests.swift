import CallModel
import ExchangeCore
import ExchangeStorage
import GRDB
import Redaction
import Testing

/// Messages that the attendant has taken, or is taking, as the process ends.
@Suite struct AwaitedMessageTests {
    /// A call from alice to bob in which the attendant takes a message; without its end.
    private static func attended(
        _ session: CallSessionID, by user: String = MailboxLimits.attendantUser
    ) -> [JournalRecord] {
        let attendant = JournalStory.leg(session, 1)
        return JournalStory.records(
            of: session,
            [
                .created(
                    leg: JournalStory.leg(session, 0), caller: UserID("alice"), device: DeviceID("a"),
                    callee: UserID("bob"), dialed: "1002"),
                .legPlanned(attendant, user: UserID(user), device: DeviceID(MailboxLimits.attendantDevice)),
                .legRang(attendant), .claimed(attendant, epoch: 1),
            ])
    }

    private static func end(of session: CallSessionID) -> [JournalRecord] {
        JournalStory.records(
            of: session,
            [
                .legOver(JournalStory.leg(session, 0), Ending(.completed)),
                .legOver(JournalStory.leg(session, 1), Ending(.completed)), .ended(Ending(.completed)),
            ], from: 5)
    }

    private static func message(of session: CallSessionID) -> StoredMessage {
        MailboxBehavior.message("a", for: "bob", session: session.description)
    }

    /// The calls of which the next starts say that their message is lost.
    private static func alarms(of store: any ExchangeStore) throws -> [String] {
        for _ in 1...2 { _ = try store.closeUnfinished(at: 5_000_000_000, except: []) }
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.allSatisfy { $0.cause == .messageFailed })
        return ends.map(\.session)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H1: a message that was being left as the process ended is alarmed once`(store: StoreUnderTest) throws {
        let (left, talked) = (JournalStory.session(1), JournalStory.session(2))
        try store.keep { store in
            let records = Self.attended(left) + JournalStory.answered(talked)
            try store.append(records, clock: JournalStory.clock)
            #expect(try Self.alarms(of: store) == [left.description])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func
        `H1: a message that was still to be stored when the process ended is alarmed once, although its call had ended`(
            store: StoreUnderTest
        ) throws
    {
        let (left, talked) = (JournalStory.session(1), JournalStory.session(2))
        try store.keep { store in
            try store.append(Self.attended(left), clock: JournalStory.clock)
            try store.append(Self.end(of: left) + JournalStory.ended(talked), clock: JournalStory.clock)
            #expect(try Self.alarms(of: store) == [left.description])
        }
    }

    @Test(arguments: StoreUnderTest.allCases, [false, true])
    func `H1: a message that was stored before or after the end of its call is not alarmed`(
        store: StoreUnderTest, isStoredFirst: Bool
    ) throws {
        let session = JournalStory.session(1)
        try store.keep { store in
            try store.append(Self.attended(session), clock: JournalStory.clock)
            if !isStoredFirst { try store.append(Self.end(of: session), clock: JournalStory.clock) }
            for _ in 1...2 { try store.keep(Self.message(of: session), sound: [1]) }
            if isStoredFirst { try store.append(Self.end(of: session), clock: JournalStory.clock) }
            #expect(try Self.alarms(of: store) == [])
        }
    }

    @Test(arguments: StoreUnderTest.allCases, [false, true])
    func `H1: a caller who left no message causes no alarm`(store: StoreUnderTest, isToldFirst: Bool) throws {
        let session = JournalStory.session(1)
        try store.keep { store in
            try store.append(Self.attended(session), clock: JournalStory.clock)
            if !isToldFirst { try store.append(Self.end(of: session), clock: JournalStory.clock) }
            try store.forgetAwaitedMessage(ofCall: session.description)
            if isToldFirst { try store.append(Self.end(of: session), clock: JournalStory.clock) }
            #expect(try Self.alarms(of: store) == [])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H1: records that are stored again after the message do not wait for another`(store: StoreUnderTest) throws {
        let session = JournalStory.session(1)
        try store.keep { store in
            try store.append(Self.attended(session) + Self.end(of: session), clock: JournalStory.clock)
            try store.keep(Self.message(of: session), sound: [1])
            try store.append(Self.attended(session) + Self.end(of: session), clock: JournalStory.clock)
            #expect(try Self.alarms(of: store) == [])
        }
    }

    @Test func `H1: a user's device that has the name of the attendant's takes calls and no messages`() throws {
        let session = JournalStory.session(1)
        let store = try ExchangeDatabase(path: nil)
        try store.append(Self.attended(session, by: "bob") + Self.end(of: session), clock: JournalStory.clock)
        #expect(try Self.alarms(of: store) == [])
        try store.close()
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `H1: of a call to a number the ring session alone knows of the message`(store: StoreUnderTest) throws {
        let session = RingStoreBehavior.id(1)
        try store.keep { store in
            try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
            try store.append(Self.attended(session) + Self.end(of: session), clock: JournalStory.clock)
            #expect(try Self.alarms(of: store) == [])
        }
    }

    @Test func `H1: a message that could not be stored is alarmed if the process ends before it can`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let session = JournalStory.session(1)
        let store = try ExchangeDatabase(path: folder.path())
        try store.append(Self.attended(session) + Self.end(of: session), clock: JournalStory.clock)
        let other = try DatabaseQueue(path: folder.path())
        try other.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER no_message BEFORE INSERT ON voicemail BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        try other.close()
        #expect(throws: StorageError.self) { try store.keep(Self.message(of: session), sound: [1]) }
        let revived = try ExchangeDatabase(path: folder.crashImage())
        #expect(try Self.alarms(of: revived) == [session.description])
        try revived.close()
        try store.close()
    }
}
