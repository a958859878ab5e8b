import CallKit
import UserNotifications

@MainActor
final class Asker {
    private let controller = CXCallController()
    private let center = UNUserNotificationCenter.current()
    private var answers = 0

    func forgets(_ request: UNNotificationRequest) {
        controller.request(CXTransaction()) { _ in }  // traps
        center.add(request) { [weak self] _ in  // traps
            Task { @MainActor in self?.answers += 1 }
        }
        center.getNotificationSettings(completionHandler: handle)  // traps
    }

    func remembers(_ request: UNNotificationRequest) {
        controller.request(CXTransaction()) { @Sendable _ in }
        center.add(request) { @Sendable [weak self] _ in
            Task { @MainActor in self?.answers += 1 }
        }
        center.add(request)
    }

    nonisolated func isNowhere(_ controller: CXCallController) {
        controller.request(CXTransaction()) { _ in }
    }

    private func handle(_ settings: UNNotificationSettings) { answers += 1 }
}
