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
    }

    func play(at now: Duration) -> PlayTurn {
        withState { state in
            guard !state.isClosed, state.mayReceive, let codec = state.line?.codec,
                let playout = state.line?.jitter.pull(at: now)
            else { return PlayTurn(playout: .silence, needsReset: false, samples: MediaClock.frameSamples) }
            let ticks = Int(state.line?.jitter.packetTicks ?? 0)
            let needsReset = state.line?.needsReset ?? false
            state.line?.needsReset = false
            return PlayTurn(
                playout: playout, codec: codec, needsReset: needsReset,
                samples: ticks * MediaClock.sampleRate / Int(codec.clockRate))
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

    /// What the peer loses of ours, in percent.
    var lossSeenByPeer: Double { withState { ($0.remote.fractionLost ?? 0) * 100 } }
}
