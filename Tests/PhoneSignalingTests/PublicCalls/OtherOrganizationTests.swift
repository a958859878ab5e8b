import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PushPayload
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// A call for the organization that is not in use, at each step of which the app's process ends: the next one takes
/// it at that organization's carrier.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OtherOrganizationTests {
    private static let other = "bolt"

    /// A caller dials the other organization's number, and bob's phone rings by its INVITE.
    private func ring(_ scene: PublicScene) async throws -> PublicCall {
        let caller = try scene.dial(Self.other)
        try await scene.deliver([.exchange])
        try await scene.rings()
        try await scene.isInvited()
        return try scene.call(of: caller)
    }

    /// Bob takes it, at the carrier of the organization that was called, and works for the first one still.
    private func isTaken(_ call: PublicCall) async throws {
        try await call.talk()
        let line = RegistrationID(OrganizationID(Self.other), .carrier)
        #expect(call.scene.phone.screens?.connections[line] == .ready)
        #expect(call.scene.phone.record?.organizations.active == TestExchange.organization)
        let status = try await call.isHungUp()
        #expect(status["organization_id"]?.string == Self.other && call.reason(.phone, status) == .answered)
        #expect(call.scene.phone.device.notifications.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func `killed while it rings by its INVITE: the next process rings, and bob takes it`(
        isPushed: Bool, isNoticed: Bool
    ) async throws {
        try await PublicScene.play { scene in
            let call = try await ring(scene)
            if isNoticed {
                await scene.phone.device.kill(.reclaimMemory)
                try await scene.areSocketsGone()
            } else {
                try await scene.isKilledUnnoticed()
            }
            try await scene.rings(again: isPushed)
            try await isTaken(call)
        }
    }

    @Test func `killed once the push was reported: opened again, it rings, and bob takes it`() async throws {
        try await PublicScene.play { scene in
            let caller = try scene.dial(Self.other)
            try await scene.deliver([.exchange])
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.rings(again: false)
            try await isTaken(try scene.call(of: caller))
        }
    }

    @Test(arguments: [[PublicScene.Sender.exchange, .carrier], [.carrier, .exchange]])
    func `killed between the two pushes: the second rings anew, and bob takes it at that organization's carrier`(
        pushes: [PublicScene.Sender]
    ) async throws {
        try await PublicScene.play { scene in
            try await scene.meetCarrier(as: Self.other)
            let caller = try scene.dial(Self.other)
            try await scene.deliver([pushes[0]])
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.deliver([pushes[1]])
            try await scene.rings()
            try await isTaken(try scene.call(of: caller))
        }
    }

    @Test func `killed while it rings by its INVITE, woken by both pushes: the next process rings, and bob takes it`()
        async throws
    {
        try await PublicScene.play { scene in
            try await scene.meetCarrier(as: Self.other)
            let caller = try scene.dial(Self.other)
            try await scene.deliver([.exchange, .carrier])
            try await scene.rings()
            try await scene.isInvited()
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.areSocketsGone()
            try await scene.rings(again: false)
            try await isTaken(try scene.call(of: caller))
        }
    }

    @Test(arguments: PublicScene.MissingInvite.allCases, [true, false])
    func `killed between the tap and the INVITE: the next process rings, and bob takes it`(
        missing: PublicScene.MissingInvite, isPushed: Bool
    ) async throws {
        try await PublicScene.play { scene in
            let call = try await scene.isKilledWhileAnswering(missing, calledFor: Self.other)
            try await scene.rings(again: isPushed)
            try await isTaken(call)
        }
    }

    @Test func `killed in the call: the caller's leg is ended, and the next call for that organization is taken`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await ring(scene)
            try await call.talk()
            await scene.phone.device.kill(.crash)
            await scene.reopen()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
            #expect(call.reason(.phone, try await call.ended()) == .answered)
            await scene.phone.lockAndReclaim()
            try await isTaken(try await ring(scene))
        }
    }

    // MARK: - Scenario D, in vain

    private static let briefGreeting: PublicScene.Setting = {
        var setting = PublicScene.Setting()
        setting.telnyx = { $0.playbackTime = .milliseconds(100) }
        return setting
    }()

    /// No one takes the call, and the caller says something after the greeting.
    private func leavesMessage(_ call: PublicCall) async throws {
        call.scene.clock.advance(by: RingLimits.ringTimeMax)
        try await call.scene.isAsked("actions/record_start", 200)
        call.scene.telnyx.clock.advance(by: .seconds(5))
        let ended = try await call.isHungUp()
        #expect(ended["outcome"] == "message")
        let messages = try await call.scene.exchange.ask("GET", "api/voicemail", as: ("bob", "bob-secret")).page
        #expect(messages["messages"]?.array?.count == 1)
    }

    private func isToldOfMissedCall(_ scene: PublicScene) async throws {
        let isReported = try await scene.phone.passes {
            scene.phone.device.screen.isEmpty
                && scene.phone.record?.notices.notices.contains { $0.kind == .missed && $0.isUnread } == true
        }
        #expect(isReported, "\(scene.phone.record?.notices.notices as Any)")
    }

    @Test(arguments: [[PublicScene.Sender.exchange], [.exchange, .carrier], [.carrier, .exchange]])
    func
        `D in vain: the pushes come when the caller has left a message: nothing rings on, and the phone says it was missed`(
            pushes: [PublicScene.Sender]
        ) async throws
    {
        try await PublicScene.play(Self.briefGreeting) { scene in
            let caller = try scene.dial()
            try await scene.isAsked("/v2/calls", 200)
            let call = PublicCall(scene: scene, caller: caller, session: try await scene.newestSession())
            try await leavesMessage(call)
            try await scene.deliver(pushes)
            try await isToldOfMissedCall(scene)
        }
    }

    @Test
    func `D in vain: the push rings and no INVITE ever comes: the caller leaves a message, and the phone says so`()
        async throws
    {
        try await PublicScene.play(Self.briefGreeting) { scene in
            let call = try await scene.ringsWithoutInvite()
            try await leavesMessage(call)
            try await isToldOfMissedCall(scene)
        }
    }

    @Test func `D in vain: answered, and no INVITE ever comes: it never stands, and the caller leaves a message`()
        async throws
    {
        try await PublicScene.play(Self.briefGreeting) { scene in
            let call = try await scene.ringsWithoutInvite()
            await scene.phone.device.answer()
            _ = try await call.status { call.winner($0) == .phone }
            try await leavesMessage(call)
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver && scene.phone.sound?.isOpen != true)
            #expect(scene.phone.screens?.end?.disposition != .completed)
        }
    }
}
