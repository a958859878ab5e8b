import CallModel
import CarillonRTC

/// What the demo measured on the way; wall time on a shared machine, so an impression rather than a benchmark.
struct DemoFigures {
    /// When alice dialled, on the trace's clock.
    var dialled = Duration.zero
    /// From dialling until all three devices rang.
    var allRinging = Duration.zero
    /// From the two taps until both other devices had stopped ringing.
    var othersDismissed = Duration.zero
    /// From the two taps until the winner's call was active: signalling, ICE and DTLS.
    var answered = Duration.zero
    /// From dialling until the callee's meter heard the caller.
    var firstAudio = Duration.zero
    /// From the cut until the call was whole again.
    var reattached = Duration.zero
    /// From the dashboard's return until it had been told all it had missed.
    var replayed = Duration.zero
    /// From dialling carol until the stand-in for Apple's service had taken the push.
    var pushed = Duration.zero
    /// From dialling carol until her locked phone rang.
    var rangLocked = Duration.zero
    /// From the tap on the lock screen until the call was active at both ends.
    var answeredLocked = Duration.zero
    var winner = ""
    var quality: [(device: String, quality: CallQuality?)] = []
    var endings: [(device: String, ending: Ending?)] = []
    var story: CallStory?
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    /// Milliseconds with one decimal.
    var text: String { "\((milliseconds * 10).rounded() / 10) ms" }
}

extension Double {
    /// An amplitude 0…1 with three decimals.
    var levelText: String { "amplitude \((self * 1000).rounded() / 1000)" }
}
