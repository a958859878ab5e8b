import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Synchronization
import Testing

@MainActor
@Suite struct ShellTests {
    let ports = RecordingPorts()
    let clock = StillClock()

    private func shell(_ limits: PhoneLimits = PhoneLimits()) -> PhoneShell {
        let shell = PhoneShell(Phone(limits: limits), ports: ports.ports, clock: clock)
        shell.send(.launched(Launch(.found(PhoneRecord()))))
        return shell
    }

    private func push(_ number: UInt64, mustReport: Bool = true) -> VoIPPush {
        let call = PushedCall(session: CallSessionID(.random(high: 1, low: number)))
        return VoIPPush(.call(call), mustReport: mustReport, spare: CallUUID(.random(high: 2, low: number)))
    }

    @Test func `a push is reported before deliver returns, and its completion waits for the report's`() {
        let shell = shell()
        let completed = Mutex(0)
        let before = ports.orders.count
        shell.deliver(push(1)) { completed.withLock { $0 += 1 } }
        #expect(ports.orders[before...].first == "report announce")
        #expect(completed.withLock { $0 } == 0)
        #expect(ports.completions.count == 1)
        for completion in ports.completions { completion() }
        #expect(completed.withLock { $0 } == 1)
    }

    @Test func `a push that owes no report is completed at once`() {
        let shell = shell()
        let completed = Mutex(0)
        shell.deliver(VoIPPush(.unreadable, mustReport: false, spare: CallUUID(.random(high: 2, low: 1)))) {
            completed.withLock { $0 += 1 }
        }
        #expect(!ports.orders.contains { $0.hasPrefix("report") })
        #expect(completed.withLock { $0 } == 1)
    }

    @Test func `a push that comes in the middle of another's effects is reported at once`() {
        let shell = shell()
        var isFirst = true
        var ordersWhenReturned = 0
        ports.react = { [ports] order in
            guard order == "report announce", isFirst else { return }
            isFirst = false
            shell.deliver(push(2)) {}
            ordersWhenReturned = ports.orders.filter { $0 == "report announce" }.count
        }
        shell.deliver(push(1)) {}
        #expect(ordersWhenReturned == 2)
    }

    @Test func `an event that an effect causes waits for the end of the turn`() {
        let shell = shell()
        let id = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
        var ordersAtOnce: [String] = []
        ports.react = { [ports] order in
            guard order == "report announce" else { return }
            let before = ports.orders.count
            shell.send(.system(.reported(id, .announce, .filteredByBlockList)))
            ordersAtOnce = Array(ports.orders[before...])
        }
        shell.deliver(push(1)) {}
        #expect(ordersAtOnce.isEmpty)
        #expect(ports.lines.contains(.reportRefused(id, .filteredByBlockList)))
    }

    @Test func `a request of the person is settled once, before it returns`() {
        let shell = shell()
        var outcomes: [UserOutcome] = []
        shell.request(.end(CallUUID(.random(high: 9, low: 9)))) { outcomes.append($0) }
        #expect(outcomes == [.refused(.unknownCall)])
    }

    @Test func `a deadline that passes comes back as an event`() async {
        var limits = PhoneLimits()
        limits.ringDuration = .seconds(5)
        let shell = shell(limits)
        shell.deliver(push(1)) {}
        shell.send(.system(.reported(CallUUID(session: CallSessionID(.random(high: 1, low: 1))), .announce, nil)))
        await clock.waiting { $0.contains(.seconds(5)) }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        ports.react = { if $0.hasPrefix("report ended") { end.yield() } }
        clock.move(to: .seconds(6))
        for await _ in ends { break }
        #expect(ports.orders.contains("report ended unanswered"))
        withExtendedLifetime(shell) {}
    }
}
