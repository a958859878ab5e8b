import CallModel
import ExchangeCore
import ExchangeStorage
import Testing

/// What every journal must do, whatever it stores calls in. A function a rule; each takes an empty journal.
enum CallJournalBehavior {
    static let all: [(rule: String, proof: @Sendable (any CallJournal) throws -> Void)] =
        [
            ("the records of a call amount to its story", reports),
            ("hold and detachment are told as they stand", reportsLegs),
            ("a device that took the call stands in the place of the former one", reportsHandOvers),
            ("the target of a transfer stands in the place of the party that left", reportsTransfers),
            ("a record stored twice changes nothing", storesOnce),
            ("new records are stored whatever stored ones come with them", storesTheRest),
            ("a record that contradicts a stored one is refused with all that came with it", refusesContradictions),
            ("calls are told the latest first, page by page, to those who were part of them", lists),
            ("of two calls that became one each finds the one that went on", listsWhatWentOn),
            ("old calls are forgotten, a few at a time", forgets),
            ("calls an earlier run left open are ended once, and said, but for those that go on", closes),
        ] + KeptCallBehavior.all

    private static func reports(_ journal: any CallJournal) throws {
        let session = JournalStory.session(1)
        try journal.append(JournalStory.ended(session), clock: JournalStory.clock)
        let call = try #require(try journal.call(session))
        #expect(call.version == 10)
        #expect(call.stage == .ended)
        #expect(call.ending == Ending(.completed))
        #expect(call.legs.map(\.device.rawValue) == ["a", "phone", "desk"])
        #expect(call.legs.map(\.stage) == [.over, .over, .over])
        #expect(call.legs.map(\.ending?.reason) == [.completed, .completed, .answeredElsewhere])
        #expect(call.createdAt == 1_001_000_000)
        #expect(call.rangAt == 1_004_000_000)
        #expect(call.answeredAt == 1_006_000_000)
        #expect(call.endedAt == 1_010_000_000)
        #expect(try journal.call(JournalStory.session(2)) == nil)
    }

    private static func reportsLegs(_ journal: any CallJournal) throws {
        let session = JournalStory.session(1)
        let caller = JournalStory.leg(session, 0)
        try journal.append(JournalStory.answered(session), clock: JournalStory.clock)
        try journal.append(
            JournalStory.records(of: session, [.legHeld(caller), .legDetached(caller)], from: 8),
            clock: JournalStory.clock)
        #expect(try journal.call(session)?.legs.first?.isHeld == true)
        #expect(try journal.call(session)?.legs.first?.isConnected == false)
        try journal.append(
            JournalStory.records(of: session, [.legAttached(caller), .legResumed(caller)], from: 10),
            clock: JournalStory.clock)
        #expect(try journal.call(session)?.legs.first?.isHeld == false)
        #expect(try journal.call(session)?.legs.first?.isConnected == true)
    }

    private static func reportsHandOvers(_ journal: any CallJournal) throws {
        let session = JournalStory.session(1)
        func leg(_ ordinal: UInt16) -> LegID { JournalStory.leg(session, ordinal) }
        try journal.append(JournalStory.answered(session), clock: JournalStory.clock)
        let answeredAt = try journal.call(session)?.answeredAt
        let calleeMoves: [JournalChange] = [
            .handedOver(to: leg(3), user: UserID("bob"), device: DeviceID("page")),
            .legOver(leg(1), Ending(.answeredElsewhere)),
        ]
        try journal.append(JournalStory.records(of: session, calleeMoves, from: 8), clock: JournalStory.clock)
        #expect(try journal.call(session)?.winner == leg(3))
        let callerMoves: [JournalChange] = [
            .handedOver(to: leg(4), user: UserID("alice"), device: DeviceID("tablet")),
            .legOver(leg(0), Ending(.answeredElsewhere)),
        ]
        try journal.append(JournalStory.records(of: session, callerMoves, from: 10), clock: JournalStory.clock)
        let call = try #require(try journal.call(session))
        #expect(call.winner == leg(3))
        #expect(call.answeredAt == answeredAt)
        #expect(call.legs.map(\.device.rawValue) == ["tablet", "phone", "desk", "page", "a"])
        #expect(call.legs.map(\.stage) == [.answered, .over, .over, .answered, .over])
    }

    /// The target may be the user of both places, so the place is stored and not found by the user.
    private static func reportsTransfers(_ journal: any CallJournal) throws {
        let session = JournalStory.session(1)
        func leg(_ ordinal: UInt16) -> LegID { JournalStory.leg(session, ordinal) }
        let left = Ending(.completed, cause: HangUpCause(800))
        try journal.append(JournalStory.answered(session), clock: JournalStory.clock)
        let calleeLeaves: [JournalChange] = [
            .transferred(to: leg(3), user: UserID("carol"), device: DeviceID("page"), ofCaller: false),
            .legOver(leg(1), left),
        ]
        try journal.append(JournalStory.records(of: session, calleeLeaves, from: 8), clock: JournalStory.clock)
        #expect(try journal.call(session)?.winner == leg(3))
        let callerLeaves: [JournalChange] = [
            .transferred(to: leg(4), user: UserID("carol"), device: DeviceID("tablet"), ofCaller: true),
            .legOver(leg(0), left),
        ]
        try journal.append(JournalStory.records(of: session, callerLeaves, from: 10), clock: JournalStory.clock)
        let call = try #require(try journal.call(session))
        #expect(call.winner == leg(3))
        #expect(call.legs.map(\.device.rawValue) == ["tablet", "phone", "desk", "page", "a"])
        #expect(call.legs.map(\.stage) == [.answered, .over, .over, .answered, .over])
        #expect(call.legs.last?.ending == left)
    }

