#if os(Linux)
    /// What carries signaling here unless told otherwise: NIO, as the Foundation of Linux has no WebSockets.
    public typealias PlatformTransport = WebSocketTransport
#else
    /// What carries signaling here unless told otherwise: the system's own networking.
    public typealias PlatformTransport = URLSessionTransport
#endif
