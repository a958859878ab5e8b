import CarillonRTC
import Testing

struct DialMachineTests {
    @Test func `an attempt that waits gets another beside it, three in all`() {
        var dial = DialMachine()
        #expect(dial.effects(of: .began) == [.attempt(0), .wait(DialMachine.delay)])
        #expect(dial.effects(of: .delayPassed) == [.attempt(1), .wait(DialMachine.delay)])
        #expect(dial.effects(of: .delayPassed) == [.attempt(2)])
        #expect(dial.effects(of: .delayPassed) == [])
    }

    @Test func `the first that connects is used, and the others are closed`() {
        var dial = DialMachine.waiting
        #expect(dial.effects(of: .connected(1)) == [.use(1), .close(0)])
        #expect(dial.effects(of: .failed(0)) == [], "its closing is no failure of the dial")
        #expect(dial.effects(of: .delayPassed) == [])
    }

    @Test func `an attempt that connects after another is closed`() {
        var dial = DialMachine.waiting
        _ = dial.effects(of: .connected(1))
        #expect(dial.effects(of: .connected(0)) == [.close(0)])
    }

    @Test func `a refused attempt ends the dial at once, unless another waits`() {
        var refused = DialMachine()
        _ = refused.effects(of: .began)
        #expect(refused.effects(of: .failed(0)) == [.fail])
        #expect(refused.effects(of: .delayPassed) == [])
        var dial = DialMachine.waiting
        #expect(dial.effects(of: .failed(0)) == [])
        #expect(dial.effects(of: .failed(1)) == [.fail])
    }
}

extension DialMachine {
    /// Two attempts wait.
    fileprivate static var waiting: DialMachine {
        var dial = DialMachine()
        _ = dial.effects(of: .began)
        _ = dial.effects(of: .delayPassed)
        return dial
    }

    fileprivate mutating func effects(of event: DialEvent) -> [DialEffect] {
        var effects: [DialEffect] = []
        handle(event, into: &effects)
        return effects
    }
}
