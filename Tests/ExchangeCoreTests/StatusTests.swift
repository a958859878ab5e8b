import CallModel
import ExchangeCore
import Redaction
import Testing

@Suite struct StatusTests {
    @Test func `the story of a call can be asked for after its end`() throws {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        world.now = .seconds(1)
        world.dial("ben")
        world.now = .seconds(4)
        world.answer(3, leg: 2)
        world.now = .seconds(9)
        world.request(1, .hangUp(CallID("call"), .normalClearing))

        let status = try #require(world.status())
        #expect(status.stage == .ended)
        #expect(status.winner == ExchangeWorld.leg(2))
        #expect(status.legs.map(\.stage) == [.over, .over, .over])
        #expect(status.legs.map(\.ending?.reason) == [.completed, .answeredElsewhere, .completed])
        #expect(status.legs.map(\.device) == ["session 1", "session 2", "session 3"].map { DeviceID($0) })
        #expect([status.createdAt, status.rangAt] == [.seconds(1), .seconds(1)])
        #expect([status.answeredAt, status.endedAt] == [.seconds(4), .seconds(9)])
        #expect(status.version == UInt64(world.journal.count))
    }

    @Test func `the journal tells the whole story in order`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        world.dial("ben")
        world.answer(2)
        world.request(2, .hangUp(ExchangeWorld.call(1), .normalClearing))
        let (anna, first, second) = (ExchangeWorld.leg(0), ExchangeWorld.leg(1), ExchangeWorld.leg(2))
        let (ben, completed) = (UserID("ben"), Ending(.completed, cause: .normalClearing))
        let device = DeviceID("session 1")
        #expect(
            world.journal.map(\.change) == [
                .created(leg: anna, caller: UserID("anna"), device: device, callee: ben, dialed: "1002"),
                .legPlanned(first, user: ben, device: DeviceID("session 2")),
                .legPlanned(second, user: ben, device: DeviceID("session 3")),
                .legRang(first), .legRang(second), .claimed(first, epoch: 1),
                .legOver(second, Ending(.answeredElsewhere)), .legOver(anna, completed), .legOver(first, completed),
                .ended(completed),
            ])
        #expect(world.journal.map(\.version) == Array(1...10))
    }

    @Test func `nothing the exchange says of a call reveals a number or a description`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben")
        let text = "\(world.effects) \(world.journal) \(world.status() as Any)"
        for secret in ["1001", "1002", "Anna", "ice-pwd"] { #expect(!text.contains(secret)) }
    }
}
