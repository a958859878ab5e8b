internal import DeviceModel

/// The person's contacts as a process may read them, for the ports of an app that does.
public struct DeviceContacts: Sendable {
    let kernel: DeviceKernel
    let process: ProcessHandle?

    /// `CNContactStore.requestAccess(for:)`; the person answers at once.
    public func ask() -> Bool {
        process?.record("CNContactStore", "requestAccess(for:)")
        guard process?.isAlive ?? true else { return false }
        return kernel.change { $0.books.contacts.ask() }
    }

    /// The numbers of all contacts; nil while the app may not read them, or the phone keeps them closed.
    public func numbers() -> [String]? {
        process?.record("CNContactStore", "enumerateContacts(with:usingBlock:)")
        guard process?.isAlive ?? true else { return nil }
        return kernel.read { state in
            guard state.books.contacts.isReadable(state.machine.lock) else { return nil }
            return state.machine.calls.contacts.map { state.texts.handle($0).value }
        }
    }
}

extension ModelDevice {
    /// What the person will answer when the app asks to read contacts, or says in Settings if it has asked.
    public func allowContacts(_ isAllowed: Bool) {
        kernel.change { state in
            let authorization = isAllowed ? ContactBook.Authorization.authorized : .denied
            state.books.contacts.answer = authorization
            if state.books.contacts.authorization != .notDetermined { state.books.contacts.set(authorization) }
        }
    }
}
