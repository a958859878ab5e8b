/// `UserDefaults` of one app: the stored values, and the values that the app's process sees (C77).
public struct DefaultsStore: Hashable, Sendable {
    /// The most keys. It bounds the model.
    public static let keyCountMax = 256

    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key under which the app stores the value.
        public let key: String
        /// The value; the model knows only strings.
        public internal(set) var value: String
    }

    /// The values that the app's process sees.
    public enum View: Hashable, Sendable {
        /// Nothing was read yet, or no process runs.
        /// Leaves to: `current` (read after the first unlock), `empty` (read before).
        case unread
        /// The process sees the stored values.
        /// Leaves to: `unread` (process ended).
        case current
        /// The process read before the first unlock, when nothing seems to be stored. It sees only the values it has
        /// set itself.
        /// Leaves to: `unread` (process ended; or unlocked, where the empty view does not stay).
        case empty(own: [Entry])
    }

    /// The stored values, sorted by key.
    public private(set) var stored: [Entry] = []
    /// The values that the app's process sees.
    public private(set) var view = View.unread
    private let policy: Constant<StoragePolicy>

    /// Makes a store without values.
    public init(policy: StoragePolicy) {
        self.policy = Constant(policy)
    }

    /// `object(forKey:)`.
    public mutating func value(of key: String, lock: LockState) -> String? {
        look(lock)
        if case .empty(let own) = view { return DefaultsStore.value(of: key, in: own) }
        return DefaultsStore.value(of: key, in: stored)
    }

    /// `set(_:forKey:)`; nil removes the value. A new key beyond the model's bound is dropped.
    public mutating func set(_ value: String?, for key: String, lock: LockState) {
        look(lock)
        if case .empty(var own) = view {
            DefaultsStore.set(value, for: key, in: &own)
            view = .empty(own: own)
        }
        guard lock != .beforeFirstUnlock || !policy.value.earlyDefaultsWritesAreLost else { return }
        DefaultsStore.set(value, for: key, in: &stored)
    }

    /// Handles the first unlock of the phone.
    public mutating func unlockedFirst() {
        if case .empty = view, !policy.value.emptyDefaultsStay { view = .unread }
    }

    /// Handles the end of the app's process. The next process reads again.
    public mutating func processEnded() {
        view = .unread
    }

    /// Deletes all values, as the app is deleted from the phone (C76).
    public mutating func appDeleted() {
        stored.removeAll()
        view = .unread
    }

    private mutating func look(_ lock: LockState) {
        guard view == .unread else { return }
        view = lock == .beforeFirstUnlock ? .empty(own: []) : .current
    }

    private static func value(of key: String, in entries: [Entry]) -> String? {
        entries.first { $0.key == key }?.value
    }

    private static func set(_ value: String?, for key: String, in entries: inout [Entry]) {
        entries.removeAll { $0.key == key }
        guard let value, entries.count < keyCountMax else { return }
        entries.insert(
            Entry(key: key, value: value), at: entries.firstIndex { $0.key > key } ?? entries.endIndex)
    }
}
