import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct PathTests {
    let sink = RecordingSink()

    private func app() async -> AppUnderTest<PathWatcher> {
        let app = await AppUnderTest { [sink] _ in
            let watcher = PathWatcher()
            watcher.sink = sink
            return watcher
        }
        await app.device.network(.wifi(network: 1))
        return app
    }

    private var paths: [PhoneCore.NetworkPath] {
        sink.events.compactMap { event in
            guard case .path(let path) = event else { return nil }
            return path
        }
    }

    @Test func `no path is reported before it is needed`() async {
        let app = await app()
        await app.order { $0.refresh() }
        #expect(paths.isEmpty)
    }

    @Test func `P8: the path before a monitor's first update is not reported, however often it is read`() async {
        let app = await app()
        app.device.asApp {
            let watcher = app.device.app as? PathWatcher
            watcher?.prepare()
            watcher?.refresh()
        }
        #expect(sink.events.isEmpty)
        await app.device.advance(by: .seconds(1))
        #expect(sink.events.count == 1)
        #expect(paths.map(\.interface) == [.wifi])
    }

    @Test func `the path is reported once when it is needed, however often it is requested`() async {
        let app = await app()
        await app.order { $0.prepare() }
        #expect(paths.map(\.interface) == [.wifi])
        await app.device.advance(by: .seconds(1))
        let count = paths.count
        await app.order { $0.prepare() }
        #expect(paths.count == count)
    }

    @Test func `another network of the same kind is another path`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.device.advance(by: .seconds(5))
        let first = paths.last
        await app.device.network(.wifi(network: 2))
        await app.device.advance(by: .seconds(5))
        #expect(paths.last?.interface == .wifi)
        #expect(paths.last?.fingerprint != first?.fingerprint)
        await app.device.network(.wifi(network: 1))
        await app.device.advance(by: .seconds(5))
        #expect(paths.last == first)
    }

    @Test func `cellular and a missing network are reported`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.device.network(.cellular())
        await app.device.advance(by: .seconds(5))
        #expect(paths.last?.interface == .cellular)
        await app.device.network(.none)
        await app.device.advance(by: .seconds(5))
        #expect(paths.last?.isSatisfied == false)
    }

    @Test func `a stopped watcher reports nothing, and can be started again`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.stop() }
        let count = paths.count
        await app.device.network(.cellular())
        await app.device.advance(by: .seconds(5))
        #expect(paths.count == count)
        await app.order { $0.prepare() }
        #expect(paths.last?.interface == .cellular)
    }
}
