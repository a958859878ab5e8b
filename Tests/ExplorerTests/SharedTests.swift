import Explorer
import Synchronization
import Testing

struct SharedTests {
    private struct State: Hashable {
        @Shared var letters: [String] = []
        var number = 0
    }

    @Test func `a part that changes leaves the one before as it was`() {
        let before = State()
        var after = before
        after.letters.append("a")
        #expect(before.letters.isEmpty)
        #expect(after.letters == ["a"])
        #expect(before != after)
    }

    @Test func `equal parts are equal wherever they were made`() {
        var one = State()
        one.letters.append("a")
        one.letters.append("b")
        var other = State(letters: ["c"])
        other.letters = ["a", "b"]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(Set([one, other]).count == 1)
    }

    @Test func `parts with the same fingerprint are distinguished by value`() {
        struct Alike: Hashable, Sendable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }
        #expect(Shared(Alike(number: 1)) != Shared(Alike(number: 2)))
        let memo = MemoizedFunction<Shared<Alike>, Int>()
        #expect([1, 2, 1].map { number in memo(Shared(Alike(number: number))) { number } } == [1, 2, 1])
    }

    @Test func `a memo works each answer out once`() {
        let asked = Mutex<[Int]>([])
        let memo = MemoizedFunction<Int, String>()
        let answers = [3, 4, 3, 3].map { number in
            memo(number) {
                asked.withLock { $0.append(number) }
                return "\(number)"
            }
        }
        #expect(answers == ["3", "4", "3", "3"])
        #expect(asked.withLock { $0 } == [3, 4])
    }
}
