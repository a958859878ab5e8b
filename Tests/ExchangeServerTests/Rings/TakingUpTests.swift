import CallModel
import ExchangeServer
import ExchangeStorage
import Foundation
import RingCore
import Standins
import Testing
import WireJSON

/// What an exchange leaves when it dies, the next one takes up.
@Suite(.timeLimit(.minutes(1))) struct TakingUpTests {
    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await body(folder.path)
    }

    private static let session = CallSessionID(UUIDValue.random(high: 1, low: 2))

    private static func call() -> InboundCall {
        InboundCall(
            session: session, organization: OrganizationID("acme"), parent: CarrierLegID("v3:gone"),
            devices: [PlannedDevice(DeviceID("alice1"), of: UserID("alice"), hasChannel: false)])
    }

    private static var now: Duration { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    /// The process died after the transaction and before the first command. Its caller is gone at Telnyx by now.
    @Test func `what was decided and not sent is sent after the start`() async throws {
        try await Self.inFolder { path in
            let store = try ExchangeDatabase(path: path)
            _ = try store.take([RingInput(.open(Self.call()))], at: Self.now)
            try store.close()
            try await RingScene.play(database: path) { scene in
                #expect(try await scene.pushes(1).first?.session == Self.session.description)
                _ = try await scene.until { scene.asked("/v2/calls").first { $0.method == "POST" } }
                let ended = try await scene.status(of: Self.session.description) { $0["state"]?.string == "ended" }
                #expect(ended["outcome"]?.string == "cancelled", "the look at the caller's leg found it gone")
            }
        }
    }

    /// The process died with a send under way: its lease does not hold up the next process.
    @Test func `what was being sent is sent again at once, under the same name`() async throws {
        try await Self.inFolder { path in
            let store = try ExchangeDatabase(path: path)
            _ = try store.take([RingInput(.open(Self.call()))], at: Self.now)
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
