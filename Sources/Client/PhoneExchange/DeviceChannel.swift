package import CallModel
package import PhoneCore
package import PushPayload
import WireJSON

/// Keeps this device subscribed to its own channel of the exchange and to its person's, in Pusher's protocol. It
/// connects, authenticates, subscribes from the last version it knows, and does so again after every lost connection.
/// Without the person's channel, the device's works alone.
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
        /// The exchange authorized a socket for the device's channel, and perhaps for the person's; without a permit
        /// for the device it did not.
        case authorized(socket: String, Permit?, person: Permit? = nil)
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
        /// Tell a change of an answered call on one of the person's devices, or on the other side's.
        case notifyCall(CallNote)
        /// The person's calls are told anew from here on.
        case forgetCalls
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

    /// A change of a call of the person's, as the message gives it.
    package struct CallNote: Hashable, Sendable {
        package let session: CallSessionID
        /// The device that changed; nil for the call as a whole.
        package let device: String?
        package let state: String
        package let organization: OrganizationID?
        /// Whether it is a call to a number.
        package let isToNumber: Bool
    }

    /// A channel, and how far its messages are known.
    private struct Subscription: Hashable, Sendable {
        /// The channel to which `version` belongs.
        var channel: String?
        var version: UInt64 = 0

        mutating func begin(_ channel: String?) {
            if self.channel != channel { version = 0 }
            self.channel = channel
        }

        mutating func learn(_ value: JSONValue?) {
            guard let number = value?.integer.flatMap({ UInt64(exactly: $0) }) else { return }
            version = max(version, number)
        }

        /// Notes an event's version; false if the event was told already.
        mutating func isFirst(_ event: JSONObject) -> Bool {
            let number = event["version"]?.integer.flatMap { UInt64(exactly: $0) }
            if let number, number <= version { return false }
            learn(event["version"])
            return true
        }
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
    private var own = Subscription()
    private var person = Subscription()
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
        case .authorized(let socket, let permit, let person):
            guard phase == .proving(socket: socket) else { return }
            subscribe(permit, person, into: &effects)
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
        // The phone forgets the person's calls while it does not listen.
        person.version = 0
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

    private mutating func subscribe(_ permit: Permit?, _ personPermit: Permit?, into effects: inout [Effect]) {
        guard let permit else { return fail(into: &effects) }
        own.begin(permit.channel)
        person.begin(personPermit?.channel)
        // Without the channel the end of no call is told.
        if personPermit == nil { effects.append(.forgetCalls) }
        phase = .subscribing
        send(permit, since: own.version, into: &effects)
        if let personPermit { send(personPermit, since: person.version, into: &effects) }
    }

    private func send(_ permit: Permit, since version: UInt64, into effects: inout [Effect]) {
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
        case "pusher_internal:subscription_succeeded" where message["channel"]?.string == own.channel:
            own.learn(data["version"])
            phase = .listening
            failures = 0
        // The exchange refused the subscription: the socket would stay open without any messages.
        case "pusher:error" where phase != .listening: return fail(into: &effects)
        case "carillon:snapshot" where message["channel"]?.string == own.channel:
            for event in data["events"]?.array ?? [] { notify(event.object ?? [:], into: &effects) }
            own.learn(data["version"])
        case _ where message["channel"]?.string == own.channel: notify(message, into: &effects)
        case _ where message["channel"] != nil && message["channel"]?.string == person.channel:
            handleOfPerson(name, message, data, into: &effects)
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

    /// Handles a message of the person's channel. A snapshot has all calls that are not over, and those alone.
    private mutating func handleOfPerson(
        _ name: String, _ message: JSONObject, _ data: JSONObject, into effects: inout [Effect]
    ) {
        switch name {
        case "pusher_internal:subscription_succeeded": person.learn(data["version"])
        case "carillon:snapshot":
            effects.append(.forgetCalls)
            // It tells calls again that were told before.
            person.version = 0
            for event in data["events"]?.array ?? [] { notifyCall(event.object ?? [:], into: &effects) }
            person.learn(data["version"])
        default: notifyCall(message, into: &effects)
        }
    }

    private mutating func notifyCall(_ event: JSONObject, into effects: inout [Effect]) {
        guard person.isFirst(event), event["event"]?.string == "call_state_changed",
            let note = CallNote(Self.data(of: event))
        else { return }
        effects.append(.notifyCall(note))
    }

    /// Tells an event of the channel, unless it was told already.
    private mutating func notify(_ event: JSONObject, into effects: inout [Effect]) {
        guard own.isFirst(event) else { return }
        let data = Self.data(of: event)
        switch event["event"]?.string {
        case "ring_changed": if let note = Note(data) { effects.append(.notify(note)) }
        case EmergencyNumbers.name:
            if let numbers = EmergencyNumbers.read(from: data) { effects.append(.publishEmergencyNumbers(numbers)) }
        default: break
        }
    }
}

/// The part that all messages about calls have in common.
private struct NotedCall {
    let session: CallSessionID
    let state: String
    let organization: OrganizationID?

    /// Reads a message's data; nil if it names no call.
    init?(_ data: JSONObject) {
        guard let session = data["call_session_id"]?.string.flatMap({ CallSessionID($0) }),
            let state = data["state"]?.string
        else { return nil }
        self.session = session
        self.state = state
        organization = data["organization_id"]?.string.map { OrganizationID($0) }
    }
}

extension DeviceChannel.Note {
    /// Reads a message's data; nil if it names no call.
    fileprivate init?(_ data: JSONObject) {
        guard let call = NotedCall(data) else { return nil }
        (session, state, organization) = (call.session, call.state, call.organization)
        round = data["round"]?.integer.map { RingRound(clamping: $0) } ?? .first
        provider = data["provider"]?.string.flatMap(SignalingProvider.init(rawValue:))
        reason = data["reason"]?.string
        until = data["until"]?.integer.map { WallTime(milliseconds: $0) }
        answeredBy = RingDevice(in: data)
    }
}

extension DeviceChannel.CallNote {
    /// Reads a message's data; nil if it names no call.
    fileprivate init?(_ data: JSONObject) {
        guard let call = NotedCall(data) else { return nil }
        (session, state, organization) = (call.session, call.state, call.organization)
        device = data["device_id"]?.string
        // Only events of calls to numbers say who called.
        isToNumber = data["direction"] != nil
    }

    /// Whether the device has the call.
    package var isHad: Bool { state == "active" || state == "held" }
    /// Whether the device left the call, or the whole call ended.
    package var isOver: Bool { state == "ended" }
}
