import CallModel
import ExchangeCore
import Scopes
import Testing

struct ExchangeCheckerTests {
    @Test func `equal timers come in one order, however they were started`() {
        let timers = (1...9).map { TimerID(.resume(SignalingSessionID("\($0)")), deadline: .seconds(60)) }
        let orders = [timers, timers.reversed(), Array(timers[4...] + timers[..<4])].map { order in
            var checker = ExchangeChecker()
            for timer in order {
                checker.watch(.timerFired(TimerID(timer.owner, deadline: .zero)), [.startTimer(timer)])
            }
            return checker.runningTimers
        }
        #expect(orders.allSatisfy { $0 == timers })
    }
}
