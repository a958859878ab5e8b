import ExchangeCore
import Testing

/// When a calendar is trusted far enough to delete by it.
@Suite struct RetentionClockTests {
    /// A random walk that a seed repeats.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let day: Int64 = 86_400_000_000
    private static let start = 20_000 * day

    /// A clock that an earlier run left at the start, and that now says so many days more.
    private static func opened(ahead days: Int64) -> RetentionClock {
        var clock = RetentionClock(latest: start, wall: start + days * day)
        _ = clock.look(wall: start + days * day, monotonic: .zero)
        return clock
    }

    @Test func `a new exchange deletes by the calendar it has`() {
        var clock = RetentionClock(latest: nil, wall: Self.start)
        #expect(clock.permit == nil, "not before it has looked")
        #expect(clock.look(wall: Self.start, monotonic: .zero) == nil)
        #expect(clock.permit?.limit(age: .seconds(86_400)).microseconds == Self.start - Self.day)
    }

    @Test(arguments: [0, 1, 4] as [Int64])
    func `an exchange that rested for a few days deletes by the calendar`(days: Int64) {
        let clock = Self.opened(ahead: days)
        #expect(clock.permit?.now == Self.start + days * Self.day && clock.latest == Self.start + days * Self.day)
    }

    @Test func `H4: a clock 400 days ahead at the start holds every deletion, and says how far it is`() {
        var clock = RetentionClock(latest: Self.start, wall: Self.start + 400 * Self.day)
        let event = clock.look(wall: Self.start + 400 * Self.day, monotonic: .zero)
        #expect(event == .held(ahead: .seconds(400 * 86_400)))
        #expect(clock.permit == nil && clock.isHeld && clock.latest == Self.start, "it is not taken for seen")
    }

    @Test func `H4: a clock that jumps while the exchange runs holds every deletion`() {
        var clock = Self.opened(ahead: 0)
        let event = clock.look(wall: Self.start + 400 * Self.day, monotonic: .seconds(60))
        #expect(event == .held(ahead: .seconds(400 * 86_400)) && clock.permit == nil)
    }

    @Test func `H4: steps that are each believed hold every deletion once they add up`() {
        var clock = Self.opened(ahead: 0)
        #expect(clock.look(wall: Self.start + 3 * Self.day, monotonic: .seconds(60)) == nil)
        let event = clock.look(wall: Self.start + 6 * Self.day, monotonic: .seconds(120))
        #expect(event == .held(ahead: .seconds(3 * 86_400)) && clock.permit == nil)
        #expect(clock.look(wall: Self.start + 6 * Self.day + 60_000_000, monotonic: .seconds(180)) == nil)
        #expect(clock.permit == nil, "a minute later it is as far")
        #expect(clock.look(wall: Self.start + 3 * Self.day, monotonic: .seconds(240)) == .released(.cameBack))
    }

    @Test func `H4: steps that are taken back in between add up all the same`() {
        var clock = Self.opened(ahead: 0)
        var changes: [RetentionClock.Change] = []
        for (minute, days) in zip(1..., [3, 0, 6, 0, 9] as [Int64]) {
            let change = clock.look(wall: Self.start + days * Self.day, monotonic: .seconds(60 * minute))
            if let change { changes.append(change) }
        }
        #expect(changes.first == .held(ahead: .seconds(3 * 86_400)))
        #expect(clock.latest == Self.start + 3 * Self.day)
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `H4: however a calendar wanders, it is trusted no further than four days over the time that passed`(
        seed: UInt64
    ) {
        var random = Steps(state: seed)
        var clock = Self.opened(ahead: 0)
        var wall = Self.start
        var run = Duration.zero
        for _ in 0..<2_000 {
            run += .seconds(60)
            wall += 60_000_000
            switch Int.random(in: 0..<20, using: &random) {
            case 0: wall += Int64.random(in: 0...6 * Self.day, using: &random)
            case 1: wall -= Int64.random(in: 0...6 * Self.day, using: &random)
            case 2: wall = Self.start + Int64(run / .microseconds(1))
            default: break
            }
            _ = clock.look(wall: wall, monotonic: run)
            let passed = Int64(run / .microseconds(1))
            #expect((clock.latest ?? .max) <= Self.start + 4 * Self.day + passed)
        }
    }

    @Test func `a step is believed again after an exchange has run as long as the one before was`() {
        var clock = Self.opened(ahead: 0)
        _ = clock.look(wall: Self.start + 3 * Self.day, monotonic: .zero)
        let ran = Duration.seconds(3 * 86_400)
        #expect(clock.look(wall: Self.start + 6 * Self.day, monotonic: ran) == nil)
        #expect(clock.look(wall: Self.start + 9 * Self.day, monotonic: ran + .seconds(60)) == nil)
        #expect(clock.permit?.now == Self.start + 9 * Self.day)
    }

    @Test func `H4: an operator who confirms the clock undoes a later time that was believed wrongly`() {
        var clock = Self.opened(ahead: 0)
        _ = clock.look(wall: Self.start + 4 * Self.day, monotonic: .seconds(60))
        _ = clock.look(wall: Self.start, monotonic: .seconds(120))
        #expect(clock.permit?.latest == Self.start + 4 * Self.day)
        #expect(clock.confirm() == .setBack(by: .seconds(4 * 86_400)))
        #expect(clock.permit?.latest == Self.start && clock.confirm() == nil)
    }

    @Test func `H4: a clock that comes back is believed at once`() {
        var clock = Self.opened(ahead: 400)
        let event = clock.look(wall: Self.start + 60_000_000, monotonic: .seconds(60))
        #expect(event == .released(.cameBack) && clock.permit?.now == Self.start + 60_000_000)
    }

    @Test func `H4: a clock that has run steadily for three days is believed`() {
        var clock = Self.opened(ahead: 400)
        let time = RetentionClock.confirmationTime
        let end = Self.start + 400 * Self.day + Int64(time / .microseconds(1))
        #expect(clock.look(wall: end - 60_000_000, monotonic: time - .seconds(60)) == nil && clock.permit == nil)
        #expect(clock.look(wall: end, monotonic: time) == .released(.ranSteadily))
        #expect(clock.latest == end && clock.permit?.now == end)
    }

    @Test func `H4: a clock that jumps on is not steady`() {
        var clock = Self.opened(ahead: 400)
        let time = RetentionClock.confirmationTime
        #expect(clock.look(wall: Self.start + 900 * Self.day, monotonic: time - .seconds(60)) == nil)
        #expect(clock.look(wall: Self.start + 900 * Self.day, monotonic: time) == nil && clock.permit == nil)
    }

    @Test func `H4: an operator confirms a clock`() {
        var clock = Self.opened(ahead: 400)
        #expect(clock.confirm() == .released(.confirmed) && clock.permit?.now == Self.start + 400 * Self.day)
        #expect(clock.confirm() == nil)
    }

    @Test func `H4: a clock that went back deletes less, and the latest time stays`() {
        let clock = Self.opened(ahead: -30)
        #expect(clock.permit?.now == Self.start - 30 * Self.day && clock.latest == Self.start)
        #expect(clock.permit?.latest == Self.start, "spans go by it")
    }
}
