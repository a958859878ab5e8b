package import DeviceModel

/// What one framework keeps in one process: its objects, and the completions it owes.
///
/// Made when the process first touches the framework, gone with the process.
package protocol ProcessPart: AnyObject, Sendable {
    /// The framework's part in a process.
    init(process: ProcessHandle)

    /// Hands a callback to the app if it is this framework's. Returns when the app's code has returned.
    func receive(_ callback: AppCallback) async

    /// The same for the frameworks beside calls and pushes.
    func receive(_ callback: BookCallback) async

    /// The process is gone: what is owed to it is owed no more, and nothing of it is kept.
    func end()
}

extension ProcessPart {
    /// Nothing is owed.
    package func end() {}

    /// Not this framework's.
    package func receive(_ callback: AppCallback) async {}

    /// Not this framework's.
    package func receive(_ callback: BookCallback) async {}
}
