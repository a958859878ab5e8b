import CarillonRTC
import Testing

@Suite(.timeLimit(.minutes(5))) struct BroadcasterTests {
    /// An app cancels what follows a call at the very moment the call tells something.
    @Test func `a listener that goes during a delivery does not block it`() async {
        let broadcaster = Broadcaster<Int>()
        let (heard, hear) = AsyncStream.makeStream(of: Int.self)
        let other = Task { for await element in broadcaster.listen(greeting: { [0] }) { hear.yield(element) } }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let listener = Task { for await _ in broadcaster.listen(greeting: { [0] }) { start.yield() } }
        for await _ in started { break }
        var told = heard.makeAsyncIterator()
        #expect(await told.next() == 0)
        broadcaster.send(1) { listener.cancel() }
        await listener.value
        broadcaster.send(2)
        #expect(await told.next() == 1)
        #expect(await told.next() == 2)
        broadcaster.finish()
        await other.value
    }
}
