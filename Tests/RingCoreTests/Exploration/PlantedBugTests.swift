import CallModel
import Explorer
import RingCore
import Testing

/// Bugs planted around the session: a search that does not find them would prove nothing.
@Suite(.serialized) struct PlantedBugTests {
    private func search(_ model: RingSessionModel) -> Exploration<RingWorld, RingStep> {
        Explorer(model, bounds: ExplorationBounds(statesMax: 200_000), stopsWhenBroken: true).run()
    }

    private func violations(
        _ tampering: RingTampering, devices: Int = 1, policy: RingPolicy = .plain, faults: RingFaults = RingFaults(),
        requests: [RingRequest] = [], past: [RingStep] = []
    ) -> [String] {
        violations(
            in: RingSessionModel(
                devices: devices, policy: policy, faults: faults, requests: requests, tampering: tampering, past: past))
    }

    private func violations(in model: RingSessionModel) -> [String] {
        let result = search(model)
        guard let last = result["nothing happens that must never happen"]?.trace?.last else { return [] }
        return last.checker.violations + last.carrier.violations
    }

    @Test func `a caller who was answered and is turned away for ever is found`() {
        let found = violations(.turnsAnsweredCallersAway, faults: .init(losses: 1))
        #expect(found == ["I3: a leg does not go though it was told to"])
    }

    @Test func `a late bridge of a winner who is gone, taken for that of the next, is found`() {
        let found = violations(
            .believesEveryBridge, devices: 2, faults: .init(conflicts: 1), past: RingSessionModel.winnerGone)
        #expect(found == ["they are said to talk without having been joined"])
    }

    @Test func `a claim that is acted on before it is stored is found`() {
        let found = violations(.sendsBeforeCommit, devices: 2, faults: .init(crashes: 1))
        #expect(found == ["I5: a device was given two reasons"])
    }

    @Test func `an outbox that forgets its names dials twice, and is found`() {
        #expect(violations(.renamesCommands, faults: .init(crashes: 1)) == ["I9: a phone was dialed twice"])
    }

    @Test func `a late leg that is not hung up is found`() {
        #expect(violations(.forgetsHangUps) == ["I3: a leg does not go though it was told to"])
    }

    @Test func `losers who are hung up with the claim are found`() {
        let found = violations(.hangsLosersUpAtOnce, devices: 2)
        #expect(found == ["a leg was hung up that may still take the call"])
    }

