package import CallModel
package import PhoneCore
package import PushPayload
import WireJSON

/// Keeps this device subscribed to its own channel of the exchange, in Pusher's protocol. It connects, authenticates,
/// subscribes from the last version it knows, and does so again after every lost connection.
///
/// Each message is delivered once, in the order of versions. Messages published while there was no connection come with
/// the next subscription. Source: Pusher Channels protocol 7; the exchange's own `since`.
package struct DeviceChannel: Hashable, Sendable {
    /// An event of the channel.
    package enum Event: Hashable, Sendable {
        /// The phone wants messages from now on, or no longer.
        case listen(Bool)
        /// A message came.
        case text([UInt8])
        /// The socket was closed, or could not be opened.
        case closed
        /// The exchange authorized a socket; without a permit it did not.
        case authorized(socket: String, Permit?)
        case timerFired(Timer)
    }

    /// The authorization of a socket for a channel.
    package struct Permit: Hashable, Sendable {
        package let channel: String
        /// `key:signature`.
        package let auth: String

        package init(channel: String, auth: String) {
            self.channel = channel
            self.auth = auth
        }
    }

    package enum Timer: Hashable, Sendable {
        /// The next attempt is due.
        case retry
        /// Nothing has come from the exchange for long.
        case silence
    }

    /// An effect for the shell to carry out.
    package enum Effect: Hashable, Sendable {
        /// Close the former socket, if any, and open a new one.
        case open
        case send([UInt8])
        case close
        /// Ask the exchange to authorize this socket. The answer is `authorized`.
        case authorize(socket: String)
        case notify(Note)
        /// Tell the emergency numbers that are dialed over the carrier from now on.
        case publishEmergencyNumbers([String])
        /// Start a timer, in place of one of the same name.
        case startTimer(Timer, after: Duration)
        case stopTimer(Timer)
    }

    /// A change of a ringing call, as the message gives it.
    package struct Note: Hashable, Sendable {
        package let session: CallSessionID
        /// The round in which that session rang the device.
        package let round: RingRound
        package let organization: OrganizationID?
        /// The provider that has the call.
        package let provider: SignalingProvider?
        package let state: String
        package let reason: String?
        /// When the ringing ends, by the exchange's wall clock.
        package let until: WallTime?
        package let answeredBy: RingDevice?
    }

    private enum Phase: Hashable, Sendable {
        /// The phone wants no messages. Leaves to: `connecting`.
        case off
        /// Waits until the exchange has named the socket. Leaves to: `proving`, `waiting`, `off`.
        case connecting
        /// Waits until the exchange has authorized that socket. Leaves to: `subscribing`, `waiting`, `off`.
        case proving(socket: String)
        /// Waits until the exchange has confirmed the subscription. Leaves to: `listening`, `waiting`, `off`.
        case subscribing
        /// The subscription is confirmed. Leaves to: `waiting`, `off`.
        case listening
        /// Waits for the retry timer. Leaves to: `connecting`, `off`.
        case waiting
    }

    /// The waits between two attempts.
    private static let retry = RetryPace(first: .milliseconds(500), longest: .seconds(60))
    /// The longest time until a socket is opened and named, and until a ping is answered.
    package static let answerWait = Duration.seconds(10)
    /// In seconds: the longest silence before a ping, even if the exchange names a longer one.
    private static let silenceMax: Int64 = 120

    private var phase = Phase.off
    /// The number of failed attempts since the last subscription.
    private var failures: UInt8 = 0
    /// The channel to which `version` belongs.
    private var channel: String?
    private var version: UInt64 = 0
    private var silence = Duration.seconds(30)
    /// Whether the channel waits for a first message or the answer to a ping.
    private var isProbing = false

    package init() {}

    /// Handles one event and appends its effects.
    package mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .listen(true): if phase == .off { connect(into: &effects) }
        case .listen(false): stop(into: &effects)
        case .text(let bytes): handle(bytes, into: &effects)
        case .closed: if phase != .off, phase != .waiting { fail(into: &effects) }
        case .authorized(let socket, let permit):
            guard phase == .proving(socket: socket) else { return }
            subscribe(permit, into: &effects)
        case .timerFired(.retry): if phase == .waiting { connect(into: &effects) }
        case .timerFired(.silence): receivedNothing(into: &effects)
        }
    }

    private mutating func connect(into effects: inout [Effect]) {
        phase = .connecting
        isProbing = true
        effects.append(.open)
        effects.append(.startTimer(.silence, after: Self.answerWait))
    }

    private mutating func stop(into effects: inout [Effect]) {
        guard phase != .off else { return }
        effects.append(.stopTimer(phase == .waiting ? .retry : .silence))
        if phase != .waiting { effects.append(.close) }
        phase = .off
        failures = 0
    }

    private mutating func fail(into effects: inout [Effect]) {
        failures = min(failures + 1, 16)
        phase = .waiting
        effects.append(.close)
        effects.append(.stopTimer(.silence))
        effects.append(.startTimer(.retry, after: Self.retry.wait(after: failures)))
    }

    private mutating func receivedNothing(into effects: inout [Effect]) {
        guard phase != .off, phase != .waiting else { return }
        guard !isProbing else { return fail(into: &effects) }
        isProbing = true
        send(["event": "pusher:ping", "data": [:]], into: &effects)
        effects.append(.startTimer(.silence, after: Self.answerWait))
    }

    private func send(_ message: JSONObject, into effects: inout [Effect]) {
        effects.append(.send(JSONWriter.bytes(of: .object(message))))
    }

    private mutating func subscribe(_ permit: Permit?, into effects: inout [Effect]) {
        guard let permit else { return fail(into: &effects) }
        if channel != permit.channel { version = 0 }
        channel = permit.channel
        phase = .subscribing
        send(
            [
                "event": "pusher:subscribe",
                "data": [
                    "channel": .string(permit.channel), "auth": .string(permit.auth),
                    "since": .integer(Int64(clamping: version)),
                ],
            ], into: &effects)
    }

    private mutating func handle(_ bytes: [UInt8], into effects: inout [Effect]) {
        guard phase != .off, phase != .waiting else { return }
        guard let message = (try? JSONParser.parse(bytes))?.object, let name = message["event"]?.string else { return }
        isProbing = false
        let data = Self.data(of: message)
        switch name {
        case "pusher:connection_established": established(data, into: &effects)
        case "pusher:ping": send(["event": "pusher:pong", "data": [:]], into: &effects)
        case "pusher_internal:subscription_succeeded" where message["channel"]?.string == channel:
            learn(data["version"])
            phase = .listening
            failures = 0
        // The exchange refused the subscription: the socket would stay open without any messages.
        case "pusher:error" where phase != .listening: return fail(into: &effects)
        case "carillon:snapshot" where message["channel"]?.string == channel:
            for event in data["events"]?.array ?? [] { notify(event.object ?? [:], into: &effects) }
            learn(data["version"])
        case _ where message["channel"]?.string == channel: notify(message, into: &effects)
        default: break
        }
        effects.append(.startTimer(.silence, after: silence))
    }

    /// The message's data, which is an object or a text of JSON.
    private static func data(of message: JSONObject) -> JSONObject {
        if let object = message["data"]?.object { return object }
        return message["data"]?.string.flatMap { try? JSONParser.parse(text: $0).object } ?? [:]
    }

    private mutating func established(_ data: JSONObject, into effects: inout [Effect]) {
        guard phase == .connecting, let socket = data["socket_id"]?.string else { return }
        if let seconds = data["activity_timeout"]?.integer {
            silence = .seconds(min(max(seconds, 1), Self.silenceMax))
        }
        phase = .proving(socket: socket)
        effects.append(.authorize(socket: socket))
    }

    private mutating func learn(_ value: JSONValue?) {
        guard let number = value?.integer.flatMap({ UInt64(exactly: $0) }) else { return }
        version = max(version, number)
    }

    /// Tells an event of the channel, unless it was told already.
    private mutating func notify(_ event: JSONObject, into effects: inout [Effect]) {
        let number = event["version"]?.integer.flatMap { UInt64(exactly: $0) }
        if let number, number <= version { return }
        learn(event["version"])
        let data = Self.data(of: event)
        switch event["event"]?.string {
        case "ring_changed": if let note = Note(data) { effects.append(.notify(note)) }
        case EmergencyNumbers.name:
            if let numbers = EmergencyNumbers.read(from: data) { effects.append(.publishEmergencyNumbers(numbers)) }
        default: break
        }
    }
}

extension DeviceChannel.Note {
    /// Reads a message's data; nil if it names no call.
    fileprivate init?(_ data: JSONObject) {
        guard let session = data["call_session_id"]?.string.flatMap({ CallSessionID($0) }),
            let state = data["state"]?.string
        else { return nil }
        self.session = session
        self.state = state
        round = data["round"]?.integer.map { RingRound(clamping: $0) } ?? .first
        organization = data["organization_id"]?.string.map { OrganizationID($0) }
        provider = data["provider"]?.string.flatMap(SignalingProvider.init(rawValue:))
        reason = data["reason"]?.string
        until = data["until"]?.integer.map { WallTime(milliseconds: $0) }
        answeredBy = RingDevice(in: data)
    }
}