    private static func storesOnce(_ journal: any CallJournal) throws {
        let session = JournalStory.session(1)
        try journal.append(JournalStory.ended(session), clock: JournalStory.clock)
        let before = try journal.call(session)
        try journal.append(JournalStory.ended(session), clock: WallClock(originMicroseconds: 9_000_000_000))
        #expect(try journal.call(session) == before)
    }

    private static func storesTheRest(_ journal: any CallJournal) throws {
        let (session, other) = (JournalStory.session(1), JournalStory.session(2))
        try journal.append(JournalStory.answered(session), clock: JournalStory.clock)
        try journal.append(JournalStory.ended(other) + JournalStory.ended(session), clock: JournalStory.clock)
        for session in [session, other] {
            let call = try #require(try journal.call(session))
            #expect(call.version == 10 && call.stage == .ended)
        }
        #expect(try journal.closeUnfinished(at: 0, except: []) == [])
    }

    private static func refusesContradictions(_ journal: any CallJournal) throws {
        let (session, other) = (JournalStory.session(1), JournalStory.session(2))
        let answered = JournalStory.answered(session)
        try journal.append(answered, clock: JournalStory.clock)
        let before = try journal.call(session)
        let last = try #require(answered.last)
        let rival = JournalRecord(
            session: session, version: last.version, time: last.time, change: .ended(Ending.exchangeRestarted))
        let error = try #require(throws: StorageError.self) {
            try journal.append(JournalStory.answered(other) + [rival], clock: JournalStory.clock)
        }
        #expect(error.code == .contradiction)
        #expect(error.context.contains("version \(last.version) of call \(session)"))
        #expect(try journal.call(session) == before)
        #expect(try journal.call(other) == nil, "none of the transaction is stored")
    }

    private static func lists(_ journal: any CallJournal) throws {
        let sessions = (1...5).map { JournalStory.session($0) }
        for session in sessions { try journal.append(JournalStory.ended(session), clock: JournalStory.clock) }
        let all = try journal.calls(of: nil, before: nil, atMost: 10)
        #expect(all.map(\.session) == sessions.reversed())
        let users = Set(all.flatMap { $0.legs.map(\.user.rawValue) })
        for user in users {
            let first = try journal.calls(of: user, before: nil, atMost: 3)
            #expect(first.map(\.session) == Array(sessions.reversed().prefix(3)))
            let rest = try journal.calls(of: user, before: first.last?.session, atMost: 3)
            #expect(rest.map(\.session) == Array(sessions.reversed().suffix(2)))
        }
        #expect(try journal.calls(of: "stranger", before: nil, atMost: 10).isEmpty)
    }

    private static func listsWhatWentOn(_ journal: any CallJournal) throws {
        let (merged, other) = (JournalStory.session(1), JournalStory.session(2))
        let merge = JournalStory.records(
            of: merged, [.merged(into: JournalStory.leg(other, 0)), .ended(Ending(.completed))], from: 8)
        try journal.append(
            JournalStory.answered(merged) + merge + JournalStory.ended(other), clock: JournalStory.clock)
        for user in ["alice", "bob"] {
            #expect(try journal.calls(of: user, before: nil, atMost: 9).map(\.session) == [other])
        }
        #expect(try journal.calls(of: nil, before: nil, atMost: 9).map(\.session) == [other, merged])
    }

    private static func forgets(_ journal: any CallJournal) throws {
        let sessions = (1...5).map { JournalStory.session($0) }
        for session in sessions { try journal.append(JournalStory.ended(session), clock: JournalStory.clock) }
        let open = JournalStory.session(9)
        try journal.append(JournalStory.answered(open), clock: JournalStory.clock)
        #expect(try journal.forgetCalls(endedBefore: .at(1_010_000_000), atMost: 10) == 0, "not before their time")
        #expect(try journal.forgetCalls(endedBefore: .at(2_000_000_000), atMost: 3) == 3)
        #expect(try journal.forgetCalls(endedBefore: .at(2_000_000_000), atMost: 3) == 2)
        #expect(try journal.forgetCalls(endedBefore: .at(2_000_000_000), atMost: 3) == 0)
        for session in sessions { #expect(try journal.call(session) == nil) }
        #expect(try journal.call(open) != nil, "a call that is not over is not old")
    }

    private static func closes(_ journal: any CallJournal) throws {
        let (open, done, spared) = (JournalStory.session(1), JournalStory.session(2), JournalStory.session(3))
        try journal.append(
            JournalStory.answered(open) + JournalStory.ended(done) + JournalStory.answered(spared),
            clock: JournalStory.clock)
        let lost = try journal.closeUnfinished(at: 5_000_000_000, except: [spared])
        #expect(lost.map(\.session) == [open])
        #expect(lost.map(\.stage) == [.active], "told as it stood")
        let call = try #require(try journal.call(open))
        #expect(call.ending == Ending.exchangeRestarted)
        #expect(call.endedAt == 5_000_000_000)
        #expect(call.legs.map(\.stage) == [.over, .over, .over])
        #expect(call.legs.last?.ending?.reason == .answeredElsewhere, "what had ended keeps its end")
        #expect(try journal.closeUnfinished(at: 6_000_000_000, except: [spared]).isEmpty)
        #expect(try journal.call(done)?.ending == Ending(.completed))
        #expect(try journal.call(spared)?.stage == .active)
    }
}
