import CallModel
import ExchangeStorage
import RingCore
import Testing

/// The acts about recorded conversations, and who did them.
extension ConversationBehavior {
    private static func audit(_ store: any ConversationStore) throws -> [RecordingAuditEntry] {
        try store.recordingAudit(for: nil, before: nil, atMost: 99)
    }

    static func audits(_ store: any Store) throws {
        try talk(in: store, after: 5)
        let id = try #require(try store.conversations(for: nil, before: nil, atMost: 1).first?.id)
        try store.notePlayback(ofConversation: id, by: "ann", at: time + 6_000_000)
        try store.notePlayback(ofConversation: "another", by: "ann", at: time + 6_000_000)
        #expect(try store.deleteConversation("another", by: "operator", at: time) == false)
        #expect(try store.deleteConversation(id, by: "operator", at: time + 7_000_000))
        let told = try audit(store)
        #expect(told.map(\.action) == ["deleted", "heard", "saved", "begun", "ordered with consent"])
        #expect(told.map(\.actor) == ["operator", "ann", "exchange", "exchange", "configuration"])
        #expect(told.map { $0.at - time } == [7_000_000, 6_000_000, 5_000_000, 0, 0])
        #expect(told.map(\.conversation) == [id, id, id, nil, nil])
        #expect(told.allSatisfy { $0.organization == "o" && $0.session == RingStoreBehavior.id(1).description })
    }

    static func pagesAudit(_ store: any Store) throws {
        try talk(1, of: "o", in: store)
        try talk(2, of: "p", in: store)
        let all = try audit(store)
        let first = try store.recordingAudit(for: nil, before: nil, atMost: 4)
        let rest = try store.recordingAudit(for: nil, before: first.last?.id, atMost: 4)
        #expect(all.count == 6 && first + rest == all)
        var listener = RecordingAccess(user: "ann", joined: ["o", "p"], managed: [])
        #expect(try store.recordingAudit(for: listener, before: nil, atMost: 9) == [])
        listener.managed = ["p"]
        let managed = try store.recordingAudit(for: listener, before: nil, atMost: 9)
        #expect(managed == all.filter { $0.organization == "p" })
    }

    static func auditsWhatIsDiscarded(_ store: any Store) throws {
        var call = RingStoreBehavior.call()
        call.policy.recordsConversations = true
        try RingStoreBehavior.apply(store, .open(call))
        try save(1, in: store)
        #expect(try audit(store).map(\.action) == ["discarded", "ordered without consent"])
        #expect(try store.conversations(for: nil, before: nil, atMost: 9) == [])
        #expect(try store.recordingJobs(at: now, deletingBy: .at(now), atMost: 9).map(\.task) == [.delete])
    }

    static func forgetsAudit(_ store: any Store) throws {
        try talk(in: store)
        #expect(try store.forgetConversations(before: .at(time + 1), at: time + 9, atMost: 9) == 1)
        let told = try audit(store)
        #expect(told.map(\.action) == ["deleted", "saved", "begun", "ordered with consent"])
        #expect(told.first?.actor == "retention" && told.first?.at == time + 9)
        #expect(try store.forgetRecordingAudit(before: .at(time), atMost: 9) == 0, "not before their time")
        #expect(try store.forgetRecordingAudit(before: .at(time + 9), atMost: 2) == 2)
        #expect(try store.forgetRecordingAudit(before: .at(time + 9), atMost: 2) == 1)
        #expect(try audit(store).map(\.action) == ["deleted"])
        #expect(try store.forgetRecordingAudit(before: .at(time + 10), atMost: 2) == 1)
        try talk(2, in: store)
        let latest = try #require(try audit(store).first)
        #expect(latest.id > (told.first?.id ?? .max), "an id is never given again")
    }
}
