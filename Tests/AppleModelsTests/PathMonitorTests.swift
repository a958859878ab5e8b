import DeviceModel
import DeviceRuntime
import Foundation
import Network
import Synchronization
import Testing

@MainActor
@Suite struct PathMonitorTests {
    private let seen = PathLog()

    private func phone(_ profile: DeviceProfile = .ios26, _ monitor: NWPathMonitor? = nil) -> ModelDevice {
        let seen = seen
        return ModelDevice(profile: profile) { _ in MonitorApp(seen) }
    }

    @Test func `C90: one update soon after the start, on the queue given`() async {
        let phone = phone()
        await phone.openApp()
        #expect(seen.words == [])
        await phone.advance(by: .milliseconds(10))
        #expect(seen.words == ["satisfied wifi, on app.path"])
    }

    @Test func `C90: joining another Wi-Fi brings several updates, and C93: they are not equal paths`() async {
        let phone = phone()
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        await phone.network(.wifi(network: 2))
        await phone.advance(by: .seconds(1))
        #expect(seen.words.count == 4)
        #expect(Set(seen.paths.map(\.debugDescription)).count == 1)
        #expect(seen.paths.first != seen.paths.last)
    }

    @Test func `C90: the strict phone passes through nothing between Wi-Fi and cellular`() async {
        let phone = phone(.strict)
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        await phone.network(.cellular())
        await phone.advance(by: .seconds(1))
        #expect(seen.words.contains("unsatisfied , on app.path"))
        #expect(seen.words.last == "satisfied cellular, on app.path")
    }

    @Test func `C91: a canceled monitor cannot be started again`() async {
        let phone = phone()
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        let app = phone.app as? MonitorApp
        app?.monitor.cancel()
        app?.start()
        await phone.network(.cellular())
        await phone.advance(by: .seconds(1))
        #expect(seen.words.count == 1)
    }

    @Test func `C92: a path lists more interfaces than it uses`() async {
        let phone = phone()
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        let path = seen.paths.last
        #expect(path?.availableInterfaces.map(\.type) == [.wifi, .cellular])
        #expect(path?.usesInterfaceType(.cellular) == false)
    }

    @Test func `C94: while suspended nothing comes; the current path is right at once`() async {
        let phone = phone()
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        await phone.leaveApp()
        await phone.advance(by: .seconds(60))
        await phone.network(.cellular())
        await phone.advance(by: .seconds(1))
        #expect(seen.words.count == 1)
        #expect((phone.app as? MonitorApp)?.monitor.currentPath.usesInterfaceType(.cellular) == true)
        await phone.openApp()
        #expect(seen.words.count == 2)
    }

    @Test func `C94: before its first update a monitor reports no path`() async {
        let phone = phone()
        await phone.openApp()
        let monitor = phone.asApp {
            let monitor = NWPathMonitor()
            monitor.start(queue: .main)
            return monitor
        }
        #expect(phone.asApp { monitor?.currentPath.status } == .unsatisfied)
        await phone.advance(by: .seconds(1))
        #expect(phone.asApp { monitor?.currentPath.status } == .satisfied)
    }

    @Test func `a monitor of one kind knows no other way`() async {
        let phone = phone()
        await phone.openApp()
        let monitors = phone.asApp {
            [NWPathMonitor(requiredInterfaceType: .cellular), NWPathMonitor(prohibitedInterfaceTypes: [.cellular])]
        }
        phone.asApp { for monitor in monitors ?? [] { monitor.start(queue: .main) } }
        await phone.advance(by: .seconds(1))
        let statuses = phone.asApp { monitors?.map(\.currentPath.status) ?? [] }
        #expect(statuses == [.unsatisfied, .satisfied])
    }

    @Test func `paths can be iterated`() async {
        let seen = Mutex<[NWPath.Status]>([])
        let phone = ModelDevice(profile: .ios26) { _ in
            Task { @MainActor in
                for await path in NWPathMonitor() { seen.withLock { $0.append(path.status) } }
            }
            return NSObject()
        }
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        await phone.network(.none)
        await phone.advance(by: .seconds(1))
        #expect(seen.withLock { $0 } == [.satisfied, .unsatisfied])
    }
}
