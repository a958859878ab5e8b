import RingCore

/// Calls that are on, and in whose hands.
extension RingStory {
    /// Device `a` talks to the caller by leg 1.
    static func talking(_ count: Int = 1) -> RingStory {
        var call = RingStory.ringing(count)
        call.talks(1)
        for number in 1...count where number > 1 { call.ends(number) }
        return call
    }

    /// Device `a` consults Zoe, who is on leg 2, and the caller waits.
    static func consulting() -> RingStory {
        var call = talking()
        call.asks(.consult(DeviceCandidate("z", of: "zoe")))
        call.rings(2)
        call.answers(2)
        call.bridges(2)
        return call
    }

    /// Device `a` has parked the caller and is out of it.
    static func parked() -> RingStory {
        var call = talking()
        call.asks(.park)
        call.ends(1)
        return call
    }
}
