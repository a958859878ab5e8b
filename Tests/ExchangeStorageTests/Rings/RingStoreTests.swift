import CallModel
import ExchangeStorage
import GRDB
import RingCore
import Testing

struct RingStoreTests {
    @Test(arguments: StoreUnderTest.allCases, RingStoreBehavior.all.indices)
    func `every rule of a store of ring sessions is kept`(store: StoreUnderTest, rule: Int) throws {
        try store.keep { try RingStoreBehavior.all[rule].proof($0) }
    }

    /// What `kill -9` leaves behind is the files as they are: here they are copied while the first store is open.
    @Test func `an accepted input survives a death at any moment`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try ExchangeDatabase(path: folder.path())
        let steps: [(any RingStore) throws -> Void] = [
            { try RingStoreBehavior.apply($0, .open(RingStoreBehavior.call())) },
            { _ = try $0.lease(1, from: RingStoreBehavior.now, until: RingStoreBehavior.now + .seconds(5)) },
            { try RingStoreBehavior.pass($0, .carrier(.answered(.leg(RingStoreBehavior.leg(1)))), news: "e") },
            { try RingStoreBehavior.pass($0, .carrier(.bridged(.parent))) },
            { try RingStoreBehavior.pass($0, .carrier(.hungUp(.parent, .hungUp))) },
        ]
        let (id, later) = (RingStoreBehavior.id(1), RingStoreBehavior.now + .seconds(60))
        for (number, step) in steps.enumerated() {
            try step(store)
            let revived = try ExchangeDatabase(path: folder.crashImage(as: "image\(number)"))
            #expect(try revived.session(id) == store.session(id), "after step \(number)")
            #expect(try revived.records(of: id) == store.records(of: id), "after step \(number)")
            #expect(try revived.lease(100, from: later, until: later).isEmpty == false, "after step \(number)")
        }
    }

    @Test func `H1: an alarm that a dying process did not raise is raised by the next one`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try ExchangeDatabase(path: folder.path())
        try RecordingStoreBehavior.failsMessage(in: store)
        let revived = try ExchangeDatabase(path: folder.crashImage())
        let ends = try revived.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.messageFailed] && ends.map(\.session) == [RingStoreBehavior.id(1).description])
    }

    @Test func `while another process writes to the file, finding nothing to throw away needs no lock`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try ExchangeDatabase(path: folder.path())
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path(), configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let nothing = ParkedEvents.Sweep(discarded: 0, oldest: nil)
        #expect(try store.discardParked(before: RingStoreBehavior.now) == nothing)
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        let stranger = RingInput.Address.leg(CarrierLegID("x"))
        let answered = RingEvent.carrier(.answered(.leg(RingStoreBehavior.leg(1))))
        #expect(try RingStoreBehavior.apply(store, .event(answered, stranger)).outcome == .parked)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let fresh = ParkedEvents.Sweep(discarded: 0, oldest: RingStoreBehavior.now)
        #expect(try store.discardParked(before: RingStoreBehavior.now - .seconds(1)) == fresh)
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try store.discardParked(before: RingStoreBehavior.now).discarded == 1)
        try other.close()
    }

    @Test func `a turn that the disk had no room for leaves the session as it was`() throws {
        let store = try ExchangeDatabase(path: nil)
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
        let id = RingStoreBehavior.id(1)
        let ringing = try store.session(id)
        let answer = RingInput(
            .event(.carrier(.answered(.leg(RingStoreBehavior.leg(1)))), .session(id)))
        let many = (2...100 as ClosedRange<UInt64>).map { RingInput(.open(RingStoreBehavior.call($0, devices: 64))) }
        try store.fill(true)
        #expect(throws: StorageError.self) { try store.apply([answer] + many, at: RingStoreBehavior.now) }
        #expect(try store.session(id) == ringing)
        try store.fill(false)
        #expect(try store.apply([answer], at: RingStoreBehavior.now).first?.status?.stage == .claimed)
    }

    @Test func `a session at hand is not believed where its row says another revision`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let store = try ExchangeDatabase(path: folder.path())
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
        let id = RingStoreBehavior.id(1)
        #expect(try store.session(id) != nil)
        let other = try DatabaseQueue(path: folder.path())
        try other.write { try $0.execute(sql: "UPDATE ring_session SET revision = revision + 1, body = 'no session'") }
        try other.close()
        #expect(throws: StorageError.self) { try store.session(id) }
    }

    @Test func `the cache of recently stored sessions is bounded`() throws {
        let cache = RingSessionCache()
        var effects: [RingEffect] = []
        let sessions = (1...3 * UInt64(RingSessionCache.countMax)).map { number in
            RingSession.open(RingStoreBehavior.call(number), at: RingStoreBehavior.now, into: &effects)
        }
        cache.keep(sessions)
        let kept = sessions.filter { cache.session($0.id) == $0 }
        #expect(kept.count <= 2 * RingSessionCache.countMax && kept.last == sessions.last)
        #expect(Array(kept.suffix(RingSessionCache.countMax)) == Array(sessions.suffix(RingSessionCache.countMax)))
    }

    @Test func `a writer answers every request with its own result`() async throws {
        let store = try ExchangeDatabase(path: nil)
        let writer = RingWriter(store: store) { RingStoreBehavior.now }
        let turns = try await withThrowingTaskGroup(of: RingTurn.self) { group in
            for number in 1...200 as ClosedRange<UInt64> {
                group.addTask { try await writer.put(RingInput(.open(RingStoreBehavior.call(number)))).turn }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(turns.compactMap(\.session)).count == 200)
        #expect(try store.openSessions().count == 200)
    }
}
