import Explorer
import RingCore
import Testing

/// Bugs planted around the session: a search that does not find them would prove nothing.
@Suite(.serialized) struct PlantedBugTests {
    private func search(_ model: RingModel) -> Exploration<RingWorld, RingStep> {
        Explorer(model, bounds: ExplorationBounds(statesMax: 200_000), stopsWhenBroken: true).run()
    }

    private func violations(
        _ tampering: RingTampering, devices: Int = 1, policy: RingPolicy = .plain, faults: RingFaults = RingFaults(),
        requests: [RingRequest] = [], past: [RingStep] = []
    ) -> [String] {
        let result = search(
            RingModel(
                devices: devices, policy: policy, faults: faults, requests: requests, tampering: tampering, past: past))
        guard let last = result["nothing happens that must never happen"]?.trace?.last else { return [] }
        return last.checker.violations + last.carrier.violations
    }

    @Test func `a caller who was answered and is turned away for ever is found`() {
        let found = violations(.turnsAnsweredCallersAway, faults: .init(losses: 1))
        #expect(found == ["I3: a leg does not go though it was told to"])
    }

    @Test func `a late bridge of a winner who is gone, taken for that of the next, is found`() {
        let found = violations(
            .believesEveryBridge, devices: 2, faults: .init(conflicts: 1), past: RingModel.winnerGone)
        #expect(found == ["they are said to talk, and nobody joined them"])
    }

    @Test func `a claim that is acted on before it is stored is found`() {
        let found = violations(.sendsBeforeCommit, devices: 2, faults: .init(crashes: 1))
        #expect(found == ["I5: a device was given two reasons"])
    }

    @Test func `an outbox that forgets its names dials twice, and is found`() {
        #expect(violations(.renamesCommands, faults: .init(crashes: 1)) == ["a phone was dialled twice"])
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
            RingModel(
                devices: 1, policy: RingPolicy(), faults: .init(), tampering: .forgetsRecordingOrders,
                past: RingModel.greeted))
        #expect(
            result["a caller who has gone leaves nothing to wait for that can never come"]?.trace?.last != nil)
    }

    @Test func `a parked caller who hears nothing is found`() {
        let result = search(
            RingModel(
                devices: 1, policy: .plain, faults: .init(), requests: [.park], tampering: .forgetsHold,
                past: RingModel.talking))
        #expect(result["a caller whose call was taken never sits in silence"]?.trace?.last != nil)
    }

    @Test func `who hands a caller over and is let go before it is done is found`() {
        let found = violations(.hangsLosersUpAtOnce, requests: [.completeTransfer], past: RingModel.consulting)
        #expect(found == ["a leg was hung up that may still take the call"])
    }

    @Test func `news of a consultation that are taken for the caller's bridge are found`() {
        let found = violations(
            .takesConsultationsForBridges, faults: .init(conflicts: 1), requests: [.completeTransfer],
            past: RingModel.consultingUntold)
        #expect(found == ["they are said to talk, and nobody joined them"])
    }

    @Test func `a version that is told twice is found`() {
        #expect(violations(.repeatsVersions).contains { $0.hasPrefix("I10") })
    }

    @Test func `a device that is given two reasons is found`() {
        #expect(violations(.repeatsReasons).contains("I5: a device was given two reasons"))
    }

    @Test func `a message kept of a call that was rescued is found`() {
        var call = RingStory.ringing(1, policy: RingPolicy().with { $0.rescue = .untilSaved })
        call.tampering = .keepsDiscardedMessages
        call.passes(.seconds(30))
        call.callerIsAnswered()
        call.says(.playbackEnded(.playGreeting, hasPlayed: true))
        call.talks(1)
        #expect(call.violations == [] && call.stage == .active)
        call.says(.recordingSaved(.message, RecordingID("m"), length: .seconds(9)))
        #expect(call.violations == ["I6: a call both bridged and left to voicemail"])
    }
}
