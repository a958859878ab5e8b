import DeviceModel
import PhoneCore

/// The way to the network, and the app's one path monitor: the adapter that PhoneKit has in `PathWatcher`.
extension PhoneWorld {
    private static let monitor = PathMonitorID(0)

    /// Whether the phone can be reached at all.
    var hasNetwork: Bool { !watchesPath || paths.current.status == .satisfied }

    /// Whether the other end hears the connection of a registration. One that was made over a network that is gone is
    /// dead, and the client notices nothing of it by itself: that is the hardest case for the phone.
    func isHeard(over registration: RegistrationID) -> Bool {
        self[registration] == .ready && (!watchesPath || linkNetwork == paths.current.network)
    }

    /// The same of the connection over which the calls come.
    var isHeard: Bool { isHeard(over: registration) }

    /// Where a scope never changes the path, what the monitor says first is said at once.
    mutating func watchPath() {
        guard watchesPath else { return signaling.append(.path(PhoneCore.NetworkPath(.wifi))) }
        change { $0.handle(.start(Self.monitor), into: &$1) }
    }

    /// The adapter asks the monitor when the process may have been suspended; before its first update it knows nothing.
    mutating func refreshPath() {
        guard isPathTold else { return }
        tell(.woke(PhoneCore.NetworkPath(paths.path(of: Self.monitor))))
    }

    mutating func tell(_ timer: PathTimer) { change { $0.timerFired(timer, into: &$1) } }

    mutating func suspendPath() { if watchesPath { paths.suspended() } }

    mutating func resumePath() { if watchesPath { change { $0.resumed(into: &$1) } } }

    mutating func endPath() {
        guard watchesPath else { return }
        change { $0.processEnded(into: &$1) }
        isPathTold = false
    }

    /// What the network can become from what it is. In the first moment of a monitor it stays: the phone
    /// cannot tell then over which network a connection was made.
    var pathActions: [PhoneAction] {
        guard faults.pathChanges > 0, paths.coming.isEmpty, paths.monitors.isEmpty || isPathTold else { return [] }
        let next: [DeviceModel.NetworkPath] =
            switch paths.current.used.first {
            case .wifi: [.none, .cellular(), .wifi(network: paths.current.network + 1)]
            case .cellular: [.none, .wifi()]
            case .wiredEthernet, .other, nil: [.wifi(), .cellular()]
            }
        return next.map { .path($0) }
    }

    mutating func changePath(to path: DeviceModel.NetworkPath) {
        faults.pathChanges -= 1
        change { $0.changed(to: path, into: &$1) }
    }

    private mutating func change(_ body: (inout PathBook, inout [PathEffect]) -> Void) {
        var effects: [PathEffect] = []
        body(&paths, &effects)
        for effect in effects {
            switch effect {
            case .update(_, let path): signaling.append(.path(PhoneCore.NetworkPath(path)))
            case .startTimer(let timer, let duration): countdowns.start(.path(timer), after: duration)
            case .stopTimer(let timer): countdowns.stop(.path(timer))
            }
        }
    }
}
