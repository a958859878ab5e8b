import Dispatch

/// Work given to another thread by a dispatch queue, as an exchange's event loop gives what it stores.
enum ThreadHandOver {
    /// How long each of so many hand-overs and back took, in milliseconds.
    static func roundTrips(_ count: Int) -> [Double] {
        let queue = DispatchQueue(label: "carillon.bench.hand-over", qos: .userInitiated)
        let back = DispatchSemaphore(value: 0)
        return (0..<count).map { _ in
            ContinuousClock().measure {
                queue.async { back.signal() }
                back.wait()
            }.milliseconds
        }
    }
}
