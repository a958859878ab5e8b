import Foundation

/// Observers of notifications that end with their owner.
nonisolated final class ObserverBag {
    private let centre: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []

    init(_ centre: NotificationCenter) {
        self.centre = centre
    }

    /// Observes a notification of one object, on whatever thread it is posted.
    func observe(_ name: Notification.Name, of object: Any?, _ body: @escaping @Sendable (Notification) -> Void) {
        tokens.append(centre.addObserver(forName: name, object: object, queue: nil, using: body))
    }

    deinit {
        for token in tokens { centre.removeObserver(token) }
    }
}
