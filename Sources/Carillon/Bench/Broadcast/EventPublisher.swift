import NIOCore

/// Whoever publishes a stream of events at a server, over one connection. On its event loop only.
protocol EventPublisher: AnyObject {
    func connect(port: Int, on loop: any EventLoop, failed: @escaping (BenchError) -> Void) -> EventLoopFuture<Void>
    /// - Parameter data: the event's; every listener is to get it as ``EventStream/message(_:)``.
    func publish(_ data: String)
    func close()
}
