import Standins
import Testing

struct SimulatedPhoneTests {
    private func scene(_ phone: SimulatedPhone) throws -> APNsStandinScene {
        var scene = try APNsStandinScene()
        scene.machine.register(APNsDevice(token: APNsStandinScene.device), phone: phone)
        return scene
    }

    /// What happened so far: kind and number of the push.
    private func reported(_ scene: APNsStandinScene) -> [String] {
        scene.machine.phoneEvents.all.map { "\($0.kind.rawValue) \($0.push)" }
    }

    @Test func `a push arrives at once, late, twice, overtaken or never`() throws {
        for (arrival, expected) in [
            (SimulatedPhone.Arrival.prompt, ["delivered 1", "delivered 2"]),
            (.late(.seconds(5)), ["delivered 1", "delivered 2"]),
            (.twice(gap: .seconds(1)), ["delivered 1", "delivered 2", "delivered 1", "delivered 2"]),
            (.swapped, ["delivered 2", "delivered 1"]), (.never, []),
        ] {
            var scene = try scene(SimulatedPhone(arrival: arrival))
            let push = scene.push(try scene.token())
            _ = scene.send(push)
            _ = scene.send(push)
            scene.machine.pass(to: scene.now + .seconds(10))
            #expect(reported(scene) == expected)
        }
    }

    @Test func `a push that comes late is not there before its time`() throws {
        var scene = try scene(SimulatedPhone(arrival: .late(.seconds(5))))
        _ = scene.send(scene.push(try scene.token()))
        scene.machine.pass(to: scene.now + .milliseconds(4_999))
        #expect(reported(scene).isEmpty)
        #expect(scene.machine.nextMoment == scene.now + .seconds(5))
        scene.machine.pass(to: scene.now + .seconds(5))
        #expect(reported(scene) == ["delivered 1"])
    }

    @Test func `a phone that is off gets the newest push that may be kept`() throws {
        var scene = try scene(SimulatedPhone(isOnline: false))
        let token = try scene.token()
        let later = "\((scene.now + .seconds(30)).components.seconds)"
        _ = scene.send(scene.push(token))
        _ = scene.send(scene.push(token, with: ["apns-expiration": later]))
        _ = scene.send(scene.push(token, with: ["apns-expiration": later]))
        scene.machine.phone(APNsStandinScene.device, .goesOnline, at: scene.now + .seconds(20))
        #expect(reported(scene) == ["dropped 1", "dropped 2", "delivered 3"])
    }

    @Test func `a network that ignores an expiration of zero delivers to an offline device later`() throws {
        var scene = try scene(SimulatedPhone(isOnline: false, honorsExpirationZero: false))
        _ = scene.send(scene.push(try scene.token()))
        scene.machine.phone(APNsStandinScene.device, .goesOnline, at: scene.now + .seconds(25))
        #expect(reported(scene) == ["delivered 1"])
    }

    @Test func `an app that reports no call is ended, one that does is not`() throws {
        var scene = try scene(SimulatedPhone(reportLimit: SimulatedPhone.reportLimitUsual))
        let push = scene.push(try scene.token())
        _ = scene.send(push)
        scene.machine.phone(APNsStandinScene.device, .reportsCall, at: scene.now + .seconds(1))
        scene.wait(.seconds(2))
        _ = scene.send(push)
        scene.machine.pass(to: scene.now + .seconds(8))
        #expect(reported(scene) == ["delivered 1", "delivered 2", "killed 2"])
    }
}
