import CallModel
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction
import Testing
import WireJSON

/// The page lists the ways sound can take and chooses one, through the shipped session on the modelled phone.
@MainActor
@Suite struct BridgeRouteTests {
    private static let session = CallSessionID(.random(high: 1, low: 1))

    private let outside = RecordingPorts()

    private func app() async -> AppUnderTest<BridgeUnderTest> {
        let (log, taps) = (outside, SilentHaptics())
        let app = await AppUnderTest { context in
            BridgeUnderTest(audio: AudioSystem(log: log, haptics: taps, center: context.notificationCenter))
        }
        await app.device.attach(AudioDevice(.bluetoothHandsFree, "aa-bb", "Anna's"))
        await app.device.attach(AudioDevice(.car, "golf", "Golf"))
        return app
    }

    /// The phone rings, the person answers, and the session is the call's.
    private func answer(_ app: AppUnderTest<BridgeUnderTest>) async {
        await app.order { it in
            it.ring()
            it.shell.send(
                .system(
                    .perform(
                        SystemActionID(.random(high: 3, low: 1)), .answer(CallUUID(session: Self.session)),
                        timeLeft: nil)))
            it.shell.send(.system(.audioActivated))
        }
    }

    private func call(
        _ app: AppUnderTest<BridgeUnderTest>, _ method: BridgeMethod, _ options: JSONObject = [:]
    ) async -> Result<JSONObject, BridgeError>? {
        await app.task { await $0.call(method.rawValue, options) }
    }

    private func routes(_ app: AppUnderTest<BridgeUnderTest>) async throws -> [JSONObject] {
        let answer = try await call(app, .getAudioRoutes)?.get()
        return try #require(answer?["routes"]?.array).compactMap(\.object)
    }

    private func reported(_ app: AppUnderTest<BridgeUnderTest>, _ name: BridgeEvent.Name) -> JSONObject? {
        (app.device.app as? BridgeUnderTest)?.host.reported.last { $0.name == name.rawValue }?.data
    }

    @Test func `S7: the page lists every way of sound by its name, and the one that is taken`() async throws {
        let app = await app()
        await answer(app)
        let routes = try await routes(app)
        #expect(routes.map { $0["type"]?.string } == ["earpiece", "speaker", "bluetooth", "carplay"])
        #expect(routes.map { $0["name"]?.string } == [nil, nil, "Anna's", "Golf"])
        #expect(routes.filter { $0["current"] == true }.map { $0["name"]?.string } == ["Golf"])
        #expect(reported(app, .audioRoutesChanged)?["routes"] == .array(routes.map(JSONValue.object)))
    }

    @Test func `S7: the page can choose each listed output, and gets the chosen one`() async throws {
        let app = await app()
        await answer(app)
        let listed = try await routes(app)
        #expect(listed.count == 4)
        for route in listed {
            let id = try #require(route["id"])
            #expect(try await call(app, .setAudioRoute, ["route": id])?.get() == [:])
            let now = try await routes(app)
            #expect(now.filter { $0["current"] == true }.map { $0["id"] } == [id])
            #expect(reported(app, .audioRouteChanged)?["route"] == route["type"])
            #expect(reported(app, .audioRoutesChanged)?["routes"] == .array(now.map(JSONValue.object)))
        }
        #expect(outside.faults.isEmpty)
    }

    @Test func `S7: a way that is not there is refused, and so is any without a call`() async {
        let app = await app()
        #expect(await call(app, .setAudioRoute, ["route": "speaker"]) == .failure(BridgeError(.refused, "notNow")))
        await answer(app)
        let refusal = BridgeError(.refused, "unknownRoute")
        #expect(await call(app, .setAudioRoute, ["route": "gone"]) == .failure(refusal))
        #expect(await call(app, .setAudioRoute) == .failure(BridgeError(.missing, "route")))
    }
}
