import MediaEngine
import RTP
import Synchronization

/// The audio of one connection, shared by its loop, the media clock and the threads that give commands.
///
/// One lock guards the SRTP contexts, the jitter buffer and the counters. The lock is never held while a sink, a source
/// or an ICE agent is called.
final class AudioFlow: Sendable {
    let identity: FlowIdentity
    let outlet: MediaEventStream
    private let lock = Mutex(())
    /// Used through `withState` only. It is outside the mutex, because the mutex's own storage does not accept borrowed
    /// pointers.
    private nonisolated(unsafe) var state: FlowState

    init(_ identity: FlowIdentity, outlet: MediaEventStream) {
        self.identity = identity
        self.outlet = outlet
        state = FlowState(identity, at: MonotonicTime.now())
    }

    func withState<Result>(_ body: (inout FlowState) -> Result) -> Result {
        lock.withLock { _ in body(&state) }
    }

    var isClosed: Bool { withState { $0.isClosed } }

    func use(_ ice: IceTransport) {
        withState { state in
            if state.ice != nil { state.rate.forgetNetwork() }
            state.ice = ice
        }
    }

    /// Installs the keys; returns false if they do not fit the profile.
    func use(_ keys: SrtpKeys) -> Bool {
        withState { state in
            state.outbound = SrtpSession(profile: keys.profile, key: keys.local, inbound: false)
            state.inbound = SrtpSession(profile: keys.profile, key: keys.remote, inbound: true)
            state.lastHeard = MonotonicTime.now()
            state.startsTalkspurt = true
            return state.outbound != nil && state.inbound != nil
        }
    }

    /// Makes `receive` report the next authentic packet.
    func awaitProof() { withState { $0.awaitsProof = true } }

    func forgetKeys() {
        withState { state in
            state.outbound = nil
            state.inbound = nil
        }
    }

    func follow(_ plan: FlowPlan) {
        withState { state in
            if state.plan?.eventFormats != plan.eventFormats {
                state.digits = TelephoneEventReceiver(formats: plan.eventFormats)
            }
            state.sending.changeClockRate(to: plan.send.clockRate)
            state.rate.follow(plan.abilities)
            if plan.remoteSends, state.plan?.remoteSends != true { state.lastHeard = MonotonicTime.now() }
            state.plan = plan
        }
    }

    /// - Parameter agreed: whether both sides' descriptions let us send, although we may have withdrawn it since.
    func allow(sending maySend: Bool, agreed isSendingAgreed: Bool, receiving mayReceive: Bool) {
        change { state in
            if maySend, !state.maySend { state.startsTalkspurt = true }
            state.maySend = maySend
            state.isSendingAgreed = isSendingAgreed
            state.mayReceive = mayReceive
        }
    }

    func mute(_ isMuted: Bool) { withState { $0.isMuted = isMuted } }

    /// Stops the sound, or lets it go on: see `MediaCommand.setPaused`.
    func pause(_ isPaused: Bool) { change { $0.isPaused = isPaused } }

    /// Changes the state. At the end of a hold the peer's sound is expected anew, as it may have sent none meanwhile, or
    /// descriptions of no noise.
    private func change(_ body: (inout FlowState) -> Void) {
        withState { state in
            let wasHeld = state.isHeld
            body(&state)
            guard wasHeld, !state.isHeld else { return }
            state.lastHeard = MonotonicTime.now()
            state.line?.lastContent = .audio
        }
    }

    /// The earlier source is released outside the lock, because its deinitializer may call this object.
    func setSource(_ source: (any AudioSource)?) {
        _ = withState { state in
            defer { state.source = source }
            return state.source
        }
    }

    func setSink(_ sink: (any AudioSink)?) {
        _ = withState { state in
            defer { state.sink = sink }
            return state.sink
        }
    }

    func sendTones(_ id: MediaCommand.ID, _ digits: String, milliseconds: Int) -> MediaError? {
        withState { state in
            guard !digits.isEmpty, digits.allSatisfy({ TelephoneDigit.code(of: $0) != nil }) else {
                return MediaError(.invalidTone, "a tone that is not one of 0123456789*#ABCD")
            }
            guard state.plan == nil || state.plan?.sendEvent != nil else {
                return MediaError(.unsupportedConfiguration, "the peer takes no telephone events")
            }
            guard digits.count <= TelephoneEventSender.queuedDigitsMax,
                state.tones.append(id, digits, milliseconds: milliseconds)
            else { return MediaError(.limitReached, "tones waiting") }
            return nil
        }
    }

    func statistics() -> MediaStatistics { withState { $0.statistics(at: MonotonicTime.now()) } }

    /// The time since the last authentic packet, and the packets that are expected.
    func silence(at now: Duration) -> (Duration, LinkEvent.Expectation) {
        withState { state in
            let silence = now - state.lastHeard
            // During a hold the peer may send nothing but reports, and for a while during a pause that it described.
            let isPause = state.isHeld || state.isPeerSilent && silence < JitterBuffer.describedPauseMax
            if state.plan?.remoteSends == true, !isPause { return (silence, .media) }
            return (silence, state.remote.hasReported ? .reports : .nothing)
        }
    }

    func close() {
        let released: ((any AudioSource)?, (any AudioSink)?) = withState { state in
            defer { (state.source, state.sink) = (nil, nil) }
            state.isClosed = true
            (state.maySend, state.mayReceive) = (false, false)
            state.ice = nil
            state.outbound = nil
            state.inbound = nil
            state.line = nil
            return (state.source, state.sink)
        }
        _ = released
    }
}

/// The random identifiers of our stream (RFC 3550 §5.1, RFC 7022).
struct FlowIdentity: Hashable, Sendable {
    var source = UInt32.random(in: 1 ... .max)
    var canonicalName = String(UInt64.random(in: 0 ... .max), radix: 36)
    var firstSequenceNumber = UInt16.random(in: 0...0x7FFF)
    var firstTimestamp = UInt32.random(in: 0 ... .max)
}
