import PhoneCore
import Testing

@Suite struct NetworkWatchTests {
    private let wifi = NetworkPath(.wifi, fingerprint: 1)
    private let otherWifi = NetworkPath(.wifi, fingerprint: 2)
    private let cellular = NetworkPath(.cellular, fingerprint: 3)
    private let none = NetworkPath(nil)
    private let settling = NetworkWatch.Effect.startTimer(.settle, after: .milliseconds(500))

    private func watch(on path: NetworkPath) -> NetworkWatch {
        var watch = NetworkWatch()
        _ = watch.after(.path(path))
        return watch
    }

    @Test func `the first path is accepted at once and is not a change`() {
        var watch = NetworkWatch()
        #expect(watch.after(.path(wifi)) == [.changed(.seen(wifi))])
        #expect(watch.after(.path(wifi)) == [])
    }

    @Test func `no network at the start is believed after half a second`() {
        var watch = NetworkWatch()
        #expect(watch.after(.path(none)) == [settling])
        #expect(watch.after(.timerFired(.settle)) == [.changed(.lost)])
        #expect(watch.after(.path(cellular)) == [settling])
        #expect(watch.after(.timerFired(.settle)) == [.changed(.found(cellular))])
    }

    @Test func `the first path after a sleep is not a change either`() {
        var watch = NetworkWatch()
        #expect(watch.after(.woke(wifi)) == [.changed(.seen(wifi))])
        #expect(watch.after(.woke(otherWifi)) == [.changed(.renewed(otherWifi))])
    }

    @Test func `a gap shorter than half a second is nothing`() {
        var watch = watch(on: wifi)
        #expect(watch.after(.path(none)) == [settling])
        #expect(watch.after(.path(wifi)) == [.stopTimer(.settle)])
        #expect(watch.after(.timerFired(.settle)) == [])
    }

    @Test func `a path that returns after another network counts as a change, because its connections are dead`() {
        var watch = watch(on: wifi)
        #expect(watch.after(.path(otherWifi)) == [settling])
        #expect(watch.after(.path(wifi)) == [settling])
        #expect(watch.after(.path(wifi)) == [])
        #expect(watch.after(.timerFired(.settle)) == [.changed(.renewed(wifi))])
        #expect(watch.after(.path(cellular)) == [settling])
        #expect(watch.after(.woke(wifi)) == [.stopTimer(.settle), .changed(.renewed(wifi))])
        #expect(watch.after([.path(none), .path(wifi)]) == [settling, .stopTimer(.settle)])
    }

    @Test func `from Wi-Fi to cellular through nothing is one move`() {
        var watch = watch(on: wifi)
        #expect(watch.after(.path(none)) == [settling])
        #expect(watch.after(.path(cellular)) == [settling])
        #expect(watch.after(.timerFired(.settle)) == [.changed(.moved(from: .wifi, to: cellular))])
    }

    @Test func `another Wi-Fi is another network though the kind is the same`() {
        var watch = watch(on: wifi)
        #expect(watch.after([.path(otherWifi), .timerFired(.settle)]).last == .changed(.renewed(otherWifi)))
    }

    @Test func `a network that never rests is judged all the same`() {
        var watch = watch(on: wifi)
        let decisions = watch.after((0..<20).map { .path($0.isMultiple(of: 2) ? none : cellular) })
        #expect(decisions == [settling, settling, settling, settling])
        #expect(watch.after(.timerFired(.settle)) == [.changed(.moved(from: .wifi, to: cellular))])
    }

    @Test func `after a sleep the path is taken as it is`() {
        var watch = watch(on: wifi)
        #expect(watch.after(.woke(wifi)) == [])
        #expect(watch.after(.woke(otherWifi)) == [.changed(.renewed(otherWifi))])
        #expect(watch.after(.path(none)) == [settling])
        #expect(watch.after(.woke(none)) == [.stopTimer(.settle), .changed(.lost)])
        #expect(watch.after(.woke(none)) == [])
    }

    @Test func `every order of paths, sleeps and timers ends with the present path`() throws {
        try MachineExploration.check("network watch", NetworkModel())
    }
}
