import CallModel
import CarillonRTC
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import PhoneCore
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// Two calls at once on one phone: one over the carrier's line, the other over the exchange's, or both over the carrier's.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PublicWaitingTests {
    /// Another party than the public caller: whether it hears bob, and whether it is in a call.
    @MainActor
    private struct Other {
        let hears: () -> Bool
        let isOver: () -> Bool
        let hangUp: () async -> Void
    }

    private func alice(_ scene: PublicScene) async throws -> Other {
        let aliceHears = ToneMeter([Double(PublicScene.bobsTone)])
        let client = try await scene.exchange.client("alice", "alice-secret", scene.engine)
        var options = DialOptions()
        options.source = ToneGenerator(frequency: Double(PublicScene.otherTone), amplitude: 0.3)
        options.sink = aliceHears
        scene.expectPushes()
        let call = try await client.dial("bob", options)
        var frames = 0
        return Other {
            // Of what came since it was looked last.
            defer { frames = aliceHears.reading.frameCount }
            return aliceHears.reading.frameCount > frames
                && aliceHears.level(of: Double(PublicScene.bobsTone)) ?? 0 > PublicScene.heardMin
        } isOver: {
            call.ending != nil
        } hangUp: {
            await call.hangUp()
            await client.disconnect()
        }
    }

    private func secondCaller(_ scene: PublicScene) async throws -> Other {
        let leg = try scene.dial(saying: PublicScene.otherTone)
        scene.telnyx.listen(on: leg)
        return Other {
            scene.telnyx.recordedAudio(on: leg).amplitude(of: PublicScene.bobsTone) > PublicScene.heardMin
        } isOver: {
            !scene.telnyx.liveLegs.contains { $0["call_control_id"]?.string == leg }
        } hangUp: {
            scene.telnyx.hangUp(leg)
        }
    }

    /// By which line the other call comes.
    enum Line: CaseIterable {
        case exchange, carrier
    }

    private func other(_ line: Line, _ scene: PublicScene) async throws -> Other {
        switch line {
        case .exchange: try await alice(scene)
        case .carrier: try await secondCaller(scene)
        }
    }

    /// A second call rings while one stands, which goes on.
    private func waits(_ scene: PublicScene) async throws {
        try await scene.deliver([.exchange])
        let waits = try await scene.phone.passes {
            scene.phone.device.screen.map(\.stage).sorted { "\($0)" < "\($1)" } == [.connected, .ringing]
        }
        try #require(waits, "\(scene.phone.device.screen)")
    }

    /// One of two calls is heard, and the other is held.
    private func talks(
        to tone: Int, _ scene: PublicScene, _ hears: () -> Bool, butNot isDeaf: () -> Bool
    ) async throws {
        let isHeard = try await scene.phone.passes {
            scene.phone.device.screen.map(\.isHeld).sorted { !$0 && $1 } == [false, true]
                && hears() && !isDeaf() && scene.bobHears.level(of: Double(tone)) ?? 0 > PublicScene.heardMin
        }
        #expect(isHeard, "\(scene.phone.device.screen)")
    }

    @Test(arguments: Line.allCases)
    func `a second call waits while one stands at the carrier: taken, swapped, and the first goes on alone`(line: Line)
        async throws
    {
        try await PublicScene.play { scene in
            let first = try await scene.ring()
            try await first.talk()
            let hears = {
                scene.telnyx.recordedAudio(on: first.caller).amplitude(of: PublicScene.bobsTone) > PublicScene.heardMin
            }
            let other = try await other(line, scene)
            try await waits(scene)
            try await scene.soundsBothWays(first.caller)
            await scene.phone.device.holdAndAccept()
            try await talks(to: PublicScene.otherTone, scene, other.hears, butNot: hears)
            await scene.phone.device.swap()
            try await talks(to: PublicScene.callersTone, scene, hears, butNot: other.hears)
            await scene.phone.device.swap()
            try await talks(to: PublicScene.otherTone, scene, other.hears, butNot: hears)
            await other.hangUp()
            let isAlone = try await scene.phone.passes { scene.phone.device.screen.count == 1 }
            #expect(isAlone)
            await scene.phone.device.resume()
            try await scene.soundsBothWays(first.caller)
            #expect(try await first.isHungUp()["outcome"] == "completedByCaller")
        }
    }

    @Test func `a call at the carrier waits while one over the exchange stands: taken, swapped, and both end`()
        async throws
    {
        try await PublicScene.play { scene in
            let alice = try await alice(scene)
            try await scene.deliver([.exchange])
            try await scene.rings()
            await scene.phone.device.answer()
            let stands = try await scene.phone.passes { alice.hears() }
            #expect(stands)
            let leg = try scene.dial()
            try await waits(scene)
            scene.telnyx.listen(on: leg)
            let hears = {
                scene.telnyx.recordedAudio(on: leg).amplitude(of: PublicScene.bobsTone) > PublicScene.heardMin
            }
            await scene.phone.device.holdAndAccept()
            try await talks(to: PublicScene.callersTone, scene, hears, butNot: alice.hears)
            await scene.phone.device.swap()
            try await talks(to: PublicScene.otherTone, scene, alice.hears, butNot: hears)
            await scene.phone.device.endCall()
            let isOver = try await scene.phone.passes { alice.isOver() && scene.phone.device.screen.count == 1 }
            #expect(isOver)
            await scene.phone.device.resume()
            try await scene.soundsBothWays(leg)
            await scene.phone.device.endCall()
            try await scene.expectNoLeg()
            await alice.hangUp()
        }
    }

    @Test(arguments: Line.allCases)
    func `a waiting call is taken by ending the first: its caller goes, and the other is heard`(line: Line) async throws
    {
        try await PublicScene.play { scene in
            let first = try await scene.ring()
            try await first.talk()
            let other = try await other(line, scene)
            try await waits(scene)
            await scene.phone.device.endAndAccept()
            let isHeard = try await scene.phone.passes {
                scene.phone.device.screen.map(\.stage) == [.connected] && other.hears()
                    && scene.bobHears.level(of: Double(PublicScene.otherTone)) ?? 0 > PublicScene.heardMin
            }
            #expect(isHeard)
            #expect(try await first.ended()["outcome"] == "completedByCallee")
            await other.hangUp()
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
        }
    }

    @Test(arguments: Line.allCases)
    func `a waiting call is declined: the one that stands goes on, and is heard`(line: Line) async throws {
        try await PublicScene.play { scene in
            let first = try await scene.ring()
            try await first.talk()
            let other = try await other(line, scene)
            try await waits(scene)
            await scene.phone.device.decline()
            let isAlone = try await scene.phone.passes { scene.phone.device.screen.map(\.stage) == [.connected] }
            #expect(isAlone)
            try await scene.soundsBothWays(first.caller)
            await other.hangUp()
            #expect(first.reason(.phone, try await first.isHungUp()) == .answered)
        }
    }
}
