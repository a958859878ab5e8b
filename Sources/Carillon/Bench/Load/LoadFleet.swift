import NIOCore
import NIOPosix

/// Many devices on one event loop, and what they do together. Everything but `init` and `run` happens on that loop.
final class LoadFleet {
    private let loop: any EventLoop
    private let port: Int
    private(set) var devices: [LoadDevice] = []

    init(port: Int, on loop: any EventLoop) {
        self.port = port
        self.loop = loop
    }

    /// Registers `count` more devices, `window` at a time, each as the user `name` gives for its number.
    func logIn(_ count: Int, window: Int, name: @escaping (Int) -> String) -> EventLoopFuture<Void> {
        let first = devices.count
        var next = first
        let all = loop.makePromise(of: Void.self)
        var open = 0
        func more() {
            while open < window, next < first + count {
                open += 1
                start(next, as: name(next)).hop(to: loop).assumeIsolated().whenComplete { result in
                    open -= 1
                    if case .failure(let error) = result { all.fail(error) }
                    if next == first + count, open == 0 { all.succeed() } else { more() }
                }
                next += 1
            }
        }
        more()
        return all.futureResult
    }

    private func start(_ index: Int, as user: String) -> EventLoopFuture<Void> {
        let ready = loop.makePromise(of: Void.self)
        let device = LoadDevice(
            user: user, password: "load-\(user)", session: LoadFleet.identifier(index), ready: ready)
        devices.append(device)
        LoadSocket.connect(device, port: port, on: loop).cascadeFailure(to: ready)
        return ready.futureResult
    }

    func close() {
        for device in devices { device.close() }
        devices = []
    }

    /// A UUID's text with `number` at its end: identifiers of a load need only differ.
    static func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "10ad0000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}
