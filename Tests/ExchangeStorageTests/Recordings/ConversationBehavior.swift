import CallModel
import ExchangeStorage
import RingCore
import Testing

/// What every store of recorded conversations must do, whatever it stores them in. A function a rule; each takes an empty
/// store, in which calls are recorded too.
enum ConversationBehavior {
    typealias Store = RingStore & RecordingStore & ConversationStore

    static let all: [(rule: String, proof: @Sendable (any Store) throws -> Void)] = [
        ("a conversation is there once, with who spoke in which call, and its sound where the carrier has it", keeps),
        ("conversations are told the latest first, page by page", lists),
        ("a user hears own ones where the user is still a member, and all where the user manages", keepsApart),
        ("a deleted recording is gone, and the carrier is to delete it", deletes),
        ("old ones are forgotten, the oldest first, a few at a time", forgets),
        ("the audit tells what was done about a conversation and by whom, the latest first", audits),
        ("the audit is told page by page, to users of what they manage", pagesAudit),
        ("the audit tells of a recording that was thrown away", auditsWhatIsDiscarded),
        ("the audit outlives its recordings, and is forgotten in small steps", forgetsAudit),
    ]

    static let now = RingStoreBehavior.now
    /// The same, in microseconds.
    static let time = Int64(now / .microseconds(1))

    static func recording(_ number: UInt64) -> RecordingID { RecordingID("recording \(number)") }

    /// A caller and a user have talked, and the recording of it is saved some seconds after the beginning.
    static func talk(
        _ number: UInt64 = 1, with user: String = "ann", of organization: String = "o", in store: any RingStore,
        after seconds: Int = 0, by caller: UserID? = nil
    ) throws {
        var call = RingStoreBehavior.call(number)
        call.organization = OrganizationID(organization)
        call.devices = [DeviceCandidate(DeviceID("of \(user)"), of: UserID(user))]
        call.policy.recordsConversations = true
        call.consent = .given
        try RingStoreBehavior.apply(store, .open(call, RingCaller(user: caller)))
        let leg = LegRef.leg(RingStoreBehavior.leg(1, of: number))
        for news in [CarrierEvent.answered(leg), .answered(.parent), .bridged(leg), .bridged(.parent)] {
            try RingStoreBehavior.apply(store, .event(.carrier(news), .session(RingStoreBehavior.id(number))))
        }
        try save(number, in: store, after: seconds)
    }

    static func save(_ number: UInt64, in store: any RingStore, after seconds: Int = 0) throws {
        let source = RecordingSource(
            recording: recording(number), call: "call \(number)", startedAt: "2024", address: nil)
        let news = RingEvent.carrier(.recordingSaved(.conversation, recording(number), length: .seconds(9)))
        let input = RingInput(.event(news, .session(RingStoreBehavior.id(number))), source: source)
        try #require(try store.apply([input], at: now + .seconds(seconds)).first?.outcome == .taken)
    }

    /// Calls of the conversations that are told, by their numbers.
    static func numbers(_ found: [StoredConversation]) -> [UInt64] {
        found.compactMap { conversation in
            (1...9).first { RingStoreBehavior.id($0).description == conversation.session }
        }
    }

    private static func keeps(_ store: any Store) throws {
        try talk(in: store, after: 5)
        try save(1, in: store, after: 6)
        let found = try store.conversations(for: nil, before: nil, atMost: 9)
        let conversation = try #require(found.first)
        #expect(found.count == 1 && conversation.session == RingStoreBehavior.id(1).description)
        #expect(conversation.organization == "o" && conversation.user == "ann")
        #expect(conversation.at == time + 5_000_000 && conversation.milliseconds == 9_000)
        let sound = try store.sound(ofConversation: conversation.id, for: nil)
        #expect(sound?.recording == recording(1) && sound?.call == "call 1" && sound?.startedAt == "2024")
        #expect(try store.sound(ofConversation: "another", for: nil) == nil)
        #expect(try store.nextRecordingJob(deletes: true) == nil, "it stays with the carrier")
    }

    private static func lists(_ store: any Store) throws {
        for number in 1...5 as ClosedRange<UInt64> { try talk(number, in: store, after: Int(number)) }
        let first = try store.conversations(for: nil, before: nil, atMost: 3)
        #expect(numbers(first) == [5, 4, 3])
        #expect(numbers(try store.conversations(for: nil, before: first.last?.id, atMost: 3)) == [2, 1])
        #expect(try store.conversations(for: nil, before: "unknown", atMost: 3) == [])
    }

    private static func keepsApart(_ store: any Store) throws {
        let talks: [(UInt64, String, String)] = [(1, "ann", "o"), (2, "ben", "o"), (3, "ann", "p"), (4, "ben", "p")]
        for (number, user, organization) in talks {
            try talk(number, with: user, of: organization, in: store, after: Int(number))
        }
        func audible(joined: [String], managed: [String]) throws -> [UInt64] {
            let listener = RecordingAccess(user: "ann", joined: joined, managed: managed)
            let found = try store.conversations(for: listener, before: nil, atMost: 9)
            for conversation in try store.conversations(for: nil, before: nil, atMost: 9) {
                let sound = try store.sound(ofConversation: conversation.id, for: listener)
                #expect((sound != nil) == found.contains(conversation), "its sound goes with it")
            }
            return numbers(found)
        }
        #expect(try audible(joined: ["o", "p"], managed: []) == [3, 1])
        #expect(try audible(joined: ["p"], managed: []) == [3])
        #expect(try audible(joined: ["o", "p"], managed: ["o"]) == [3, 2, 1])
        #expect(try audible(joined: [], managed: []) == [])
    }

    private static func deletes(_ store: any Store) throws {
        for number in 1...2 as ClosedRange<UInt64> { try talk(number, in: store, after: Int(number)) }
        let id = try #require(try store.conversations(for: nil, before: nil, atMost: 1).first?.id)
        #expect(try store.deleteConversation(id, by: "operator", at: time))
        #expect(try store.deleteConversation(id, by: "operator", at: time) == false)
        #expect(numbers(try store.conversations(for: nil, before: nil, atMost: 9)) == [1])
        #expect(try store.sound(ofConversation: id, for: nil) == nil)
        let errands = try store.recordingJobs(at: now, deletingBy: .at(now), atMost: 9)
        #expect(errands.map(\.task) == [.delete] && errands.first?.source.recording == recording(2))
    }

    private static func forgets(_ store: any Store) throws {
        for number in 1...4 as ClosedRange<UInt64> { try talk(number, in: store, after: Int(number)) }
        let fourth = time + 4_000_000
        #expect(try store.forgetConversations(before: .at(fourth), at: fourth, atMost: 2) == 2)
        #expect(numbers(try store.conversations(for: nil, before: nil, atMost: 9)) == [4, 3])
        #expect(try store.forgetConversations(before: .at(fourth), at: fourth, atMost: 2) == 1)
        #expect(try store.forgetConversations(before: .at(fourth), at: fourth, atMost: 2) == 0)
        #expect(numbers(try store.conversations(for: nil, before: nil, atMost: 9)) == [4])
        let errands = try store.recordingJobs(at: now + .seconds(9), deletingBy: .at(now + .seconds(9)), atMost: 9)
        #expect(errands.map(\.task) == [.delete, .delete, .delete])
    }
}
