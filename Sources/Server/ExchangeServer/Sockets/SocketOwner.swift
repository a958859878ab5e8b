internal import NIOCore

/// Who is told what happens on a socket. Everything happens on the exchange's event loop.
protocol SocketOwner: AnyObject {
    /// The upgrade is done; messages may be sent from now on.
    func socketOpened(_ socket: Socket)
    /// A whole text message, whether it came in one frame or in fragments.
    func socket(_ socket: Socket, received message: ByteBuffer)
    /// Nothing more will come, nothing can be sent. Said exactly once.
    func socketClosed(_ socket: Socket, because reason: SocketEnd)
}
