import CNativeMedia

/// Who is told what an ICE agent does, on the loop's thread.
protocol IceObserver: AnyObject, Sendable {
    func iceFoundCandidate(_ line: String, generation: Int)
    func iceGathered(generation: Int)
    func iceChanged(_ state: IceState, generation: Int)
    func iceReceived(_ datagram: UnsafeBufferPointer<UInt8>)
    /// The last call.
    func iceClosed(generation: Int)
}
