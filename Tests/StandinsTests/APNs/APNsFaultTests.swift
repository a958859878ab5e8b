import Standins
import Testing

struct APNsFaultTests {
    @Test func `a refusal on demand keeps the push out, a lost response does not`() throws {
        var scene = try APNsStandinScene()
        let push = scene.push(try scene.token())
        scene.machine.plan(APNsFault(.refuse(.serviceUnavailable)))
        scene.machine.plan(APNsFault(.loseResponse))
        #expect(scene.send(push) == "503 ServiceUnavailable")
        #expect(scene.machine.pushes.total == 0)
        let lost = scene.machine.handle(push, on: 1, at: scene.now)
        #expect(lost.delivery == .never)
        #expect(scene.machine.pushes.total == 1)
        #expect(scene.machine.handle(push, on: 1, at: scene.now).delivery == .atOnce)
    }

    @Test func `a fault waits for its turn and its device, and lasts as long as requested`() throws {
        var scene = try APNsStandinScene { $0.acceptsUnknownDevices = true }
        let token = try scene.token()
        let other = String(repeating: "dd", count: 32)
        scene.machine.plan(APNsFault(.refuse(.internalServerError), after: 1, count: 2, device: other))
        #expect(scene.send(scene.push(token)) == "200")
        #expect(scene.send(scene.push(token, device: other)) == "200")
        #expect(scene.send(scene.push(token, device: other)) == "500 InternalServerError")
        #expect(scene.send(scene.push(token)) == "200")
        #expect(scene.send(scene.push(token, device: other)) == "500 InternalServerError")
        #expect(scene.send(scene.push(token, device: other)) == "200")
    }

    @Test func `lowered streams stay lowered`() throws {
        var scene = try APNsStandinScene()
        let push = scene.push(try scene.token())
        #expect(scene.machine.handle(push, on: 1, at: scene.now).streams == 1_000)
        scene.machine.plan(APNsFault(.lowerStreams(3)))
        #expect(scene.machine.handle(push, on: 1, at: scene.now).streams == 3)
        #expect(scene.machine.handle(push, on: 1, at: scene.now).streams == nil)
        #expect(scene.machine.streamsAllowed(on: 1) == 3)
    }

    @Test func `a shutdown takes the request and says goodbye, a goaway does not take it`() throws {
        var scene = try APNsStandinScene()
        let push = scene.push(try scene.token())
        scene.machine.plan(APNsFault(.shutdown))
        scene.machine.plan(APNsFault(.goAway))
        scene.machine.plan(APNsFault(.cutConnection(isProcessed: true)))
        scene.machine.plan(APNsFault(.resetStream(isProcessed: false)))
        let deliveries = (1...4).map { _ in scene.machine.handle(push, on: 1, at: scene.now).delivery }
        #expect(deliveries == [.thenGoAway, .goAwayInstead, .cutConnection, .resetStream])
        #expect(scene.machine.pushes.total == 1)
    }
}
