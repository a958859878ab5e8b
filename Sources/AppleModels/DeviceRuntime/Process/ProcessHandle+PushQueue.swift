extension ProcessHandle {
    /// Says that a push is being delivered on the queue that runs this, or no more.
    package func noteReportsHere(_ isDelivering: Bool) {
        let queue = isDelivering ? CallbackQueue.runningKey : nil
        kernel.change { $0.pushQueue = queue }
    }

    /// Whether the code that asks runs where the push is being delivered (C7). True where none is.
    package var isOnPushQueue: Bool {
        let queue = CallbackQueue.runningKey
        return kernel.read { state in state.pushQueue.map { $0 == queue } ?? true }
    }
}
