import ExchangeStorage
import Synchronization

/// The process that has the stores: killed, it is there anew, with their remaining content.
final class KilledProcess: Sendable {
    private struct Life {
        var number = 0
        var stores: StoresUnderTest
    }

    /// The last life goes on: a store that is filled to its bounds would take a minute to die of it.
    private static let livesMax = 100

    private let life: Mutex<Life>
    private let revive: @Sendable (_ life: Int) throws -> StoresUnderTest

    /// - Parameter revive: begins a life, the first with number 0, with what a death in this moment leaves of the one
    ///   before. The former is closed only then.
    init(_ revive: @escaping @Sendable (_ life: Int) throws -> StoresUnderTest) throws {
        life = Mutex(Life(stores: try revive(0)))
        self.revive = revive
    }

    var stores: StoresUnderTest { life.withLock(\.stores) }

    func die() throws(StorageError) {
        try life.withLock { life throws(StorageError) in
            let number = life.number + 1
            guard number < Self.livesMax else { return }
            do {
                let next = try revive(number)
                try life.stores.exchange.close()
                life = Life(number: number, stores: next)
            } catch { throw StorageError(.open, "life \(number) did not begin: \(error)") }
        }
    }
}
