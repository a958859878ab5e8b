import CallModel
import PhoneCore
import Testing

/// What the next process must know is on the disk before an effect of it leaves the device.
@Suite struct WriteAheadTests {
    private func place(of isMeant: (PhoneEffect) -> Bool, in script: PhoneScript) -> Int? {
        script.effects.firstIndex(where: isMeant)
    }

    private func isStore(_ effect: PhoneEffect) -> Bool { if case .store = effect { true } else { false } }
    private func isReport(_ effect: PhoneEffect) -> Bool { if case .report = effect { true } else { false } }

    @Test func `the record follows the report of a push, and comes before everything else`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        #expect(script.effects.first.map(isReport) == true)
        #expect(place(of: isStore, in: script) == 1)
    }

    @Test func `the exchange gets an answer after the record has it`() {
        var script = PhoneScript()
        script.signal(.ready)
        script.push(.ours(1))
        script.line(Names.line(1), .invited(.ours(1)))
        script.perform(.answer(Names.call(1)))
        let answer = place(of: { $0 == .line(.answer(Names.line(1))) }, in: script)
        #expect(answer != nil)
        #expect(place(of: isStore, in: script) == 0)
        #expect(script.record.calls.first?.phase == .answering)
    }

    @Test func `a turn writes the record once`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(Names.call(1))
        script.fire(.ring(Names.call(1)))
        script.handle(.notices(.cleared))
        #expect(script.effects.count(where: isStore) == 1)
        #expect(script.effects.first.map(isStore) == true)
    }
}
