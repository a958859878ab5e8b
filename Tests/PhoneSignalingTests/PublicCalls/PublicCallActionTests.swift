import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import PhoneCore
import RingCore
import Standins
import Testing
import WireJSON

/// What bob does with a call that comes over the carrier's line, and what the others notice of it.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PublicCallActionTests {
    // MARK: - Declining

    @Test func `scenario 27: declined on the phone: the desk rings on, and takes the call`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            await scene.phone.device.decline()
            try await call.ends(.declined)
            try await call.isLeft(by: .phone)
            let status = try await call.status { call.reason(.phone, $0) == .declined }
            #expect(status["state"] == "ringing" && call.reason(.desk, status) == nil)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(call.winner(try await call.active()) == .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .declined && call.reason(.desk, ended) == .answered)
            #expect(scene.phone.device.notifications.isEmpty)
        }
    }

    @Test func `scenario 28: declined everywhere: the desk stops, and a colleague rings on`() async throws {
        try await PublicScene.play(PublicScene.Setting(hasDesk: true, hasColleague: true, users: ["bob", "alice"])) {
            scene in
            let call = try await scene.ring()
            let id = try #require(scene.phone.screens?.call?.id)
            scene.phone.ask(.decline(id, .everywhere))
            try await call.ends(.declined)
            for device in [PublicCall.Device.phone, .desk] { try await call.isLeft(by: device) }
            let status = try await call.now()
            #expect(status["state"] == "ringing" && call.reason(.colleague, status) == nil)
            #expect(call.reason(.phone, status) == .declined && call.reason(.desk, status) == .declinedElsewhere)
            try call.answers(.colleague)
            try await call.isJoined(with: .colleague)
            #expect(call.winner(try await call.isHungUp()) == .colleague)
        }
    }

    // MARK: - In the call

    @Test func `muted: the caller hears nothing and is heard, until bob speaks again`() async throws {
        try await PublicScene.play(.returning) { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.mute()
            try await scene.isSilent(at: call.caller)
            try await scene.bobHearsCaller()
            // A mute is the phone's own: it outlives the socket.
            try await scene.loseSocket()
            try await scene.bobHearsCaller()
            try await scene.isSilent(at: call.caller)
            #expect(scene.phone.device.screen.first?.isMuted == true)
            await scene.phone.device.mute(false)
            try await scene.soundsBothWays(call.caller)
        }
    }

    @Test func `held by bob: neither hears the other, also over a cut, until he resumes`() async throws {
        try await PublicScene.play(.returning) { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.hold()
            try await scene.isSilent(at: call.caller)
            let isHeld = try await scene.phone.passes { scene.phone.sound?.isOpen != true && scene.isHeldAtEdge }
            #expect(isHeld)
            try await scene.loseSocket()
            #expect(scene.isHeldAtEdge && scene.phone.device.screen.first?.isHeld == true)
            try await scene.isSilent(at: call.caller)
            await scene.phone.device.resume()
            try await scene.soundsBothWays(call.caller)
            let isResumed = try await scene.phone.passes { !scene.isHeldAtEdge }
            #expect(isResumed)
        }
    }

    @Test func `held by the caller: neither hears the other, and the call stands on the phone`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            call.act("hold", on: call.caller)
            try await scene.isSilent(at: call.caller)
            let isSilent = try await scene.phone.passes {
                scene.bobHears.level(of: Double(PublicScene.callersTone)) ?? 0 < PublicScene.silentMax
            }
            #expect(isSilent)
            #expect(scene.phone.device.screen.map(\.stage) == [.connected])
            #expect(scene.phone.device.screen.first?.isHeld == false)
            call.act("unhold", on: call.caller)
            try await scene.soundsBothWays(call.caller)
        }
    }

    @Test func `digits that bob types are heard by the caller, in their order`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.type(digits: "159#")
            await scene.phone.device.type(digits: "*0")
            let areHeard = try await scene.phone.passes { scene.telnyx.digits(on: call.caller) == "159#*0" }
            #expect(areHeard, "\(scene.telnyx.digits(on: call.caller))")
        }
    }

    @Test func `the socket is cut in the call: the phone re-attaches, and both hear each other again`() async throws {
        try await PublicScene.play(.returning) { scene in
            let call = try await scene.ring()
            try await call.talk()
            for _ in 0..<2 {
                try await scene.loseSocket()
                try await scene.soundsBothWays(call.caller)
            }
            #expect(scene.phoneDialCount == 1)
            #expect(try await call.active()["winner"] != nil)
        }
    }

    @Test func `the socket is cut in a call out: the phone re-attaches, and both hear each other again`() async throws {
        try await PublicScene.play(.callingOut) { scene in
            let leg = try await scene.reachesCallee()
            for _ in 0..<2 {
                try await scene.loseSocket()
                try await scene.soundsBothWays(leg)
            }
            let call = PublicCall(scene: scene, caller: leg, session: try await scene.newestSession())
            #expect(try await call.active()["direction"] == "outbound")
            #expect(scene.legs.count == 2, "the phone's own, and that of whom it called")
            await scene.phone.device.endCall()
            #expect(try await call.ended()["outcome"] == "completedByCaller")
            try await scene.expectNoLeg()
        }
    }

    @Test func `the phone leaves the Wi-Fi in the call and comes back: both hear each other after each change`()
        async throws
    {
        try await PublicScene.play(.returning) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await scene.walks { try await scene.soundsBothWays(call.caller) }
            #expect(scene.phoneDialCount == 1)
            #expect(call.winner(try await call.active()) == .phone)
        }
    }

    @Test func `the phone leaves the Wi-Fi in a call out and comes back: both hear each other after each change`()
        async throws
    {
        try await PublicScene.play(.callingOut) { scene in
            let leg = try await scene.reachesCallee()
            try await scene.walks { try await scene.soundsBothWays(leg) }
            #expect(scene.legs.count == 2, "the phone's own, and that of whom it called")
        }
    }

    @Test func `hung up while the socket is away in a call out: the phone says so when it is there again`() async throws
    {
        try await PublicScene.play(.callingOut) { scene in
            let leg = try await scene.reachesCallee()
            let call = PublicCall(scene: scene, caller: leg, session: try await scene.newestSession())
            scene.telnyx.cut()
            await scene.phone.device.endCall()
            try await scene.expectNoLeg()
            #expect(try await call.ended()["outcome"] == "completedByCaller")
        }
    }

    // MARK: - Hanging up

    @Test func `hung up on the phone: the caller's leg ends, and the phone is quiet`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.endCall()
            try await scene.expectNoLeg()
            try await call.ends(.completed)
            let ended = try await call.ended()
            #expect(ended["outcome"] == "completedByCallee" && call.reason(.phone, ended) == .answered)
            let isQuiet = try await scene.phone.passes { scene.phone.sound?.isOpen != true }
            #expect(isQuiet && scene.phone.device.recents.map(\.kind) == [.incoming])
        }
    }

    @Test func `hung up by the caller: the phone is quiet, and nothing was missed`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            let ended = try await call.isHungUp()
            #expect(ended["outcome"] == "completedByCaller" && ended["missed_by"] == [])
            try await call.ends(.completed)
            let isQuiet = try await scene.phone.passes { scene.phone.sound?.isOpen != true }
            #expect(isQuiet && scene.phone.device.recents.map(\.kind) == [.incoming])
        }
    }

    @Test func `hung up while the socket is away: the phone says so when it is there again`() async throws {
        try await PublicScene.play(.returning) { scene in
            let call = try await scene.ring()
            try await call.talk()
            scene.telnyx.cut()
            await scene.phone.device.endCall()
            try await scene.expectNoLeg()
            try await call.ends(.completed)
            #expect(call.reason(.phone, try await call.ended()) == .answered)
        }
    }
}

