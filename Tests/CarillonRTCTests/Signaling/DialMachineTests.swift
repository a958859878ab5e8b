import CarillonRTC
import Testing

struct DialMachineTests {
    @Test func `an attempt that waits gets another beside it, and is given up for the third after it`() {
        var dial = DialMachine()
        let wait = DialEffect.wait(DialMachine.delay)
        #expect(dial.effects(of: .began) == [.attempt(0), wait])
        #expect(dial.effects(of: .delayPassed) == [.attempt(1), wait])
        #expect(dial.effects(of: .delayPassed) == [.attemptElsewhere(2), wait])
        #expect(dial.effects(of: .delayPassed) == [.attempt(3), wait, .close(0)])
        #expect(dial.effects(of: .failed(0)) == [], "its closing is no failure of the dial")
        #expect(dial.effects(of: .connected(0)) == [.close(0)], "it connected while it was being closed")
        #expect(dial.effects(of: .connected(3)) == [.use(3), .close(1), .close(2)])
    }

    @Test func `every second attempt from the third on goes over another interface`() {
        var dial = DialMachine()
        var effects = dial.effects(of: .began)
        for _ in 1..<DialMachine.attemptsMax { effects += dial.effects(of: .delayPassed) }
        let elsewhere = effects.compactMap { if case .attemptElsewhere(let number) = $0 { number } else { nil } }
        #expect(elsewhere == [2, 4, 6])
    }

    @Test func `the last three attempts have all the time of the dial, because the network may be slow`() {
        var dial = DialMachine()
        var effects = dial.effects(of: .began)
        while effects.contains(.wait(DialMachine.delay)) { effects = dial.effects(of: .delayPassed) }
        #expect(effects == [.attempt(7), .close(4)])
        #expect(dial.effects(of: .delayPassed) == [])
        #expect(dial.effects(of: .connected(5)) == [.use(5), .close(6), .close(7)])
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
