import CallModel
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// What every store of what carriers recorded must do, whatever it stores it in. A function a rule; each takes an empty
/// store, in which messages are left and deleted too.
enum RecordingStoreBehavior {
    typealias Store = RingStore & MailboxStore & RecordingStore & LatestTimeStore

    static let all: [(rule: String, proof: @Sendable (any Store) throws -> Void)] = [
        ("a message is in the mailbox of each who missed the call, and its sound is to be fetched", leaves),
        ("a sound that came is in every mailbox, and nothing is left to be done", keepsSounds),
        ("a recording that is in no mailbox any more is deleted by the carrier too", deletes),
        ("what a carrier is to delete is marked first, and stays until its grace is over", givesGrace),
        ("a message of a call that rang no device is in every user's mailbox", keepsWhatNoDeviceMissed),
        ("a message of a number that no user has is in the exchange's own mailbox", keepsWhatNoUserHas),
        ("retention deletes at the carrier as well, and a sound that comes after that has no message", forgets),
        ("a fetch that failed is tried later, and in the end the message is there without its sound", givesUp),
        ("a recording in which nothing was said is no message and is deleted", leavesNothingUnsaid),
        ("a message whose length is not known is a message", leavesUnknownLengths),
        ("an entrusted message that was lost is noted until it was reported", notesAlarms),
        ("a recording of a call that is not known is noted until it was told", notesUnknownCalls),
        ("where the sound is that parked news are about is not forgotten", parksSources),
        ("a grace is over by the latest time that was believed, not by the calendar", measuresGraceByLatest),
        ("the latest time that was seen goes back by an operator's word alone", goesBackOnlyWhenSet),
        ("a time that was wrong keeps and delays nothing once an operator undoes it", undoesAWrongTime),
        ("a message left while the calendar stands back does not expire when it is set right", keepsByLatest),
        ("a recording that the carrier would not delete is told of in the same step", givesUpDeletions),
        ("a recording of a leg that no call ever knew is told of when it is thrown away", discardsTellingOfRecordings),
        ("where every mailbox is full no caller is asked for a message", doesNotAsk),
        ("a message that was being left while every mailbox became full is kept all the same", keepsOneTooMany),
        ("the tasks that are due the longest come first, a few at a time", ordersErrands),
        ("what became another errand is neither put off nor forgotten by the last one", keepsErrandsApart),
    ]

    static let now = RingStoreBehavior.now
    static let recording = RecordingID("call/2024-01-01T10:00:00Z")

    /// A caller has given up, and a message is saved all the same.
    static func leave(
        _ length: Duration? = .seconds(5), in store: any RingStore, users: [String] = ["ann", "ben"]
    ) throws {
        try miss(in: store, users: users)
        try save(recording, of: 1, length, in: store)
    }

    static func miss(_ number: UInt64 = 1, in store: any RingStore, users: [String]) throws {
        var call = RingStoreBehavior.call(number)
        call.devices = users.map { DeviceCandidate(DeviceID("of \($0)"), of: UserID($0)) }
        try RingStoreBehavior.apply(store, .open(call, RingCaller(number: "+15550100001", name: "Al")))
        let gone = RingEvent.carrier(.hungUp(.parent, .hungUp))
        try RingStoreBehavior.apply(store, .event(gone, .session(RingStoreBehavior.id(number))))
    }

    /// - Returns: the alarms of it.
    @discardableResult
    static func save(
        _ recording: RecordingID, of number: UInt64, _ length: Duration? = .seconds(5), in store: any RingStore,
        after seconds: Int = 0
    ) throws -> [RingAlarm] {
        let source = source(of: recording)
        let news = RingEvent.carrier(.recordingSaved(.message, recording, length: length))
        let input = RingInput(.event(news, .session(RingStoreBehavior.id(number))), source: source)
        let turn = try #require(try store.apply([input], at: now + .seconds(seconds)).first)
        #expect(turn.outcome == .taken)
        return turn.effects.compactMap { if case .alarm(let alarm) = $0 { alarm } else { nil } }
    }

    static func source(of recording: RecordingID) -> RecordingSource? {
        RecordingSource(
            recording: recording, call: "call", startedAt: "2024-01-01T10:00:00Z", address: "https://example.org/1")
    }

    static func errands(_ store: any RecordingStore, after wait: Duration = .zero) throws -> [RecordingJob] {
        try store.recordingJobs(at: now + wait, deletingBy: .at(now + wait), atMost: 10)
    }

    private static func leaves(_ store: any Store) throws {
        try leave(in: store)
        for user in ["ann", "ben"] {
            let message = try #require(try store.messages(of: user).first)
            #expect(message.sound == .awaited && message.milliseconds == 5_000)
            #expect(message.session == RingStoreBehavior.id(1).description)
            #expect(message.callerNumber == "+15550100001" && message.callerName == "Al")
            #expect(try store.sound(of: message.id, in: user) == nil)
        }
        let errand = try #require(try errands(store).first)
        #expect(errand.task == .fetch && errand.source.address == "https://example.org/1")
        #expect(errand.source.recording == recording && errand.attempts == 0)
    }

    private static func keepsSounds(_ store: any Store) throws {
        try leave(in: store)
        let ready = try store.keep([1, 2], of: recording)
        #expect(ready.map(\.mailbox).sorted() == ["ann", "ben"] && ready.allSatisfy { $0.sound == .ready })
        #expect(try errands(store, after: .seconds(1_000)) == [] && store.nextRecordingJob(deletes: true) == nil)
        let message = try #require(try store.messages(of: "ann").first)
        #expect(try store.sound(of: message.id, in: "ann") == [1, 2])
        #expect(try store.keep([3], of: recording) == [], "it came already")
    }

    private static func deletes(_ store: any Store) throws {
        try leave(in: store)
        _ = try store.keep([1], of: recording)
        let (ann, ben) = (try store.messages(of: "ann")[0], try store.messages(of: "ben")[0])
        #expect(try store.deleteMessage(ann.id, in: "ann"))
        #expect(try errands(store) == [], "ben has it still")
        #expect(try store.deleteMessage(ben.id, in: "ben"))
        #expect(try errands(store).map(\.task) == [.delete])
        try store.forgetRecording(recording)
        #expect(try errands(store) == [])
    }

    private static func forgets(_ store: any Store) throws {
        try leave(in: store)
        #expect(try store.forgetMessages(before: .at(Int64.max), atMost: 10) == 2)
        #expect(try errands(store).map(\.task) == [.delete])
        #expect(try store.keep([1], of: recording) == [])
        #expect(try errands(store).map(\.task) == [.delete])
    }

    private static func givesUp(_ store: any Store) throws {
        try leave(in: store, users: ["ann"])
        try store.postpone(try errands(store)[0], until: now + .seconds(2))
        #expect(try errands(store) == [])
        #expect(try store.nextRecordingJob(deletes: true) == now + .seconds(2))
        #expect(try errands(store, after: .seconds(2)).map(\.attempts) == [1])
        #expect(try store.giveUpSound(of: recording).map(\.sound) == [.lost])
        #expect(try errands(store, after: .seconds(1_000)) == [])
        #expect(try store.messages(of: "ann").map(\.sound) == [.lost])
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.lateMessage, .soundLost])
        #expect(Set(ends.map(\.session)) == [RingStoreBehavior.id(1).description])
    }

    private static func leavesNothingUnsaid(_ store: any Store) throws {
        try leave(.milliseconds(400), in: store)
        #expect(try store.messages(of: "ann") == [])
        #expect(try errands(store).map(\.task) == [.delete])
    }
}
