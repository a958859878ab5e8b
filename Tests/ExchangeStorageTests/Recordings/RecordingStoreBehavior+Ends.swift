import CallModel
import ExchangeCore
import ExchangeStorage
import RingCore
import Testing

/// An entrusted message ends heard, expired or reported.
extension RecordingStoreBehavior {
    static func leavesUnknownLengths(_ store: any Store) throws {
        try leave(nil, in: store, users: ["ann"])
        let message = try #require(try store.messages(of: "ann").first)
        #expect(message.milliseconds == nil && message.sound == .awaited)
        #expect(try errands(store).map(\.task) == [.fetch])
    }

    /// A caller speaks, and nothing is ever saved.
    static func failsMessage(in store: any RingStore) throws {
        try RingStoreBehavior.apply(store, .open(RingStoreBehavior.call()))
        let events: [RingEvent] = [
            .due, .carrier(.answered(.parent)), .carrier(.playbackEnded(.playGreeting, hasPlayed: true)),
            .carrier(.recordingFailed(.message)),
        ]
        for event in events {
            try RingStoreBehavior.apply(store, .event(event, .session(RingStoreBehavior.id(1))), after: 60)
        }
    }

    static func notesAlarms(_ store: any Store) throws {
        try failsMessage(in: store)
        try save(RecordingID("late"), of: 1, in: store, after: 70)
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.messageFailed, .lateMessage])
        #expect(Set(ends.map(\.session)) == [RingStoreBehavior.id(1).description])
        var call = RingStoreBehavior.call(2)
        (call.devices, call.owners) = ([], [])
        try RingStoreBehavior.apply(store, .open(call))
        try RingStoreBehavior.apply(
            store, .event(.carrier(.hungUp(.parent, .hungUp)), .session(RingStoreBehavior.id(2))))
        try save(recording, of: 2, in: store)
        #expect(try store.unheardEnds(atMost: 9).suffix(2).map(\.cause) == [.withoutUser, .lateMessage])
        try store.forget(try store.unheardEnds(atMost: 9))
        #expect(try store.unheardEnds(atMost: 9) == [])
    }

    private static func saved(at address: RingInput.Address) -> RingInput {
        let news = CarrierEvent.recordingSaved(.message, recording, length: .seconds(5))
        return RingInput(.event(.carrier(news), address), source: source(of: recording))
    }

    static func notesUnknownCalls(_ store: any Store) throws {
        let turns = try store.apply([saved(at: .session(RingStoreBehavior.id(9)))], at: now)
        #expect(turns.map(\.outcome) == [.unknownSession])
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.callUnknown] && ends.map(\.session) == ["call"], "as the carrier names it")
    }

    static func parksSources(_ store: any Store) throws {
        var call = RingStoreBehavior.call(1)
        call.devices = [DeviceCandidate(DeviceID("of ann"), of: UserID("ann"))]
        let turns = try store.apply([saved(at: .leg(call.parent))], at: now)
        #expect(turns.map(\.outcome) == [.parked])
        try RingStoreBehavior.apply(store, .open(call))
        try RingStoreBehavior.apply(
            store, .event(.carrier(.hungUp(.parent, .hungUp)), .session(RingStoreBehavior.id(1))))
        #expect(try store.messages(of: "ann").map(\.sound) == [.awaited])
        #expect(try errands(store).map(\.source) == [source(of: recording)])
    }

    static func measuresGraceByLatest(_ store: any Store) throws {
        try leave(.milliseconds(400), in: store)
        // The calendar stands years back, and is known to.
        let wall = now - .seconds(1_000 * 86_400)
        func due(_ time: Duration) throws -> [Duration?] {
            try store.recordingJobs(at: wall, deletingBy: .at(now + time), atMost: 9).map(\.markedAt)
        }
        #expect(try due(.zero) == [nil])
        try store.markForDeletion(recording, at: now, until: now + .seconds(60))
        #expect(try due(.seconds(59)) == [] && due(.seconds(60)) == [now])
    }

    static func goesBackOnlyWhenSet(_ store: any Store) throws {
        try store.keepLatestTime(50)
        try store.keepLatestTime(40)
        #expect(try store.latestTime() == 50)
        try store.setLatestTime(30)
        #expect(try store.latestTime() == 30)
    }

    static func undoesAWrongTime(_ store: any Store) throws {
        let wrong = now + .seconds(3_000 * 86_400)
        try store.keepLatestTime(Int64(wrong / .microseconds(1)))
        try leave(in: store)
        try save(RecordingID("call/short"), of: 1, .milliseconds(300), in: store, after: 1)
        try store.markForDeletion(RecordingID("call/short"), at: wrong, until: wrong + .seconds(60))
        func due() throws -> [RecordingTask] {
            try store.recordingJobs(at: now, deletingBy: .at(now), atMost: 9).map(\.task)
        }
        try store.setLatestTime(Int64(now / .microseconds(1)))
        #expect(try due().contains(.delete), "it does not rest until the wrong time")
        #expect(try store.unheardMessages(before: .at(now + .seconds(1))) == 2, "they expire by the time set right")
    }

    static func keepsByLatest(_ store: any Store) throws {
        let latest = now + .seconds(1_000 * 86_400)
        try store.keepLatestTime(Int64(latest / .microseconds(1)))
        try leave(in: store)
        func forget(before moment: Duration) throws -> [Int] {
            let unheard = try store.unheardMessages(before: .at(moment))
            return [unheard, try store.forgetMessages(before: .at(moment), atMost: 9)]
        }
        #expect(try forget(before: latest) == [0, 0])
        #expect(try store.messages(of: "ann").map(\.at) == [Int64(now / .microseconds(1))], "as the calendar said")
        #expect(try forget(before: latest + .seconds(1)) == [2, 2])
    }

    static func givesUpDeletions(_ store: any Store) throws {
        try leave(.milliseconds(400), in: store)
        let errand = try #require(try errands(store).first)
        try store.giveUpDeletion(of: errand.source)
        try store.giveUpDeletion(of: errand.source)
        #expect(try errands(store) == [])
        let ends = try store.unheardEnds(atMost: 9)
        #expect(ends.map(\.cause) == [.notDeleted] && ends.map(\.session) == ["call"], "once, as the carrier names it")
    }

    static func discardsTellingOfRecordings(_ store: any Store) throws {
        let leg = RingInput.Address.leg(CarrierLegID("unknown"))
        _ = try store.apply([saved(at: leg), RingInput(.event(.carrier(.answered(.parent)), leg))], at: now)
        #expect(try store.discardParked(before: now - .seconds(1)).discarded == 0)
        #expect(try store.unheardEnds(atMost: 9) == [])
        #expect(try store.discardParked(before: now).discarded == 2)
        #expect(try store.unheardEnds(atMost: 9).map(\.cause) == [.callUnknown])
    }
}
