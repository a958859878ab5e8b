package import Foundation

/// A value of a notification's `userInfo` that may cross threads.
package enum NotedValue: Sendable {
    /// A number, as `UInt`.
    case number(UInt)
    /// An object, made where it is posted.
    case object(@Sendable () -> AnyObject)

    var any: Any {
        switch self {
        case .number(let number): number
        case .object(let make): make()
        }
    }
}

extension ProcessHandle {
    /// Posts a framework's notification in this process, on the main thread.
    ///
    /// - Parameter object: Makes the sender, on the main thread.
    package func post(
        _ name: Notification.Name, _ facts: [String: NotedValue] = [:],
        from object: @escaping @Sendable @MainActor () -> AnyObject?
    ) async {
        guard let device = kernel.device else { return }
        await MainActor.run {
            run {
                let info = Dictionary(uniqueKeysWithValues: facts.map { (AnyHashable($0), $1.any) })
                device.post(name, object: object(), userInfo: info)
            }
        }
    }
}
