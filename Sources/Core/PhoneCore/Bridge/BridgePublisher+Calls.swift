import CallModel
import PushPayload

extension BridgePublisher {
    mutating func handle(_ update: PhoneUpdate, at now: Duration, time: WallTime, into events: inout [BridgeEvent]) {
        switch update {
        case .call(let snapshot): handle(snapshot, at: now, time: time, into: &events)
        case .ended(let end):
            let since = lines.first { $0.call.id == end.call }?.since
            lines.removeAll { $0.call.id == end.call }
            if end.reason == .dropped { events.append(.networkTimeout) }
            events.append(.callEnded(end, seconds: CallClock(since.map { now - $0 } ?? .zero).seconds))
        case .connection(let registration, let phase):
            // A carrier's connection serves single calls, whose own phase shows its state.
            guard registration.provider == .exchange else { return }
            handle(phase, of: registration.organization, into: &events)
        case .network(let change): handle(change, into: &events)
        case .organization(let organization): activate(organization, into: &events)
        case .unread(let count): events.append(.unreadCountChanged(Int64(count)))
        case .audio(let audio): handle(audio, into: &events)
        case .elsewhere(let calls):
            callsElsewhere = calls
            events.append(.callsElsewhereChanged(calls))
        case .failed(let id, let refusal): events.append(.callFailed(id, refusal))
        case .transferFailed(let id, let reason, let reported):
            events.append(.transferFailed(id, reason, reported: reported))
        }
    }

    private mutating func handle(
        _ snapshot: CallSnapshot, at now: Duration, time: WallTime, into events: inout [BridgeEvent]
    ) {
        let index = lines.firstIndex { $0.call.id == snapshot.id }
        let before = index.map { lines[$0] }
        let isFirstConnected = snapshot.phase == .connected && before?.since == nil
        let call = BridgeCall(
            snapshot, active: active, connectedAt: isFirstConnected ? time : before?.call.connectedAt)
        let line = Line(call: call, since: isFirstConnected ? now : before?.since)
        if let index { lines[index] = line } else { lines.append(line) }
        guard let before = before?.call else { return events += Self.beginning(of: call) }
        guard call != before else { return }
        let count = events.count
        if call.phase != before.phase { events.append(Self.step(to: call, isFirstConnected)) }
        if call.isMuted != before.isMuted { events.append(.muteStateChanged(call.id, call.isMuted)) }
        if call.isHeld != before.isHeld { events.append(.holdStateChanged(call.id, call.isHeld)) }
        if events.count == count { events.append(.callUpdated(call)) }
    }

    /// The events for a call that the page does not know yet.
    private static func beginning(of call: BridgeCall) -> [BridgeEvent] {
        var first = call
        first.phase = call.direction == .inbound ? .ringing : .dialing
        let begun: BridgeEvent = call.direction == .inbound ? .incomingCall(first) : .callStarted(first)
        return call.phase == first.phase ? [begun] : [begun, step(to: call, call.phase == .connected)]
    }

    private static func step(to call: BridgeCall, _ isFirstConnected: Bool) -> BridgeEvent {
        switch call.phase {
        case .ringing: .incomingCall(call)
        case .answering: .callConnecting(call)
        case .dialing: .callStarted(call)
        case .connecting: .callRinging(call)
        case .connected: isFirstConnected ? .callAnswered(call) : .callUpdated(call)
        case .reconnecting: .callReconnecting(call)
        }
    }

    private mutating func handle(_ audio: AudioSnapshot, into events: inout [BridgeEvent]) {
        if audio.isSpeakerOn != isSpeakerOn {
            isSpeakerOn = audio.isSpeakerOn
            events.append(.speakerStateChanged(isSpeakerOn))
        }
        guard audio.routes != routes else { return }
        let before = routes.current.route
        routes = audio.routes
        if routes.current.route != before { events.append(.audioRouteChanged(routes.current.route, from: before)) }
        events.append(.audioRoutesChanged(routes))
    }

    func tick(at now: Duration, into events: inout [BridgeEvent]) {
        for line in lines {
            guard let since = line.since else { continue }
            events.append(.callDurationUpdated(line.call.id, CallClock(now - since)))
        }
    }

    /// The time until a call's clock changes; `nil` if no call is connected.
    public func untilTick(at now: Duration) -> Duration? {
        lines.compactMap { line in line.since.map { CallClock.untilNextTick(now - $0) } }.min()
    }
}

/// The duration of a call, in readable form.
public struct CallClock: Hashable, Sendable, CustomStringConvertible {
    /// Whole seconds, from 0.
    public let seconds: Int64

    /// Creates a clock from the connected time; a negative time counts as 0.
    public init(_ elapsed: Duration) {
        seconds = max(0, elapsed.components.seconds)
    }

    /// `MM:SS`, or from one hour on `H:MM:SS`.
    public var description: String {
        let minutes = seconds / 60 % 60
        let rest = Self.padded(minutes) + ":" + Self.padded(seconds % 60)
        return seconds < 3_600 ? rest : "\(seconds / 3_600):" + rest
    }

    /// The time until the text changes next, so that the display ticks on the second without drift.
    public static func untilNextTick(_ elapsed: Duration) -> Duration {
        guard elapsed >= .zero else { return .zero - elapsed }
        return .seconds(elapsed.components.seconds + 1) - elapsed
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
