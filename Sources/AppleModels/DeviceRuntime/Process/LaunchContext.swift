public import DeviceModel
public import Foundation

/// The environment of a new process, handed to the function that makes the app's composition root.
@MainActor
public struct LaunchContext {
    /// The phone.
    public let device: ModelDevice
    /// Whether the system started the process in the background, usually for a push.
    public let isInBackground: Bool
    /// The phone's time, for tasks of this process.
    public let clock: DeviceClock
    /// The app's files and defaults.
    public let files: DeviceFiles
    /// The person's contacts, as this process may read them.
    public let contacts: DeviceContacts
    /// The center to which the frameworks of this process post notifications. A real process has its own, `default`; a
    /// test contains several processes, so each gets a separate one.
    public let notificationCenter: NotificationCenter

    /// Keeps the main thread busy after the launch, as reading a large store does. Nothing is delivered in the
    /// meantime.
    public func blocksMainThread(for duration: Duration) {
        device.blockLaunch(for: duration)
    }
}

/// The app's files and defaults, for apps that store data.
///
/// Calls of a dead process write nothing and find nothing.
public struct DeviceFiles: Sendable {
    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// Reads a file's contents.
    public func read(_ path: String) throws(FileError) -> [UInt8] {
        process?.record("Data", "init(contentsOf:options:)")
        guard isAllowed else { throw .noSuchFile }
        return try kernel.read { $0.frameworks.files.read(path, lock: $0.machine.lock) }.get()
    }

    /// Writes contents to a file.
    public func write(
        _ contents: [UInt8], to path: String, _ protection: FileProtection = .untilFirstUnlock,
        manner: WriteMode = .synchronizedAndRenamed
    ) throws(FileError) {
        process?.record("Data", "write(to:options:)")
        guard isAllowed else { return }
        try kernel.change { state in
            state.frameworks.files.write(contents, to: path, protection, manner: manner, lock: state.machine.lock)
        }.get()
    }

    /// Performs one step of a write, so that a process can die between two steps.
    public func perform(_ step: FileStep) throws(FileError) {
        if case .truncate = step { process?.record("Data", "write(to:options:)") }
        guard isAllowed else { return }
        try kernel.change { $0.frameworks.files.perform(step, lock: $0.machine.lock) }.get()
    }

    /// `UserDefaults.object(forKey:)`.
    public func defaultValue(of key: String) -> String? {
        process?.record("UserDefaults", "object(forKey:)")
        return isAllowed ? kernel.change { $0.frameworks.defaults.value(of: key, lock: $0.machine.lock) } : nil
    }

    /// `UserDefaults.set(_:forKey:)`; nil removes the value.
    public func setDefault(_ value: String?, for key: String) {
        process?.record("UserDefaults", "set(_:forKey:)")
        guard isAllowed else { return }
        kernel.change { $0.frameworks.defaults.set(value, for: key, lock: $0.machine.lock) }
    }

    private var isAllowed: Bool { process?.isAlive ?? true }
}

/// The person's contacts, as far as a process may read them.
public struct DeviceContacts: Sendable {
    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// `CNContactStore.requestAccess(for:)`. The person answers at once.
    public func ask() -> Bool {
        process?.record("CNContactStore", "requestAccess(for:)")
        guard process?.isAlive ?? true else { return false }
        return kernel.change { $0.frameworks.contacts.ask() }
    }

    /// The numbers of all contacts; nil while the app may not read them or they are encrypted.
    public func numbers() -> [String]? {
        process?.record("CNContactStore", "enumerateContacts(with:usingBlock:)")
        guard process?.isAlive ?? true else { return nil }
        return kernel.read { state in
            guard state.frameworks.contacts.isReadable(state.machine.lock) else { return nil }
            return state.machine.calls.contacts.map { state.texts.handle($0).value }
        }
    }
}

extension ModelDevice {
    /// Sets the person's answer to a request to read contacts. If the app has asked before, this changes the permission
    /// in Settings.
    public func allowContacts(_ isAllowed: Bool) {
        kernel.change { state in
            let authorization = isAllowed ? ContactsAccess.Authorization.authorized : .denied
            state.frameworks.contacts.answer = authorization
            if state.frameworks.contacts.authorization != .notDetermined {
                state.frameworks.contacts.set(authorization)
            }
        }
    }
}