    @Test func `an order to record that is forgotten, so that a caller who has gone is waited for, is found`() {
        let result = search(
            RingSessionModel(
                devices: 1, policy: RingPolicy(), faults: .init(), tampering: .forgetsRecordingOrders,
                past: RingSessionModel.greeted))
        #expect(
            result["a caller who has gone leaves nothing to wait for that can never come"]?.trace?.last != nil)
    }

    @Test func `a parked caller who hears nothing is found`() {
        let result = search(
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: [.park], tampering: .forgetsHold,
                past: RingSessionModel.talking))
        #expect(result["I4: a caller whose call was taken never sits in silence"]?.trace?.last != nil)
    }

    @Test func `who hands a caller over and is let go before it is done is found`() {
        let found = violations(.hangsLosersUpAtOnce, requests: [.completeTransfer], past: RingSessionModel.consulting)
        #expect(found == ["a leg was hung up that may still take the call"])
    }

    @Test func `news of a consultation that are taken for the caller's bridge are found`() {
        let found = violations(
            .takesConsultationsForBridges, faults: .init(conflicts: 1), requests: [.completeTransfer],
            past: RingSessionModel.consultingUntold)
        #expect(found == ["they are said to talk without having been joined"])
    }

    @Test func `a version that is told twice is found`() {
        #expect(violations(.repeatsVersions).contains { $0.hasPrefix("I10") })
    }

    @Test func `a device that is given two reasons is found`() {
        #expect(violations(.repeatsReasons).contains("I5: a device was given two reasons"))
    }

    private func unheard(_ tampering: RingTampering) -> [String] {
        violations(
            in: RingSessionModel(
                devices: 0, policy: RingPolicy(), faults: .init(), tampering: tampering, owners: [UserID("ann")]))
    }

    @Test func `H1: a message that is deleted because no device could ring is found`() {
        let found = unheard(.takesNoRecipientForDeletion)
        #expect(found.contains("I15: a recording was discarded as nothingSaid, and it was not so"))
    }

    @Test func `H1: a message that is nowhere because no device could ring is found`() {
        #expect(unheard(.losesMessagesWithoutRecipient).contains("I15: a recording that was saved came to no end"))
    }

    @Test func `H1: a message for a user who is no more is found`() {
        let model = RingSessionModel(
            devices: 0, policy: RingPolicy(), faults: .init(), removesUser: true, tampering: .forgetsWhoLeft,
            owners: [RingSessionModel.user])
        #expect(violations(in: model) == ["I15: a message is a removed user's"])
    }

    private func entrusted(_ tampering: RingTampering, losses: Int = 0, isMessage: Bool) -> [String] {
        var policy = isMessage ? RingPolicy() : .plain
        policy.recordsConversations = !isMessage
        let result = search(
            RingSessionModel(
                devices: 1, policy: policy, faults: .init(losses: losses), consent: isMessage ? .none : .given,
                tampering: tampering, carrier: .init(tellsLengths: false),
                past: isMessage ? RingSessionModel.greeted : RingSessionModel.answering))
        let names = [RingSessionModel.entrusted, RingSessionModel.waitsInVain].filter { result[$0]?.trace?.last != nil }
        let last = result["nothing happens that must never happen"]?.trace?.last
        return names + (last?.checker.violations ?? [])
    }

    @Test(arguments: [true, false])
    func `H1: a message or recording whose news was lost, of which no person is told, is found`(isMessage: Bool) {
        #expect(entrusted(.forgetsAlarms, losses: 1, isMessage: isMessage) == [RingSessionModel.entrusted])
    }

    @Test(arguments: [true, false])
    func `H1: news of a saved message or recording that are not heard are found`(isMessage: Bool) {
        // A message is waited for before the call has ended, a conversation after.
        let promise = isMessage ? RingSessionModel.waitsInVain : RingSessionModel.entrusted
        #expect(entrusted(.losesSavedNews, isMessage: isMessage) == [promise])
    }

    @Test func `H1: a recording whose bridge was not heard of, and which is then not waited for, is found`() {
        #expect(entrusted(.takesUnheardBridgeForNone, losses: 1, isMessage: false) == [RingSessionModel.entrusted])
    }

    @Test func `H1: a message that is deleted because nothing says how long it is is found`() {
        let found = entrusted(.takesUnknownLengthForSilence, isMessage: true)
        #expect(found == ["I15: a recording was discarded as nothingSaid, and it was not so"])
    }

    @Test func `H1: a message of the exchange's own of which no person is told is found`() {
        let model = RingSessionModel(
            devices: 0, policy: RingPolicy(), faults: .init(), tampering: .forgetsAlarms, owners: [])
        #expect(violations(in: model) == ["I15: a message is the exchange's, and no person was told"])
    }

    @Test func `a message kept of a call that was rescued is found`() {
        let policy = RingPolicy().with { $0.rescue = .untilSaved }
        let found = violations(.keepsDiscardedMessages, policy: policy, past: RingSessionModel.leavingMessage)
        #expect(found == ["I6: a call both bridged and left to voicemail"])
    }

    @Test func `a loser who is joined to the caller beside the winner is found`() {
        var model = RingSessionModel(devices: 2, policy: .plain, faults: .init(), past: RingSessionModel.loserWaits)
        model.tampering = .joinsLosers
        model.carrier.preventsDoubleBridges = false
        #expect(violations(in: model) == ["I1: the caller is joined to two legs"])
    }

    @Test func `a session that is written without comparing has two winners, and is found`() {
        let found = violations(.writesWithoutComparing, devices: 2)
        #expect(found.contains("I2: a second leg claimed the epoch"))
    }

    @Test func `losers who are told that they missed the call are found`() {
        let found = violations(.callsLosersMissed, devices: 2, past: RingSessionModel.loserWaits)
        #expect(found == ["I5: a device was told missed, and it was not so"])
    }

    @Test func `a missed call without a record is found`() {
        #expect(violations(.forgetsMissedCalls) == ["I7: no user was told of a missed call"])
    }

    @Test func `a missed call of one that a device had taken is found`() {
        #expect(violations(.missesAbandonedCalls).contains("I7: a missed call that was not missed: abandoned"))
    }

    @Test func `a session that ends by the order of its news is found`() {
        let model = RingSessionModel(
            devices: 2, policy: .plain, faults: .init(doubles: 1), hasPeople: false, tampering: .takesRepeatsForEnds,
            past: RingSessionModel.bothAnswer)
        #expect(search(model)["I8: news in any order, and twice, come to the same"]?.trace?.last != nil)
    }

    @Test func `a command to a leg of another session is found`() {
        #expect(violations(.namesLegsOfOthers) == ["I11: a command to a leg of another session"])
    }

    @Test func `a device that is called though it was logged out is found`() {
        let model = RingSessionModel(
            devices: 1, policy: .plain, faults: .init(), departures: 1, tampering: .forgetsWhoLeft)
        #expect(violations(in: model) == ["I11: a command to a leg of a device that no longer belongs here"])
    }

    private func recorded(
        _ tampering: RingTampering, consent: RecordingConsent, past: [RingStep] = RingSessionModel.talking
    ) -> [String] {
        violations(
            in: RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(), holds: 1,
                consent: consent, tampering: tampering, past: past))
    }

    @Test func `a conversation recorded without consent is found`() {
        let found = recorded(.recordsWithoutConsent, consent: .none, past: [])
        #expect(found == ["I12: recorded without consent"])
    }

    @Test func `a recording that runs on while a party holds is found`() {
        let found = recorded(.recordsThroughHold, consent: .given)
        #expect(found == ["I12: recorded while they do not talk"])
    }

    @Test func `a recording that is begun a second time is found`() {
        let found = recorded(.recordsAgain, consent: .given)
        #expect(found.contains("I12: a recording is begun a second time"))
    }

    @Test func `a recording that does not wait for its announcement is found`() {
        let found = recorded(.recordsBeforeAnnouncement, consent: .byAnnouncement)
        #expect(found.contains("I12: recorded without consent"))
    }

    private func callingOut(
        _ tampering: RingTampering, devices: Int = 1, refusal: OutboundRefusal? = nil
    ) -> [String] {
        violations(
            in: RingSessionModel(
                devices: devices, policy: .plain, faults: .init(), tampering: tampering, owners: ["ann"],
                outbound: OutboundCall(by: "ann", from: "0", refusal: refusal)))
    }

    @Test func `a called party who is asked for a key is found`() {
        #expect(callingOut(.asksForKeys).contains("I16: a called party is asked for a key"))
    }

    @Test func `a call out that may not be and is dialed is found`() {
        let found = callingOut(.dialsRefusedCalls, devices: 0, refusal: .forbiddenNumber)
        #expect(found.contains("I16: a call that may not be is dialed"))
    }

    @Test func `a call out that its own caller has missed is found`() {
        #expect(callingOut(.missesCallsOut).contains { $0.hasPrefix("I7: a missed call that was not missed") })
    }

    @Test func `a party whose caller is gone by handing them over, and who is taken to be gone, is found`() {
        let result = search(
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: [.park], tampering: .takesCallersLegForParent,
                outbound: OutboundCall(by: "ann", from: "0"), past: RingSessionModel.talking))
        #expect(result["I3: no leg is left at the carrier"]?.trace?.last != nil)
    }

    @Test func `a session that is never woken is found`() {
        #expect(violations(.oversleeps) == ["I13: the time has come, and nothing was done"])
    }
}
