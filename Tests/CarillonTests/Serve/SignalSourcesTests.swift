import Carillon
import Foundation
import Testing

/// A signal that nothing handles would end the process of the tests.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SignalSourcesTests {
    /// The tests' own runner uses neither of them.
    private static let numbers = [SIGUSR1, SIGUSR2]

    @Test(arguments: 1...20) func `a signal that comes at once reaches its handler`(_: Int) async {
        let (handled, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = await SignalSources.begin(Self.numbers) { continuation.yield($0) }
        for number in Self.numbers { kill(getpid(), number) }
        var seen: Set<Int32> = []
        for await number in handled where seen.insert(number).inserted && seen.count == Self.numbers.count { break }
        #expect(seen == Set(Self.numbers))
        sources.cancel()
    }
}
