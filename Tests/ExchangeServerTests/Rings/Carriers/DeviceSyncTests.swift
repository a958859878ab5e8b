import CallModel
import ExchangeServer
import RingCore
import RingTime
import Testing
import WireJSON

/// What one device does is known on the others at once. The time stands in these tests: a device that is told without a
/// jump is told well within the 500 ms that are asked, whatever the machine is busy with.
@Suite(.timeLimit(.minutes(5))) struct DeviceSyncTests {
    private func play(
        _ carrier: CarrierKind, _ body: (any CarrierCall, BroadcastScene) async throws -> Void
    ) async throws {
        var setting = CarrierKind.Setting()
        setting.change = { $0.broadcastApps = [BroadcastScene.app] }
        try await carrier.play(setting) { scene in
            try await body(try await carrier.ring(scene), BroadcastScene(server: scene.server))
        }
    }

    /// What those who watch alice's calls know of one: her other devices, and the organization's dashboard.
    private static let channels = ["private-user.alice", "private-organization.acme"]

    @Test(arguments: CarrierKind.allCases)
    func `T5: answered on one device, the other is silent and everybody who watches knows, in no time`(
        carrier: CarrierKind
    ) async throws {
        try await play(carrier) { call, feed in
            var watchers: [FeedListener] = []
            for channel in Self.channels { watchers.append(try await FeedListener(feed, to: channel)) }
            let start = call.scene.clock.now
            try await call.answer(0)
            try await call.isGone(1, 805)
            for index in watchers.indices {
                let loser = try await watchers[index].changes { $0["device_id"] == "alice2" }.last
                #expect(loser?.change["reason"]?.string == EndReason.answeredElsewhere.rawValue)
            }
            #expect(call.scene.clock.now == start)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `T6: a hold on one device is known on the others and on the dashboard, in no time, as is its end`(
        carrier: CarrierKind
    ) async throws {
        try await play(carrier) { call, feed in
            try await call.talk(0)
            var watchers: [FeedListener] = []
            for channel in Self.channels { watchers.append(try await FeedListener(feed, to: channel)) }
            let start = call.scene.clock.now
            for state in ["held", "active"] {
                state == "held" ? call.hold(0) : call.resume(0)
                for index in watchers.indices {
                    let told = try await watchers[index].changes {
                        $0["device_id"] == "alice1" && $0["state"]?.string == state
                    }
                    #expect(told.last?.change["call_session_id"]?.string == call.session)
                }
            }
            #expect(call.scene.clock.now == start)
        }
    }
}
