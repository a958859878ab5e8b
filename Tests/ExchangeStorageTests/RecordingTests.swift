import CallModel
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// What a carrier recorded, on its way into mailboxes and out of the carrier's hands.
@Suite struct RecordingTests {
    private static let now = RingStoreBehaviour.now
    private static let recording = RecordingID("call/2024-01-01T10:00:00Z")

    /// A caller has given up, and a message is saved all the same.
    private static func leave(
        _ length: Duration = .seconds(5), in store: ExchangeDatabase, users: [String] = ["ann", "ben"]
    ) throws {
        var call = RingStoreBehaviour.call()
        call.devices = users.map { PlannedDevice(DeviceID("of \($0)"), of: UserID($0)) }
        try RingStoreBehaviour.take(store, .open(call, RingCaller(number: "+15550100001", name: "Al")))
        try RingStoreBehaviour.tell(store, .carrier(.hungUp(.parent, .hungUp)))
        let source = RecordingSource(
            recording: recording, call: "call", startedAt: "2024-01-01T10:00:00Z", address: "https://example.org/1")
        let news = RingEvent.carrier(.recordingSaved(.message, recording, length: length))
        let input = RingInput(.event(news, .session(RingStoreBehaviour.id(1))), source: source)
        #expect(try store.take([input], at: now).first?.outcome == .taken)
    }

    private static func errands(_ store: ExchangeDatabase, after wait: Duration = .zero) throws -> [RecordingErrand] {
        try store.recordingErrands(at: now + wait, atMost: 10)
    }

    @Test func `a message is in the mailbox of each who missed the call, and its sound is to be fetched`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(in: store)
        for user in ["ann", "ben"] {
            let message = try #require(try store.messages(of: user).first)
            #expect(message.sound == .awaited && message.milliseconds == 5_000)
            #expect(message.session == RingStoreBehaviour.id(1).description)
            #expect(message.callerNumber == "+15550100001" && message.callerName == "Al")
            #expect(try store.sound(of: message.id, in: user) == nil)
        }
        let errand = try #require(try Self.errands(store).first)
        #expect(errand.task == .fetch && errand.source.address == "https://example.org/1")
        #expect(errand.source.recording == Self.recording && errand.attempts == 0)
    }

    @Test func `a sound that came is in every mailbox, and nothing is left to be done`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(in: store)
        let ready = try store.keep([1, 2], of: Self.recording)
        #expect(ready.map(\.mailbox).sorted() == ["ann", "ben"] && ready.allSatisfy { $0.sound == .ready })
        #expect(try Self.errands(store, after: .seconds(1_000)) == [] && store.nextRecordingErrand() == nil)
        let message = try #require(try store.messages(of: "ann").first)
        #expect(try store.sound(of: message.id, in: "ann") == [1, 2])
        #expect(try store.keep([3], of: Self.recording) == [], "it came already")
    }

    @Test func `what nobody keeps any more is deleted by the carrier too`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(in: store)
        _ = try store.keep([1], of: Self.recording)
        let (ann, ben) = (try store.messages(of: "ann")[0], try store.messages(of: "ben")[0])
        #expect(try store.deleteMessage(ann.id, in: "ann"))
        #expect(try Self.errands(store) == [], "ben has it still")
        #expect(try store.deleteMessage(ben.id, in: "ben"))
        #expect(try Self.errands(store).map(\.task) == [.delete])
        try store.forgetRecording(Self.recording)
        #expect(try Self.errands(store) == [])
    }

    @Test func `a call to a number, and a message that comes after its user has gone, keep the name from others`()
        throws
    {
        let store = try ExchangeDatabase(path: nil)
        try store.removeUser(named: "ann")
        #expect(try store.keepsCalls(ofDeletedUser: "ann") == false)
        try Self.leave(in: store)
        #expect(try store.keepsCalls(ofDeletedUser: "ann"))
        #expect(try store.forgetSessions(closedBefore: Self.now + .seconds(1_000_000), atMost: 9) == 1)
        #expect(try store.keepsCalls(ofDeletedUser: "ann"), "the message is there still")
        let message = try #require(try store.messages(of: "ann").first)
        #expect(try store.deleteMessage(message.id, in: "ann"))
        #expect(try store.keepsCalls(ofDeletedUser: "ann") == false)
    }

    @Test func `retention deletes at the carrier as well, and a sound that comes after that is nobody's`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(in: store)
        #expect(try store.forgetMessages(before: Int64.max, atMost: 10) == 2)
        #expect(try Self.errands(store).map(\.task) == [.delete])
        #expect(try store.keep([1], of: Self.recording) == [])
        #expect(try Self.errands(store).map(\.task) == [.delete])
    }

    @Test func `what was tried in vain is tried later, and in the end the message is there without its sound`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(in: store, users: ["ann"])
        try store.postpone(try Self.errands(store)[0], until: Self.now + .seconds(2))
        #expect(try Self.errands(store) == [])
        #expect(try store.nextRecordingErrand() == Self.now + .seconds(2))
        #expect(try Self.errands(store, after: .seconds(2)).map(\.attempts) == [1])
        #expect(try store.giveUpSound(of: Self.recording).map(\.sound) == [.lost])
        #expect(try Self.errands(store, after: .seconds(1_000)) == [])
        #expect(try store.messages(of: "ann").map(\.sound) == [.lost])
    }

    @Test func `a recording in which nothing was said is nobody's message and is deleted`() throws {
        let store = try ExchangeDatabase(path: nil)
        try Self.leave(.milliseconds(400), in: store)
        #expect(try store.messages(of: "ann") == [])
        #expect(try Self.errands(store).map(\.task) == [.delete])
    }

    @Test func `where every mailbox is full nobody is asked for a message`() throws {
        let store = try ExchangeDatabase(path: nil)
        for index in 0..<ExchangeDatabase.messagesOfMailboxMax {
            let message = StoredMessage(
                id: "\(index)", mailbox: "u", session: "call \(index)", callerName: nil, callerNumber: nil, at: 1,
                milliseconds: 2)
            try store.keep(message, sound: [1])
        }
        try RingStoreBehaviour.take(store, .open(RingStoreBehaviour.call()))
        #expect(try store.session(RingStoreBehaviour.id(1))?.policy.hasVoicemail == false)
    }

    @Test func `calls are found by those who were rung, the latest first`() throws {
        let store = try ExchangeDatabase(path: nil)
        for number in 1...3 as ClosedRange<UInt64> {
            try RingStoreBehaviour.take(store, .open(RingStoreBehaviour.call(number), RingCaller(number: "+1555")))
        }
        try RingStoreBehaviour.tell(store, .carrier(.hungUp(.parent, .hungUp)))
        let all = try store.rings(of: "u", before: nil, atMost: 2)
        #expect(all.map(\.session.id) == [RingStoreBehaviour.id(3), RingStoreBehaviour.id(2)])
        let rest = try store.rings(of: "u", before: RingStoreBehaviour.id(2), atMost: 2)
        #expect(rest.map(\.session.id) == [RingStoreBehaviour.id(1)])
        #expect(rest[0].missedBy == [UserID("u")] && rest[0].call?.outcome == .cancelled)
        #expect(rest[0].caller.number == "+1555")
        #expect(try store.rings(of: "somebody else", before: nil, atMost: 2).isEmpty)
        #expect(try store.rings(of: nil, before: nil, atMost: 9).count == 3)
    }
}
