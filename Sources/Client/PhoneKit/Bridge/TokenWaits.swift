import PhoneCore

/// Those who wait for a push token that is not there yet.
@MainActor
struct TokenWaits {
    /// More at once are refused: a page needs one.
    static let countMax = 16

    private var waits: [(id: UInt64, settle: @MainActor (PushToken?) -> Void)] = []
    private var lastID: UInt64 = 0

    /// Adds one; `nil` when there are too many.
    mutating func add(_ settle: @escaping @MainActor (PushToken?) -> Void) -> UInt64? {
        guard waits.count < Self.countMax else { return nil }
        lastID += 1
        waits.append((lastID, settle))
        return lastID
    }

    /// The token is there.
    mutating func settle(_ token: PushToken) {
        let settled = waits
        waits = []
        for wait in settled { wait.settle(token) }
    }

    /// One has waited long enough, if it still waits.
    mutating func giveUp(_ id: UInt64) {
        guard let index = waits.firstIndex(where: { $0.id == id }) else { return }
        waits.remove(at: index).settle(nil)
    }
}
