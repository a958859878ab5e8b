import DeviceModel
import Testing

/// What a reader finds when a write stopped after any number of its steps.
struct TornWriteTests {
    private static let old: [UInt8] = [1, 1, 1, 1]
    private static let new: [UInt8] = [2, 2, 2, 2]

    /// The contents read after each number of steps; nil means no file.
    private func contents(after manner: WriteMode, powerFails: Bool) -> [[UInt8]?] {
        let steps = manner.steps(writing: TornWriteTests.new, to: "record", .none)
        return (0...steps.count).map { taken in
            var files = AppFileSystem()
            _ = files.write(TornWriteTests.old, to: "record", .none, lock: .unlocked)
            for step in steps.prefix(taken) { _ = files.perform(step, lock: .unlocked) }
            if powerFails { files.powerFailed() }
            return try? files.read("record", lock: .unlocked).get()
        }
    }

    private func isWhole(_ contents: [UInt8]?) -> Bool {
        contents == TornWriteTests.old || contents == TornWriteTests.new
    }

    @Test func `a write in place is torn by a crash at any step but the first and the last`() {
        let found = contents(after: .inPlace, powerFails: false)
        #expect(found == [TornWriteTests.old, [], [2, 2], TornWriteTests.new])
    }

    @Test func `a renamed write survives every crash of the process`() {
        #expect(contents(after: .renamed, powerFails: false).allSatisfy(isWhole))
    }

    @Test func `a renamed write that was not synchronized is empty after a failure of power`() {
        #expect(contents(after: .renamed, powerFails: true).contains([]))
    }

    @Test func `a file that is synchronized and renamed is the old or the new one at every failure`() {
        for powerFails in [false, true] {
            let found = contents(after: .synchronizedAndRenamed, powerFails: powerFails)
            #expect(found.allSatisfy(isWhole))
            #expect(found.first == TornWriteTests.old)
            #expect(found.last == TornWriteTests.new)
        }
    }

    @Test(arguments: PowerFailure.allCases)
    func `after the last synchronization the new contents are there at every failure`(loss: PowerFailure) {
        var files = AppFileSystem()
        _ = files.write(TornWriteTests.old, to: "record", .none, lock: .unlocked)
        _ = files.write(TornWriteTests.new, to: "record", .none, lock: .unlocked)
        files.powerFailed(loss)
        #expect(files.files.map(\.path) == ["record"])
        #expect(files.read("record", lock: .unlocked) == .success(TornWriteTests.new))
    }

    @Test func `a name that is not on the disk goes back to the file that had it`() {
        var files = AppFileSystem()
        _ = files.write(TornWriteTests.old, to: "record", .none, lock: .unlocked)
        let steps = WriteMode.synchronizedAndRenamed.steps(writing: TornWriteTests.new, to: "record", .none)
        for step in steps.dropLast() {
            _ = files.perform(step, lock: .unlocked)
        }
        files.powerFailed(PowerFailure(keepsNames: false))
        #expect(files.read("record", lock: .unlocked) == .success(TornWriteTests.old))
    }

    @Test func `a power failure may leave half of unsynchronized data`() {
        var files = AppFileSystem()
        _ = files.write(TornWriteTests.new, to: "record", .none, manner: .renamed, lock: .unlocked)
        files.powerFailed(PowerFailure(.half))
        #expect(files.read("record", lock: .unlocked) == .success([2, 2]))
    }

    @Test func `left alone, the system brings a renamed write onto the disk`() {
        var files = AppFileSystem()
        _ = files.write(TornWriteTests.new, to: "record", .none, manner: .renamed, lock: .unlocked)
        files.settle()
        files.powerFailed()
        #expect(files.read("record", lock: .unlocked) == .success(TornWriteTests.new))
    }
}
