import DeviceRuntime
import Testing

struct BoundedLogTests {
    @Test func `a reader that comes again misses nothing when the oldest entries are dropped`() {
        var log = BoundedLog<Int>()
        var read: [Int] = []
        var count = 0
        let all = Array(0..<(2 * BoundedLog<Int>.keptMax))
        for entry in all {
            log.append(entry)
            guard entry % 7 == 0 || entry == all.last else { continue }
            read += log.after(count)
            count = log.count
        }
        #expect(read == all)
        #expect(log.kept.count <= BoundedLog<Int>.keptMax)
    }

    @Test func `a reader that was away too long gets the entries that are kept`() {
        var log = BoundedLog<Int>()
        for entry in 0...BoundedLog<Int>.keptMax { log.append(entry) }
        #expect(log.after(0).first == BoundedLog<Int>.keptMax / 4)
        #expect(log.after(0).last == BoundedLog<Int>.keptMax)
    }
}
