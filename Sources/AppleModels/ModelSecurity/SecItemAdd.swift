internal import DeviceModel
internal import DeviceRuntime

// The four calls of the keychain. Each asks another process and keeps its caller waiting (C75); here the answer is
// there at once. Source: developer.apple.com/documentation/security.

/// Adds an item.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let item = SecItemDictionary(attributes).item else { return errSecParam }
    let status = withKeychain { book, lock in book.add(item, lock: lock) }
    if status == .success { result?.pointee = SecItemDictionary(attributes).result(for: [item]) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Finds items.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    _ = ProcessHandle.recording("")
    let dictionary = SecItemDictionary(query)
    guard let wanted = dictionary.query(returnsValue: dictionary.returnsData) else { return errSecParam }
    let found = withKeychain { book, lock in book.copy(wanted, lock: lock) }
    switch found {
    case nil: return errSecNotAvailable
    case .failure(let status): return status.rawValue
    case .success(let items):
        result?.pointee = dictionary.result(for: items)
        return errSecSuccess
    }
}

/// Changes items. What the query does not find is not added.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let wanted = SecItemDictionary(query).query(returnsValue: false),
        let change = SecItemDictionary(attributesToUpdate).change
    else { return errSecParam }
    let status = withKeychain { book, lock in book.update(wanted, change, lock: lock) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Removes items.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    _ = ProcessHandle.recording("")
    guard let wanted = SecItemDictionary(query).query(returnsValue: false) else { return errSecParam }
    let status = withKeychain { book, _ in book.delete(wanted) }
    return status.map(\.rawValue) ?? errSecNotAvailable
}

/// Nil where no process of a phone asks, or a dead one.
private func withKeychain<Value: Sendable>(_ body: (inout KeychainBook, LockState) -> Value) -> Value? {
    guard let process = ProcessHandle.current, process.isAlive else { return nil }
    return process.kernel.keychain(body)
}
