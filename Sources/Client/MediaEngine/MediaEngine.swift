/// Makes peer connections. One engine serves a process; its media clock paces every connection it made.
///
/// `NativeMedia` implements it on Linux, `WebRTCMedia` on Apple's platforms, `LoopbackMediaEngine` for tests of
/// everything that is not media.
public protocol MediaEngine: Sendable {
    /// A connection that has gathered nothing yet and is silent both ways.
    ///
    /// - Throws: `MediaError` when the engine is closed, a limit is reached or the configuration cannot be served.
    func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection
}
