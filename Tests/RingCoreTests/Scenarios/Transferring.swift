import CallModel
import RingCore
import Testing

/// Situation 68 of RingScenarios.md: a conversation changes hands, on a request that knows its version.
struct Transferring {
    private static let zoe = DeviceCandidate("z", of: "zoe")
    private static let yan = DeviceCandidate("y", of: "yan")

    // MARK: - The version

    @Test(arguments: [
        RingRequest.consult(zoe), .completeTransfer, .cancelTransfer, .park, .unpark(zoe), .barge(zoe),
    ])
    func `scenario 68: who has seen an older version is refused, whatever they ask for`(request: RingRequest) {
        for var call in [RingStory.talking(), RingStory.consulting(), RingStory.parked()] {
            let before = call.session
            call.happens(.request(request, version: call.session.version - 1))
            #expect(call.effects == [.refused(request)] && call.session == before)
        }
    }

    @Test func `scenario 68: every step of a transfer is a version of its own`() {
        var call = RingStory.talking()
        var versions = [call.session.version]
        call.asks(.consult(Self.zoe))
        versions.append(call.session.version)
        #expect(call.session.status.beside == .init(device: "z", role: .consulted, isJoined: false))
        call.rings(2)
        call.answers(2)
        call.bridges(2)
        versions.append(call.session.version)
        #expect(call.session.status.beside?.isJoined == true)
        call.asks(.completeTransfer)
        versions.append(call.session.version)
        #expect(versions == versions.sorted() && Set(versions).count == 4 && call.violations == [])
    }

    @Test func `scenario 68: what does not fit how things are is refused`() {
        let requests: [(RingStory, [RingRequest])] = [
            (
                .ringing(1),
                [.consult(Self.zoe), .completeTransfer, .cancelTransfer, .park, .unpark(Self.zoe), .barge(Self.zoe)]
            ),
            (RingStory.talking(), [.transfer(to: Self.zoe), .completeTransfer, .cancelTransfer, .unpark(Self.zoe)]),
            (
                RingStory.talking(),
                [.consult(DeviceCandidate("a", of: "ann")), .barge(DeviceCandidate("a", of: "ann"))]
            ),
            (
                RingStory.consulting(),
                [.consult(Self.yan), .barge(Self.yan), .park, .unpark(Self.yan), .transfer(to: Self.yan)]
            ),
            (RingStory.parked(), [.consult(Self.zoe), .completeTransfer, .cancelTransfer, .park, .barge(Self.zoe)]),
        ]
        for (call, refused) in requests {
            for request in refused {
                var call = call
                call.asks(request)
                #expect(call.effects == [.refused(request)] && call.violations == [])
            }
        }
    }

    // MARK: - Attended transfer

    @Test func `scenario 68: the caller talks on until the other one answers, and then waits`() {
        var call = RingStory.talking()
        call.asks(.consult(Self.zoe))
        #expect(call.commands == ["dial 2"] && call.notices == ["push to z: ring", "z: ringing"])
        call.rings(2)
        #expect(call.stage == .active && call.commands == [])
        call.answers(2)
        #expect(call.commands == ["bridge 1 to 2", "play hold"])
        call.bridges(2)
        #expect(call.reason("z") == .answered && call.stage == .active && call.session.status.winner == "a")
        #expect(call.violations == [])
    }

