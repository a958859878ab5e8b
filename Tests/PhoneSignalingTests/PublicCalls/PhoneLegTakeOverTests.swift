import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// 68: from one of bob's devices to another.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegTakeOverTests {
    @Test(arguments: [true, false])
    func `scenario 68: bob answers at his desk, parks the caller, and takes them up on the phone that rang before`(
        isOpen: Bool
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.deskAnswers()
            if isOpen { await scene.reopen() }
            #expect(try await call.request("park") == 200)
            try await call.isLeft(by: .desk)
            _ = try await call.status { $0["state"]?.string == "parked" }
            if isOpen {
                #expect(try await call.request("unpark", try await scene.phoneName()) == 200)
            } else {
                try await call.isBroughtBack("unpark")
            }
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.winner(status) == .phone && call.rounds(.phone, status) == [.answeredElsewhere, .answered])
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: bob answers at his desk, rings his phone beside, and goes on there`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.deskAnswers()
            let leg = try call.leg(.desk)
            scene.telnyx.speak(.tone(PublicScene.otherTone), on: leg)
            try await call.isHandedToBob(by: leg)
            try await call.isLeft(by: .desk)
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: bob answers on his phone, rings his desk beside, and goes on there`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            _ = try await call.active()
            _ = try await call.bobConsults(.desk, PublicScene.desk)
            #expect(try await call.request("complete_transfer") == 200)
            try await call.isJoined(with: .desk)
            try await call.isLeft(by: .phone)
            try await call.ends(.completed)
            #expect(call.winner(try await call.isHungUp()) == .desk)
        }
    }

    @Test func `scenario 68: the app ends while a parked caller rings, unnoticed: the next process takes them up`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isParkedByPhone()
            try await call.isBroughtBack("unpark")
            try await scene.rings()
            try await scene.isInvited()
            try await scene.isKilledUnnoticed()
            await scene.reopen()
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.winner(status) == .phone && call.rounds(.phone, status) == [.answered, .answered])
        }
    }
}

extension PublicScene {
    /// Someone calls, bob's phone rings, and he answers at his desk: the phone is put away.
    fileprivate func deskAnswers() async throws -> PublicCall {
        let call = try await ring()
        try call.answers(.desk)
        try await call.isJoined(with: .desk)
        try await call.ends(.answeredElsewhere)
        _ = try await call.active()
        await phone.lockAndReclaim()
        return call
    }
}
