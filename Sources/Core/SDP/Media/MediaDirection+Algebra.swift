extension MediaDirection {
    public init(sends: Bool, receives: Bool) {
        self =
            switch (sends, receives) {
            case (true, true): .sendrecv
            case (true, false): .sendonly
            case (false, true): .recvonly
            case (false, false): .inactive
            }
    }

    public var sends: Bool { self == .sendrecv || self == .sendonly }
    public var receives: Bool { self == .sendrecv || self == .recvonly }

    /// The same agreement as the other side puts it.
    public var reversed: MediaDirection { MediaDirection(sends: receives, receives: sends) }

    /// What to answer to an offer with this direction when one is willing to do `wish` (RFC 3264 §6.1).
    public func answer(willing wish: MediaDirection) -> MediaDirection {
        MediaDirection(sends: receives && wish.sends, receives: sends && wish.receives)
    }
}
