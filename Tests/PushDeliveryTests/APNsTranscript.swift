import CallModel
import PushDelivery
import PushPayload

/// Plays a sender, and says what it does in short words.
struct APNsTranscript {
    var sender = APNsSender(environment: .production, seed: 42)
    var now = Duration.zero

    static let one = APNsConnectionID(1)
    static let two = APNsConnectionID(2)

    mutating func after(_ event: APNsEvent) -> [String] {
        var effects: [APNsEffect] = []
        sender.handle(event, at: now, into: &effects)
        return effects.map(Self.words)
    }

    mutating func after(_ wait: Duration, _ event: APNsEvent = .time) -> [String] {
        now += wait
        return after(event)
    }

    mutating func submit(_ push: PreparedPush) -> [String] {
        after(.submit(push, wall: Pushes.wall.advanced(by: now)))
    }

    /// A sender with a token and an open connection that allows so many streams; nothing is proved yet.
    static func open(streams: Int = 100) -> APNsTranscript {
        var transcript = APNsTranscript()
        _ = transcript.after(.start)
        _ = transcript.after(.minted(1))
        _ = transcript.after(.settings(one, streamsMax: streams))
        _ = transcript.after(.opened(one))
        return transcript
    }

    /// The same, after a first push that was accepted on stream 1.
    static func proved(streams: Int = 100) throws -> APNsTranscript {
        var transcript = open(streams: streams)
        _ = transcript.submit(try Pushes.ring(1_000))
        _ = transcript.after(.answered(one, stream: 1, APNsResponse(status: 200)))
        return transcript
    }

    /// Lets time pass as the shell would, up to a moment.
    mutating func runUntil(_ end: Duration) -> [String] {
        var words: [String] = []
        while let wake = sender.nextWake(after: now), wake <= end {
            now = max(wake, now)
            words += after(.time)
        }
        now = end
        return words
    }

    private static func words(_ effect: APNsEffect) -> String {
        switch effect {
        case .open(let id): "open \(id.value)"
        case .send(let id, let stream, let request, let token):
            "send \(request.id.value.low) on \(id.value)/\(stream) with \(token)"
        case .cancel(let id, let stream): "cancel \(id.value)/\(stream)"
        case .ping(let id): "ping \(id.value)"
        case .close(let id): "close \(id.value)"
        case .mint(let generation): "mint \(generation)"
        case .resolve(let reference, let outcome): "\(reference) \(words(outcome))"
        case .alarm(let alarm): "alarm \(alarm.reason)"
        case .stopped: "stopped"
        }
    }

    private static func words(_ outcome: PushOutcome) -> String {
        switch outcome {
        case .accepted: "accepted"
        case .tokenGone(let removal): "gone \(removal.cause.rawValue) since \(removal.goneSince.milliseconds)"
        case .refused(let alarm): "refused \(alarm.reason)"
        case .suppressed(let rule): "suppressed \(rule.rawValue)"
        case .expired, .unanswered, .withdrawn, .overloaded, .stopped: "\(outcome)"
        }
    }
}
