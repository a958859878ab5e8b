import SDP

extension MediaError {
    init(_ error: SDPError) {
        self.init(error.code == .limitExceeded ? .limitReached : .malformedDescription, error.description)
    }
}

extension SessionDescription {
    /// Reads a description of the peer, with its faults as this module reports them.
    init(ofPeer text: String) throws(MediaError) {
        do {
            try self.init(parsing: text)
        } catch {
            throw MediaError(error)
        }
    }
}
