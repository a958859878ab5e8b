import Synchronization

/// Waits for every name of a search, but not for ever. Confined to the loop's thread.
///
/// `@unchecked`: the loop calls it back through `@Sendable` closures, all of them on its own thread.
final class ServerCollector: @unchecked Sendable {
    private var search: ServerSearch
    private var finish: ((ServerSearch) -> Void)?
    private var timer: LoopTimer?

    init(_ search: ServerSearch, _ finish: @escaping (ServerSearch) -> Void) {
        self.search = search
        self.finish = finish
    }

    func keep(_ timer: LoopTimer) { self.timer = timer }

    func found(_ addresses: [String], for host: String) {
        search.note(addresses, for: host)
        if search.isComplete { giveUp() }
    }

    /// Goes on with what was found.
    func giveUp() {
        guard let finish else { return }
        self.finish = nil
        timer = nil
        finish(search)
    }
}
