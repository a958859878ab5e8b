package import Foundation

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
