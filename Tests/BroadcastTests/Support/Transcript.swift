import Broadcast
import WireJSON

/// A hub, driven event by event; every step returns its effects as lines of text.
struct Transcript {
    /// Where versions begin in these tests: a round number, so that `v1` is the first event of a channel made at 0 s.
    static let origin: UInt64 = 1_000_000_000
    private(set) var hub: BroadcastHub
    private var now = Duration.zero

    init(_ limits: BroadcastLimits = BroadcastLimits()) {
        hub = BroadcastHub(limits: limits, originMicroseconds: Self.origin)
    }

    mutating func at(_ seconds: Int) { now = .seconds(seconds) }

    mutating func handle(_ event: BroadcastEvent) -> [String] {
        var effects: [BroadcastEffect] = []
        hub.handle(event, at: now, into: &effects)
        return effects.map(Self.line)
    }

    /// Socket `n` opens as `n.n`.
    @discardableResult
    mutating func open(_ number: Int32) -> [String] {
        handle(.opened(BroadcastConnectionID(place: number), SocketID(UInt32(number), UInt32(number))))
    }

    @discardableResult
    mutating func subscribe(
        _ number: Int32, _ channel: String, since: UInt64? = nil, isSigned: Bool = true, user: String? = nil
    ) -> [String] {
        let data = user.map { #"{"user_id":"\#($0)","user_info":{"name":"\#($0)"}}"# }
        let known = since.map { $0 == 0 ? 0 : $0 + Self.origin }
        let request = SubscribeRequest(channel: channel, auth: "key:signature", channelData: data, since: known)
        return receive(number, .subscribe(request), isSigned: isSigned)
    }

    @discardableResult
    mutating func receive(_ number: Int32, _ message: ClientMessage, isSigned: Bool = false) -> [String] {
        handle(.received(BroadcastConnectionID(place: number), message, isSigned: isSigned))
    }

    @discardableResult
    mutating func close(_ number: Int32) -> [String] { handle(.closed(BroadcastConnectionID(place: number))) }

    @discardableResult
    mutating func publish(
        _ event: String, _ data: String = "{}", to channels: String..., except: SocketID? = nil, key: String? = nil,
        isLast: Bool = false, once: String? = nil
    ) -> [String] {
        handle(
            .publish(
                Publication(
                    event: event, data: data, channels: channels, except: except, key: key, isLast: isLast,
                    idempotencyKey: once)))
    }

    // MARK: - Lines

    private static func line(_ effect: BroadcastEffect) -> String {
        switch effect {
        case .send(let id, let message): "\(id.place) ← \(text(message))"
        case .broadcast(let message, let ids, let except):
            ids.filter { $0 != except }.map { "\($0.place)" }.joined(separator: ",") + " ← \(text(message))"
        case .listening(let device, let isListening): "\(device) \(isListening ? "hears" : "hears no more")"
        case .close(let id, let error): "\(id.place) closed \(error.rawValue)"
        }
    }

    private static func text(_ message: ServerMessage) -> String {
        switch message {
        case .connectionEstablished(let socket): "established \(socket)"
        case .error(let error): "error \(error.rawValue)"
        case .ping: "ping"
        case .pong: "pong"
        case .subscribed(let channel, let data): "subscribed \(channel)\(text(data))"
        case .event(_, let event, let isVersioned): isVersioned ? text(event) : event.name
        case .clientEvent(_, let event, _, let user): "\(event) of \(user ?? "a client")"
        case .cacheMiss(let channel): "cache miss \(channel)"
        case .snapshot(_, let version, let events, let isComplete):
            "snapshot \(text(version)) [\(events.map(text).joined(separator: " "))]\(isComplete ? "" : " incomplete")"
        case .signedIn(let userData): "signed in \(userData)"
        case .memberAdded(_, let member): "added \(member.user)"
        case .memberRemoved(_, let user): "removed \(user)"
        }
    }

    private static func text(_ data: SubscriptionData) -> String {
        var text = ""
        if let roster = data.roster { text += " with \(roster.members.map(\.user).joined(separator: ","))" }
        if let version = data.version { text += " \(Self.text(version))" }
        if let replayed = data.replayed { text += " replayed \(replayed)" }
        return text
    }

    private static func text(_ event: ChannelEvent) -> String { "\(event.name)@\(text(event.version))" }

    private static func text(_ version: UInt64) -> String { "v\(version - origin)" }
}
