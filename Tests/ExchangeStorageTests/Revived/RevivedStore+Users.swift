import Accounts
import ExchangeCore
import ExchangeStorage

extension RevivedStore {
    func users() throws(StorageError) -> [StoredUser] {
        try asked { store throws(StorageError) in try store.users() }
    }

    func save(_ user: StoredUser, receipt: RequestReceipt?, revoking: Withdrawal?) throws(StorageError) {
        try asked { store throws(StorageError) in try store.save(user, receipt: receipt, revoking: revoking) }
    }

    func add(_ device: StoredUser.Device, to user: String, receipt: RequestReceipt?) throws(StorageError) -> Bool {
        try asked { store throws(StorageError) in try store.add(device, to: user, receipt: receipt) }
    }

    func removeDevice(named name: String, of user: String, revoking: Withdrawal?) throws(StorageError) {
        try asked { store throws(StorageError) in try store.removeDevice(named: name, of: user, revoking: revoking) }
    }

    func keepsCalls(ofDeletedUser name: String) throws(StorageError) -> Bool {
        try asked { store throws(StorageError) in try store.keepsCalls(ofDeletedUser: name) }
    }

    func forgetDeletedUsers(after name: String?, atMost count: Int) throws(StorageError) -> String? {
        try asked { store throws(StorageError) in try store.forgetDeletedUsers(after: name, atMost: count) }
    }

    func forgetDeletedUsers(named names: [String]) throws(StorageError) {
        try asked { store throws(StorageError) in try store.forgetDeletedUsers(named: names) }
    }
}

extension RevivedStore {
    func keepSealed(_ bytes: [UInt8], as name: String) throws(StorageError) {
        try asked { store throws(StorageError) in try store.keepSealed(bytes, as: name) }
    }

    func sealed(_ name: String) throws(StorageError) -> [UInt8]? {
        try asked { store throws(StorageError) in try store.sealed(name) }
    }
}

extension RevivedStore {
    @discardableResult
    func keep(_ message: StoredMessage, sound: [UInt8]?) throws(StorageError) -> String? {
        try asked { store throws(StorageError) in try store.keep(message, sound: sound) }
    }

    func forgetAwaitedMessage(ofCall session: String) throws(StorageError) {
        try asked { store throws(StorageError) in try store.forgetAwaitedMessage(ofCall: session) }
    }

    func messageCount(of mailbox: String) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.messageCount(of: mailbox) }
    }

    func messages(of mailbox: String) throws(StorageError) -> [StoredMessage] {
        try asked { store throws(StorageError) in try store.messages(of: mailbox) }
    }

    func sound(of id: String, in mailbox: String) throws(StorageError) -> [UInt8]? {
        try asked { store throws(StorageError) in try store.sound(of: id, in: mailbox) }
    }

    func noteHeard(_ id: String, in mailbox: String, at time: Int64) throws(StorageError) -> Bool {
        try asked { store throws(StorageError) in try store.noteHeard(id, in: mailbox, at: time) }
    }

    func deleteMessage(_ id: String, in mailbox: String) throws(StorageError) -> Bool {
        try asked { store throws(StorageError) in try store.deleteMessage(id, in: mailbox) }
    }

    func unheardMessages(before limit: PurgeLimit) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.unheardMessages(before: limit) }
    }

    func forgetMessages(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int {
        try asked { store throws(StorageError) in try store.forgetMessages(before: limit, atMost: count) }
    }

    func unheardEnds(atMost count: Int) throws(StorageError) -> [RecordingAlarm] {
        try asked { store throws(StorageError) in try store.unheardEnds(atMost: count) }
    }

    func forget(_ ends: [RecordingAlarm]) throws(StorageError) {
        try asked { store throws(StorageError) in try store.forget(ends) }
    }
}
