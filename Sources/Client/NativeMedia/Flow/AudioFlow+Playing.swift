import MediaEngine
import RTP

extension AudioFlow {
    /// What the clock plays next.
    struct PlayTurn {
        var playout: JitterBuffer.Playout
        /// nil before anything was received.
        var codec: AudioCodec?
        var needsReset: Bool
        /// What it stands for, in samples at 48 kHz.
        var samples: Int
        /// In samples at 48 kHz.
        var pace = JitterBuffer.Pace.asItIs
    }

    func play(at now: Duration) -> PlayTurn {
        withState { state in
            guard !state.isClosed, state.mayReceive, let codec = state.line?.codec,
                let playout = state.line?.jitter.pull(at: now)
            else { return PlayTurn(playout: .silence, needsReset: false, samples: MediaClock.frameSamples) }
            let ticks = Int(state.line?.jitter.packetTicks ?? 0)
            let factor = MediaClock.sampleRate / Int(codec.clockRate)
            let needsReset = state.line?.needsReset ?? false
            state.line?.needsReset = false
            return PlayTurn(
                playout: playout, codec: codec, needsReset: needsReset, samples: ticks * factor,
                pace: state.line?.jitter.pace.scaled(by: factor) ?? .asItIs)
        }
    }

    /// The packet that was played last became shorter by so many samples at 48 kHz; longer where negative.
    func played(shorterBy samples: Int) {
        withState { state in
            guard let codec = state.line?.codec else { return }
            state.line?.jitter.changed(by: samples * Int(codec.clockRate) / MediaClock.sampleRate)
        }
    }

    /// Ends the frame: notes its level, and says where it goes. Digits whose end was lost come out here.
    func finishPlaying(level: Double, at now: Duration) -> (any AudioSink)? {
        var digits: [TelephoneEventReceiver.Digit] = []
        let sink: (any AudioSink)? = withState { state in
            state.inboundLevel = level
            state.digits.expire(at: now, into: &digits)
            return state.isClosed ? nil : state.sink
        }
        report(digits)
        return sink
    }
}

extension JitterBuffer.Pace {
    fileprivate func scaled(by factor: Int) -> Self {
        switch self {
        case .asItIs: .asItIs
        case .shorter(let ticks): .shorter(ticks: ticks * factor)
        case .longer(let ticks): .longer(ticks: ticks * factor)
        }
    }
}