extension PublicScene.Setting {
    /// The phone loses its socket in a call, and is back in time, however busy the machine is.
    static let returning = {
        var setting = PublicScene.Setting()
        setting.reattachTime = .seconds(60)
        return setting
    }()
}

extension PublicScene {
    /// The far side of a leg hears nothing of bob.
    func isSilent(at leg: String) async throws {
        telnyx.listen(on: leg)
        let length = telnyx.recordedAudio(on: leg).samples.count
        let isSilent = try await phone.passes { [telnyx] in
            let heard = telnyx.recordedAudio(on: leg)
            return heard.samples.count >= length + NarrowbandAudio.sampleRate / 5
                && heard.amplitude(of: Self.bobsTone) < Self.silentMax
        }
        #expect(isSilent)
    }

    /// What comes from now on.
    func bobHearsCaller() async throws {
        let frames = bobHears.reading.frameCount
        let isHeard = try await phone.passes { [bobHears] in
            bobHears.reading.frameCount > frames + AudioFrame.framesPerSecond / 5
                && bobHears.level(of: Double(Self.callersTone)) ?? 0 > Self.heardMin
        }
        #expect(isHeard)
    }

    /// Whether the carrier's edge takes the call that stands for held by the phone.
    var isHeldAtEdge: Bool {
        telnyx.control("GET", "edge")["calls"]?.array?.contains {
            $0.object?["phase"]?.string == "up" && $0.object?["is_held"]?.bool == true
        } == true
    }

    /// The phone goes to the cellular network and into another Wi-Fi; after each change its call is on another socket.
    func walks(_ afterEach: () async throws -> Void) async throws {
        for path in [DevicePath.cellular(), .wifi(network: 2)] {
            try await changesSocket { await phone.device.network(path) }
            try await afterEach()
        }
    }

    /// Every socket at the carrier's edge is cut; returns once the call that stands is on another one.
    func loseSocket() async throws { try await changesSocket { telnyx.cut() } }

    private func changesSocket(_ change: () async -> Void) async throws {
        let former = edgeSockets
        await change()
        let isBack = try await phone.passes { [self] in
            !edgeSockets.isEmpty && edgeSockets.isDisjoint(with: former)
                && telnyx.control("GET", "edge")["calls"]?.array?.contains {
                    $0.object?["phase"]?.string == "up"
                } == true
        }
        #expect(isBack)
    }

    private var edgeSockets: Set<Int64> {
        Set((telnyx.control("GET", "edge")["sockets"]?.array ?? []).compactMap { $0.object?["number"]?.integer })
    }
}
