import CallModel
import ExchangeStorage
import RingCore
import Testing

/// Which task is due when, and which is left out because there is no room.
extension RecordingStoreBehavior {
    private static func fill(_ mailbox: String, in store: any MailboxStore) throws {
        for index in 0..<MailboxLimits.messagesMax {
            try store.keep(MailboxBehavior.message("\(mailbox) \(index)", for: mailbox), sound: [1])
        }
    }

    static func doesNotAsk(_ store: any Store) throws {
        try fill("u", in: store)
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
        #expect(try store.session(RingStoreBehavior.id(1))?.policy.hasVoicemail == false)
        for number in UInt64(2)...3 {
            var call = RingStoreBehavior.call(number)
            (call.devices, call.owners) = ([], [])
            try RingStoreBehavior.apply(store, .open(call))
            let isAsked = try store.session(RingStoreBehavior.id(number))?.policy.hasVoicemail
            #expect(isAsked == (number == 2), "the exchange's own mailbox has room at first")
            try fill(MailboxLimits.ownMailbox, in: store)
        }
    }

    static func keepsOneTooMany(_ store: any Store) throws {
        try miss(in: store, users: ["ann", "ben"])
        try fill("ann", in: store)
        try save(recording, of: 1, in: store)
        #expect(try store.messageCount(of: "ann") == MailboxLimits.messagesMax && store.messageCount(of: "ben") == 1)
        try miss(2, in: store, users: ["cid"])
        try fill("cid", in: store)
        try save(RecordingID("another"), of: 2, in: store)
        let errands = try errands(store)
        #expect(errands.first { $0.source.recording == RecordingID("another") }?.task == .fetch, "it was asked for")
        #expect(try store.messageCount(of: "cid") == MailboxLimits.messagesMax + 1)
        #expect(errands.first { $0.source.recording == recording }?.task == .fetch)
    }

    static func keepsWhatNoDeviceMissed(_ store: any Store) throws {
        var call = RingStoreBehavior.call(1, devices: 1)
        (call.devices, call.owners) = ([], [UserID("ann"), UserID("ben")])
        try leave(call, in: store)
        #expect(try store.messages(of: "ann").count == 1 && store.messages(of: "ben").count == 1)
        #expect(try errands(store).map(\.task) == [.fetch])
    }

    static func keepsWhatNoUserHas(_ store: any Store) throws {
        var call = RingStoreBehavior.call(1, devices: 1)
        (call.devices, call.owners) = ([], [])
        try leave(call, in: store)
        #expect(try store.messages(of: MailboxLimits.ownMailbox).count == 1)
        #expect(try errands(store).map(\.task) == [.fetch])
    }

    /// A caller who rings no device leaves a message.
    private static func leave(_ call: InboundCall, in store: any Store) throws {
        try RingStoreBehavior.apply(store, .open(call))
        try RingStoreBehavior.pass(store, .carrier(.hungUp(.parent, .hungUp)))
        try save(recording, of: 1, in: store)
    }

    static func givesGrace(_ store: any Store) throws {
        try leave(in: store, users: ["ann"])
        _ = try store.keep([1], of: recording)
        #expect(try store.pendingDeletions() == 0)
        #expect(try store.forgetMessages(before: .at(Int64.max), atMost: 10) == 1)
        #expect(try errands(store).map(\.markedAt) == [nil] && store.pendingDeletions() == 0)
        try store.markForDeletion(recording, at: now, until: now + .seconds(60))
        #expect(try errands(store, after: .seconds(59)) == [] && store.pendingDeletions() == 1)
        #expect(try store.recordingJobs(at: now + .seconds(60), deletingBy: nil, atMost: 9) == [])
        #expect(try store.nextRecordingJob(deletes: false) == nil)
        #expect(try errands(store, after: .seconds(60)).map(\.markedAt) == [now])
        try store.forgetRecording(recording)
        #expect(try store.pendingDeletions() == 0)
    }

    static func ordersErrands(_ store: any Store) throws {
        #expect(try store.nextRecordingJob(deletes: true) == nil)
        for (number, seconds) in [(1, 30), (2, 10), (3, 20)] as [(UInt64, Int)] {
            try miss(number, in: store, users: ["ann"])
            try save(RecordingID("\(number)"), of: number, in: store, after: seconds)
        }
        let names = { (time: Duration, count: Int) in
            try store.recordingJobs(at: now + time, deletingBy: .at(now + time), atMost: count).map(
                \.source.recording.rawValue)
        }
        #expect(try names(.seconds(60), 2) == ["2", "3"])
        #expect(try names(.seconds(60), 9) == ["2", "3", "1"])
        #expect(try names(.seconds(20), 9) == ["2", "3"], "by then")
        #expect(try store.nextRecordingJob(deletes: true) == now + .seconds(10))
    }

    static func keepsErrandsApart(_ store: any Store) throws {
        try leave(in: store, users: ["ann"])
        let fetch = try #require(try errands(store).first)
        try store.forgetRecording(recording)
        #expect(try errands(store) == [fetch], "it is not to be deleted")
        #expect(try store.forgetMessages(before: .at(Int64.max), atMost: 10) == 1)
        let delete = try errands(store)
        try store.postpone(fetch, until: now + .seconds(60))
        #expect(try errands(store) == delete && delete.map(\.task) == [.delete])
        #expect(try store.giveUpSound(of: recording) == [])
        #expect(try errands(store) == delete)
    }
}