    @Test func `scenario 68: completed, the caller talks to the other one, and the first is let go`() {
        var call = RingStory.consulting()
        call.asks(.completeTransfer)
        #expect(call.commands == ["stop playing", "bridge anew 2"] && call.stage == .claimed)
        call.passes(RingLimits.loserGrace)
        #expect(call.rank(1) == .bridged && call.commands == [], "no leg is let go before it is done")
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.commands == ["hang up 1: completed"] && call.session.status.winner == "z")
        call.ends(1)
        call.callerHangsUp()
        #expect(call.outcome == .completedByCaller && call.commands == ["hang up 2: completed"])
        call.ends(2)
        #expect(call.session.isClosed && call.missedCalls == [] && call.violations == [])
    }

    @Test func `scenario 68: who hangs up while consulting has handed the caller over`() {
        var call = RingStory.consulting()
        call.ends(1)
        #expect(call.commands == ["stop playing", "bridge anew 2"])
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.stage == .active && call.session.status.winner == "z" && call.violations == [])
    }

    @Test func `scenario 68: cancelled, the first has the caller back`() {
        var call = RingStory.consulting()
        call.asks(.cancelTransfer)
        #expect(call.commands == ["stop playing", "bridge anew 1", "hang up 2: completed"])
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 1)))
        #expect(call.stage == .active && call.session.status.winner == "a" && call.session.status.beside == nil)
        #expect(call.violations == [])
    }

    @Test(arguments: [CarrierHangUpReason.declined, .busy, .noAnswer, .hungUp])
    func `scenario 68: the other one who does not come leaves the conversation as it is`(news: CarrierHangUpReason) {
        var call = RingStory.talking()
        call.asks(.consult(Self.zoe))
        call.rings(2)
        call.ends(2, news)
        #expect(call.commands == [] && call.stage == .active && call.session.status.beside == nil)
        #expect(call.reason("z") != nil && call.violations == [])
    }

    @Test func `scenario 68: the other one who is rung for too long, or called off, is let go`() {
        for isCalledOff in [true, false] {
            var call = RingStory.talking()
            call.asks(.consult(Self.zoe))
            call.rings(2)
            if isCalledOff { call.asks(.cancelTransfer) } else { call.passes(.seconds(30)) }
            #expect(call.commands.contains { $0.hasPrefix("hang up 2") } && call.stage == .active)
            #expect(call.reason("z") == (isCalledOff ? .callerCancelled : .missed) && call.violations == [])
        }
    }

    @Test func `scenario 68: the other one who hangs up gives the caller back`() {
        var call = RingStory.consulting()
        call.ends(2)
        #expect(call.commands == ["stop playing", "bridge anew 1"])
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 1)))
        #expect(call.stage == .active && call.session.status.winner == "a" && call.violations == [])
    }

    @Test func `scenario 68: the other one lost on the way gives the caller back, and both lost end it`() {
        var call = RingStory.consulting()
        call.asks(.completeTransfer)
        var both = call
        call.ends(2)
        #expect(call.commands == ["bridge anew 1"] && call.session.epoch == 2)
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 2)))
        #expect(call.stage == .active && call.session.status.winner == "a" && call.violations == [])
        both.ends(1)
        both.ends(2)
        #expect(both.commands == ["play apology"])
        both.receive(.playbackEnded(.playApology, hasPlayed: true))
        #expect(both.outcome == .lostInTransfer && both.missedCalls == [] && both.violations == [])
    }

    @Test func `scenario 68: a caller who hangs up while waiting ends it for both`() {
        var call = RingStory.consulting()
        call.callerHangsUp()
        #expect(call.outcome == .completedByCaller)
        #expect(call.commands == ["hang up 1: completed", "hang up 2: completed"] && call.violations == [])
    }

    @Test(arguments: [true, false])
    func `scenario 68: who cannot be joined to the winner is told so often, and let go`(isOnceTaken: Bool) {
        var call = RingStory.talking()
        call.asks(.consult(Self.zoe))
        call.rings(2)
        call.answers(2)
        if isOnceTaken {
            call.replies(.accepted(nil), to: .consult, call.ref(2))
            call.passes(RingLimits.bridgeWait)
        }
        for _ in (isOnceTaken ? 2 : 1)..<RingLimits.bridgeAttemptsMax {
            call.replies(.refused, to: .consult, call.ref(2))
            call.passes(RingLimits.bridgeRetryWait)
            #expect(call.commands.contains("bridge 1 to 2"))
        }
        call.replies(.refused, to: .consult, call.ref(2))
        call.passes(RingLimits.bridgeRetryWait)
        #expect(call.alarms == [.bridgeFailed(call.leg(2))] && call.reason("z") == .failed)
        // Where the carrier never took the winner away, no leg has to be given back.
        #expect(call.commands == ["stop playing"] + (isOnceTaken ? ["bridge anew 1"] : []) + ["hang up 2: failed"])
        #expect(call.stage == (isOnceTaken ? .claimed : .active) && call.violations == [])
    }

    @Test func `scenario 68: news of the consultation, late or doubled, make no bridge of the caller's`() {
        var call = RingStory.consulting()
        call.asks(.completeTransfer)
        call.bridges(2)
        call.bridges(1)
        call.receive(.bridged(.leg(call.leg(1)), BridgeMark(call.leg(2), epoch: 0)))
        #expect(call.stage == .claimed && call.effects == [])
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 0)))
        #expect(call.stage == .claimed && call.effects == [])
        call.receive(.bridged(.parent, BridgeMark(call.leg(2), epoch: 1)))
        #expect(call.stage == .active && call.violations == [])
        call.bridges(2)
        #expect(call.effects == [] && call.alarms == [])
    }

    @Test func `scenario 68: the winner's own news of the consultation are enough`() {
        var call = RingStory.talking()
        call.asks(.consult(Self.zoe))
        call.rings(2)
        call.answers(2)
        call.receive(.bridged(.leg(call.leg(1)), BridgeMark(call.leg(2), epoch: 0)))
        #expect(call.session.status.beside?.isJoined == true && call.violations == [])
    }

    @Test
    func `scenario 68: a device that rang for the call before is told of a consultation as if for the first time`() {
        var call = RingStory.talking(2)
        #expect(call.reason("b") == .answeredElsewhere)
        call.asks(.consult(DeviceCandidate("b", of: "ann")))
        #expect(call.commands == ["dial 3"] && call.reason("b") == nil)
        #expect(call.notices == ["push to b: ring (round 2)", "b: ringing (round 2)"])
        call.asks("b", .claim)
        #expect(call.notices == ["reply to b: granted"])
        call.rings(3)
        call.answers(3)
        call.bridges(3)
        #expect(call.reason("b") == .answered)
        call.asks(.completeTransfer)
        call.receive(.bridged(.parent, BridgeMark(call.leg(3), epoch: 1)))
        #expect(call.session.status.winner == "b" && call.violations == [])
        #expect(call.session.devices.last?.reason(ofRound: 1) == .answeredElsewhere)
    }

    @Test func `scenario 68: a call that rings goes back to who was rung before, and is missed there`() {
        var call = RingStory.ringing(1)
        call.asks(.transfer(to: Self.zoe))
        #expect(call.reason("a") == .withdrawn)
        call.ends(1)
        call.asks(.transfer(to: DeviceCandidate("z", of: "zoe")))
        #expect(call.effects == [.refused(.transfer(to: Self.zoe))], "it rings there")
        call.asks(.transfer(to: DeviceCandidate("a", of: "ann")))
        #expect(call.notices.contains("push to a: ring (round 2)") && call.reason("a") == nil)
        call.ends(2)
        call.passes(.seconds(30))
        #expect(call.reason("a") == .missed && call.reason("z") == .withdrawn)
        #expect(call.missedCalls == [.missedCall(["ann"], .noAnswer)] && call.violations == [])
    }

    @Test(arguments: DeviceRequest.allCases.filter { $0 != .connected && $0 != .disconnected })
    func `scenario 68: a request about a round that is over is answered so, and changes nothing of the next`(
        request: DeviceRequest
    ) {
        var call = RingStory.talking(2)
        call.asks(.consult(DeviceCandidate("b", of: "ann")))
        let before = call.session
        call.happens(.device("b", request, round: 1))
        #expect(call.notices == ["reply to b: over, answeredElsewhere"] && call.session == before)
        call.happens(.device("b", request, round: 3))
        #expect(call.notices == ["reply to b: refused"] && call.session == before)
        call.happens(.device("b", .declineHere, round: 2))
        #expect(call.reason("b") == .declined && call.session.status.beside == nil && call.violations == [])
    }

    @Test func `scenario 68: who is logged out is not brought in again, whatever the call had come to for them`() {
        var call = RingStory.talking(2)
        call.happens(.membership(.loggedOut("b")))
        #expect(call.reason("b") == .answeredElsewhere)
        let request = RingRequest.consult(DeviceCandidate("b", of: "ann"))
        call.asks(request)
        #expect(call.effects == [.refused(request)] && call.violations == [])
    }

    @Test func `scenario 68: a device that begins to listen while it is brought in is told that it rings`() {
        var call = RingStory.talking(2)
        call.asks(.consult(DeviceCandidate("b", of: "ann", hasChannel: false)))
        #expect(call.notices == ["push to b: ring (round 2)"])
        call.asks("b", .connected)
        #expect(call.notices == ["b: ringing (round 2)"])
    }

    @Test func `scenario 68: a consultation without end gives the caller back`() {
        var call = RingStory.consulting()
        call.looksAlive(for: RingLimits.waitTimeMax)
        #expect(call.commands == [] && call.stage == .claimed)
        call.receive(.bridged(.parent, BridgeMark(call.leg(1), epoch: 1)))
        #expect(call.session.status.winner == "a" && call.violations == [])
    }

    @Test func `scenario 68: a phone that asks before it answers may, when it is brought in`() {
        var call = RingStory.talking(2)
        call.asks(.consult(Self.zoe))
        call.asks("z", .claim)
        #expect(call.notices == ["reply to z: granted"])
        call.asks("b", .claim)
        #expect(call.notices == ["reply to b: taken"] && call.violations == [])
    }

    @Test func `scenario 68: a phone that sleeps is dialed when it wakes`() {
        var call = RingStory.talking()
        call.asks(.consult(Self.zoe))
        call.ends(2, .unreachable)
        #expect(call.session.status.beside != nil && call.commands == [])
        call.asks("z", .ready)
        #expect(call.commands == ["dial 3"] && call.notices == ["reply to z: dialing"])
        call.rings(3)
        call.answers(3)
        #expect(call.commands == ["bridge 1 to 3", "play hold"] && call.violations == [])
    }

    @Test func `scenario 68: who declines, or is logged out, is brought in no more`() {
        var declined = RingStory.talking()
        declined.asks(.consult(DeviceCandidate("y", of: "ann")))
        declined.rings(2)
        declined.asks("y", .declineEverywhere)
        #expect(declined.stage == .active && declined.session.status.beside == nil && declined.reason("a") == .answered)
        #expect(declined.commands == ["hang up 2: declined"] && declined.violations == [])
        var gone = RingStory.consulting()
        gone.happens(.membership(.loggedOut("z")))
        #expect(gone.commands == ["stop playing", "bridge anew 1", "hang up 2: completed"] && gone.violations == [])
    }
}
