import DeviceModel
import DeviceRuntime
import LivePhones
import PhoneCore
import Standins
import Testing

/// A public caller reaches bob though pushes do not wake his phone: by an alert, and by the push in the background that
/// takes a stale ring away, each from the exchange to the modeled iPhone by Apple's service.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PublicAlertTests {
    @Test func `an alert that bob opens rings, is answered, and is gone: both are heard`() async throws {
        try await PublicScene.play(.alerted()) { scene in
            try await scene.canOnlyBeAlerted()
            let (leg, name) = try await scene.alert()
            await scene.open(alert: name)
            try await scene.answer(leg)
            #expect(scene.phone.device.notifications.isEmpty)
            scene.telnyx.hangUp(leg)
            try await scene.expectNoLeg()
        }
    }

    @Test(arguments: [false, true])
    func `an alert that bob does not see goes when the call is over, missed only if his desk did not take it`(
        isTaken: Bool
    ) async throws {
        try await PublicScene.play(.alerted(hasDesk: true)) { scene in
            try await scene.canOnlyBeAlerted()
            let (leg, _) = try await scene.alert()
            if isTaken {
                let isDialed = try await scene.phone.passes { scene.newestLeg(of: .desk) != nil }
                #expect(isDialed)
                let desk = try #require(scene.newestLeg(of: .desk))
                _ = scene.telnyx.control("POST", "legs/\(desk)/answer")
            } else {
                scene.telnyx.hangUp(leg)
            }
            try await scene.withdraws()
            #expect(scene.phone.device.notifications.map(\.title) == (isTaken ? [] : ["Missed call"]))
            #expect(scene.phone.device.screen.isEmpty)
            if isTaken { scene.telnyx.hangUp(leg) }
            try await scene.expectNoLeg()
        }
    }

    @Test func `a push in the background ends a ring if no other message reaches the phone`() async throws {
        try await PublicScene.play(.alerted()) { scene in
            try await scene.canOnlyBeAlerted()
            scene.telnyx.plan(EdgeFault(.lose, method: "invite", count: nil))
            let (leg, name) = try await scene.alert()
            await scene.open(alert: name)
            try await scene.rings()
            scene.telnyx.hangUp(leg)
            try await scene.withdraws()
            #expect(scene.phone.device.screen.isEmpty)
            let isMissed = try await scene.phone.passes { scene.phone.screens?.end?.disposition == .missed }
            #expect(isMissed)
            try await scene.expectNoLeg()
        }
    }
}
