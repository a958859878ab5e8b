import CallModel
import ExchangeServer
import ExchangeStorage
import Foundation
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// What an exchange leaves when it dies, the next one takes up.
@Suite(.timeLimit(.minutes(5))) struct TakingUpTests {
    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await body(folder.path)
    }

    private static let session = CallSessionID(UUIDValue.random(high: 1, low: 2))

    private static func call() -> InboundCall {
        InboundCall(
            session: session, organization: OrganizationID("acme"), parent: CarrierLegID("v3:gone"),
            devices: [DeviceCandidate(DeviceID("alice1"), of: UserID("alice"), hasChannel: false)])
    }

    private static var now: Duration { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    /// The process died after the transaction and before the first command. Its caller is gone at Telnyx by now.
    @Test func `a command that was decided and not sent is sent after the start`() async throws {
        try await Self.inFolder { path in
            let store = try ExchangeServer.database(at: path)
            _ = try store.apply([RingInput(.open(Self.call()))], at: Self.now)
            try store.close()
            try await RingScene.play(database: path) { scene in
                #expect(try await scene.pushes(1).first?.session == Self.session.description)
                _ = try await scene.until { scene.asked("/v2/calls").first { $0.method == "POST" } }
                let ended = try await scene.status(of: Self.session.description) { $0["state"]?.string == "ended" }
                #expect(ended["outcome"]?.string == "cancelled", "the look at the caller's leg found it gone")
            }
        }
    }

    /// Both dials reached Telnyx, which knows them by their names for a minute; the answers, and the news of the legs, are
    /// lost when the process dies.
    @Test(arguments: [1, 61])
    func
        `scenario 75: a command that was sent is said again under its name within a minute, and later it is looked first`(
            seconds: Int
        ) async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await RingScene.play(database: folder.path, clock: JumpClock(isStanding: true)) {
            $0.telnyx?.numbers[0].policy.ringTime = RingLimits.ringTimeMax
        } _: { scene in
            scene.telnyx.plan(HTTPFault(.loseResponse, count: nil, path: "/v2/calls"))
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 3] }
            _ = try await CarrierKind.telnyx.place(scene)
            _ = scene.telnyx.control("POST", "news/release")
            let legs = try await scene.rungLegs(2)
            let session = try await scene.pushes(1)[0].session
            try await scene.succeeded(in: folder) {
                scene.clock.advance(by: .seconds(seconds))
                _ = scene.telnyx.control("DELETE", "faults")
            } by: { next in
                let isSoon = seconds < 60
                if isSoon {
                    _ = try await next.until { next.dialCount == 2 ? true : nil }
                } else {
                    _ = try await next.until { next.asked("/v2/calls/").first { $0.method == "GET" } }
                    _ = next.telnyx.control("POST", "news/release")
                    try await next.isQuiet()
                }
                next.act("answer", on: legs[0].id)
                _ = try await next.status(of: session) { $0["state"]?.string == "active" }
                #expect(next.legs.count == 3, "no phone is rung twice")
                #expect(next.dialCount == (isSoon ? 2 : 0))
            }
        }
    }

    /// The process died with a send under way: its lease does not hold up the next process.
    @Test func `a command that was being sent is sent again at once, under the same name`() async throws {
        try await Self.inFolder { path in
            let store = try ExchangeServer.database(at: path)
            _ = try store.apply([RingInput(.open(Self.call()))], at: Self.now)
            let items = try store.lease(100, from: Self.now, until: Self.now + .seconds(3_600))
            #expect(items.count == 2, "a dial and a push")
            try store.close()
            try await RingScene.play(database: path) { scene in
                _ = try await scene.pushes(1)
                _ = try await scene.until { scene.asked("/v2/calls").first { $0.method == "POST" } }
            }
        }
    }
}
