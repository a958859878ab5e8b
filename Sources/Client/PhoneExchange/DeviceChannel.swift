package import CallModel
package import PhoneCore
package import PushPayload
import WireJSON

/// Keeps this device listening to its own channel of the exchange, in Pusher's protocol: connects, proves who it is,
/// subscribes from what it knows on, and does so again after every cut.
///
/// News come each once, in the order of their versions: what was told while there was no connection comes with the next
/// subscription. Source: Pusher Channels protocol 7; the exchange's own `since`.
package struct DeviceChannel: Hashable, Sendable {
    /// What happens to it.
    package enum Event: Hashable, Sendable {
        /// News are wanted from now on, or no longer.
        case listen(Bool)
        /// A message came.
        case text([UInt8])
        /// The socket is no more, or none came about.
        case closed
        /// The exchange let a socket in, or did not.
        case authorized(socket: String, Permit?)
        case timerFired(Timer)
    }

    /// What lets a socket in.
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
        /// Nothing was heard for long.
        case silence
    }

    /// What it wants done.
    package enum Effect: Hashable, Sendable {
        /// Open a socket; a former one is closed.
        case open
        case send([UInt8])
        case close
        /// Ask the exchange to let this socket in. The answer is `authorized`.
        case authorize(socket: String)
        case tell(Note)
        /// Which emergency numbers are to be dialled over the carrier from now on.
        case tellEmergencyNumbers([String])
        /// One of the same name is replaced.
        case startTimer(Timer, after: Duration)
        case stopTimer(Timer)
    }

    /// One piece of news, as it stands in the message.
    package struct Note: Hashable, Sendable {
        package let session: CallSessionID
        /// Which ringing of the device by that session.
        package let round: RingRound
        package let organization: OrganizationID?
        /// With whom the call is.
        package let provider: SignalingProvider?
        package let state: String
        package let reason: String?
        /// Until when it rings, by the exchange's calendar.
        package let until: WallTime?
        package let answeredBy: RingDevice?
    }

    private enum Phase: Hashable, Sendable {
        /// No news are wanted. Leaves to: `connecting`.
        case off
        /// Until the exchange has said the socket's name. Leaves to: `proving`, `waiting`, `off`.
        case connecting
        /// The exchange is asked to let that socket in. Leaves to: `subscribing`, `waiting`, `off`.
        case proving(socket: String)
        /// Until the subscription stands. Leaves to: `listening`, `waiting`, `off`.
        case subscribing
        /// Leaves to: `waiting`, `off`.
        case listening
        /// The next attempt comes with the retry timer. Leaves to: `connecting`, `off`.
        case waiting
    }

    /// Between two attempts.
    private static let retry = RetryPace(first: .milliseconds(500), longest: .seconds(60))
    /// How long a socket may take to be opened and named, and how long a ping may go unanswered.
    package static let answerWait = Duration.seconds(10)
    /// The longest silence after which a ping is sent, whatever the exchange says.
    private static let silenceMax: Int64 = 120

    private var phase = Phase.off
    /// In a row, without a subscription between.
    private var failures: UInt8 = 0
    /// Of which channel the version is known.
    private var channel: String?
    private var version: UInt64 = 0
    private var silence = Duration.seconds(30)
    /// Whether a ping waits for anything to be heard.
    private var isProbing = false

    package init() {}

    /// Takes one event.
    package mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .listen(true): if phase == .off { connect(into: &effects) }
        case .listen(false): stop(into: &effects)
        case .text(let bytes): take(bytes, into: &effects)
        case .closed: if phase != .off, phase != .waiting { fail(into: &effects) }
        case .authorized(let socket, let permit):
            guard phase == .proving(socket: socket) else { return }
            subscribe(permit, into: &effects)
        case .timerFired(.retry): if phase == .waiting { connect(into: &effects) }
        case .timerFired(.silence): heardNothing(into: &effects)
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

    private mutating func heardNothing(into effects: inout [Effect]) {
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

    private mutating func take(_ bytes: [UInt8], into effects: inout [Effect]) {
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
        // Refused by name: the socket would stay, and hear nothing.
        case "pusher:error" where phase != .listening: return fail(into: &effects)
        case "carillon:snapshot" where message["channel"]?.string == channel:
            for event in data["events"]?.array ?? [] { tell(event.object ?? [:], into: &effects) }
            learn(data["version"])
        case _ where message["channel"]?.string == channel: tell(message, into: &effects)
        default: break
        }
        effects.append(.startTimer(.silence, after: silence))
    }

    /// `data` is a text that holds JSON, or an object.
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

    /// An event of the channel; one that was told already is told no more.
    private mutating func tell(_ event: JSONObject, into effects: inout [Effect]) {
        let number = event["version"]?.integer.flatMap { UInt64(exactly: $0) }
        if let number, number <= version { return }
        learn(event["version"])
        let data = Self.data(of: event)
        switch event["event"]?.string {
        case "ring_changed": if let note = Note(data) { effects.append(.tell(note)) }
        case EmergencyNumbers.name:
            if let numbers = EmergencyNumbers.read(from: data) { effects.append(.tellEmergencyNumbers(numbers)) }
        default: break
        }
    }
}

extension DeviceChannel.Note {
    /// nil if it names no call.
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
