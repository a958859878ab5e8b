import UIKit

/// Asks the system for time in the background, and gives it back. Source: apple-contract C71 (documented: some 30 s; who
/// has not given it back when it expires is killed).
@MainActor
package final class BackgroundTime: WakefulnessPort {
    private var task = UIBackgroundTaskIdentifier.invalid

    package init() {}

    package func keepAwake(_ isOn: Bool) {
        isOn ? begin() : end()
    }

    private func begin() {
        guard task == .invalid else { return }
        task = UIApplication.shared.beginBackgroundTask(withName: "carillon.farewell") { [weak self] in self?.end() }
    }

    private func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
