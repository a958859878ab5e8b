public import DeviceModel

/// The files and defaults of the app, for the ports of an app that stores something.
///
/// From a dead process nothing is written and nothing is found.
public struct DeviceFiles: Sendable {
    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// What a file contains.
    public func read(_ path: String) throws(FileError) -> [UInt8] {
        process?.record("Data", "init(contentsOf:options:)")
        guard isAllowed else { throw .noSuchFile }
        return try kernel.read { $0.books.files.read(path, lock: $0.machine.lock) }.get()
    }

    /// Brings contents into a file.
    public func write(
        _ contents: [UInt8], to path: String, _ protection: FileProtection = .untilFirstUnlock,
        manner: WriteManner = .synchronizedAndRenamed
    ) throws(FileError) {
        process?.record("Data", "write(to:options:)")
        guard isAllowed else { return }
        try kernel.change { state in
            state.books.files.write(contents, to: path, protection, manner: manner, lock: state.machine.lock)
        }.get()
    }

    /// Takes one step of a write, so that a process can die between two.
    public func perform(_ step: FileStep) throws(FileError) {
        if case .truncate = step { process?.record("Data", "write(to:options:)") }
        guard isAllowed else { return }
        try kernel.change { $0.books.files.perform(step, lock: $0.machine.lock) }.get()
    }

    /// `UserDefaults.object(forKey:)`.
    public func defaultValue(of key: String) -> String? {
        process?.record("UserDefaults", "object(forKey:)")
        return isAllowed ? kernel.change { $0.books.defaults.value(of: key, lock: $0.machine.lock) } : nil
    }

    /// `UserDefaults.set(_:forKey:)`; nil removes.
    public func setDefault(_ value: String?, for key: String) {
        process?.record("UserDefaults", "set(_:forKey:)")
        guard isAllowed else { return }
        kernel.change { $0.books.defaults.set(value, for: key, lock: $0.machine.lock) }
    }

    private var isAllowed: Bool { process?.isAlive ?? true }
}
