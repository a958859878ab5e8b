import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 27–32: declining, busy, and no answer.
extension CarrierScenarioTests {
    @Test(arguments: CarrierKind.allCases)
    func `scenario 27: a device that declines ends its own leg only, whichever way it says so`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            _ = try await call.ask("decline", 0)
            try await call.isGone(0, 21)
            let status = try await call.now()
            #expect(status["state"] == "ringing" && call.deviceReasons(status) == [.declined, nil])
            try await call.decline(1, isBusy: false)
            try await call.callerIsGone()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "declined" && call.deviceReasons(ended) == [.declined, .declined])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 28: declining everywhere ends that user's devices, and the caller hears it`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            _ = try await call.ask("decline-everywhere", 1)
            for phone in 0...1 { try await call.isGone(phone, 21) }
            try await call.callerIsGone()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "declined" && ended["missed_by"] == [])
            #expect(call.deviceReasons(ended) == [.declinedElsewhere, .declined])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 29: an answer before a decline wins, and a decline before an answer`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.talk(0)
            _ = try await call.ask("decline-everywhere", 1)
            #expect(try await call.now()["state"] == "active")
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
        }
        try await carrier.ringing { call in
            let answer = try await call.answersUnheard(0)
            _ = try await call.ask("decline-everywhere", 1)
            try await answer()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "declined" && ended["winner"] == nil)
            #expect(call.deviceReasons(ended) == [.declinedElsewhere, .declined])
        }
    }

    @Test(arguments: CarrierKind.allCases, [true, false])
    func `scenario 30: one busy or refusing leg is not everybody's`(carrier: CarrierKind, isBusy: Bool) async throws {
        try await carrier.ringing { call in
            try await call.decline(0, isBusy: isBusy)
            let status = try await call.status { call.deviceReasons($0)[0] != nil }
            #expect(status["state"] == "ringing" && call.deviceReasons(status)[1] == nil)
            try await call.talk(1)
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [isBusy ? .busy : .declined, .answered])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 31: devices that are not there are awaited until the deadline`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            for phone in 0...1 { try await call.lose(phone) }
            try await call.scene.isQuiet()
            call.scene.clock.advance(by: .seconds(29))
            let status = try await call.now()
            #expect(status["state"] == "ringing" && call.deviceReasons(status) == [nil, nil])
            call.scene.clock.advance(by: .seconds(2))
            let ended = try await call.ended()
            #expect(ended["outcome"] == "noAnswer" && ended["missed_by"] == ["alice"])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 32: with no device the caller hears so at once, and there is no dial`(carrier: CarrierKind)
        async throws
    {
        var setting = CarrierKind.Setting()
        setting.change = { $0.users[0].devices = [] }
        try await carrier.play(setting) { scene in
            let call = try await carrier.place(scene)
            try await call.isOver()
            let history = try await scene.history(of: TestHTTP.bearer(TestExchange.token))
            #expect(history.map { $0["outcome"]?.string } == ["unreachable"])
            #expect(scene.asked("/v2/calls").allSatisfy { $0.path.contains("actions/reject") })
            #expect(scene.apns.receivedCount == 0)
        }
    }
}
