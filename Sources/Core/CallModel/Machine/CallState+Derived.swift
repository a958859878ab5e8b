extension CallState {
    /// Whether the microphone may be heard by the peer, mute aside.
    ///
    /// Silent from the moment hold is asked for until a resume is confirmed: nobody is overheard by mistake.
    public var maySendAudio: Bool { progress == .active && hold == .off }

    /// Whether this call needs its media set up or kept.
    public var needsMedia: Bool { progress.isLive }

    /// Whether a ringing tone (inbound) or a ring-back tone (outbound) is due.
    public var isRinging: Bool { progress == .ringing }

    /// The deadlines that run in this state.
    public var timers: CallTimers {
        var timers: CallTimers =
            switch progress {
            case .requesting, .connecting, .answering: .setUp
            case .ringing: .ringing
            case .disconnecting: .release
            case .idle, .active, .ended: []
            }
        if link.isDown { timers.insert(.recovery) }
        return timers
    }
}
