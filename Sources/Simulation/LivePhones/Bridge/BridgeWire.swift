public import WireJSON

/// Decides what passes over a socket between a page and the plugin of a phone's app.
///
/// Every message is a JSON object. The page sends a call, `{"id": 1, "method": "hangup", "options": {}}`, and the
/// events it listens to, `{"listen": "incomingCall"}` and `{"forget": "incomingCall"}`. It gets the one answer to each call,
/// `{"id": 1, "result": {}}` or `{"id": 1, "error": {"message": "…", "code": "…"}}`, and events,
/// `{"event": "incomingCall", "data": {}}`. Retaining events is the plugin's and the web view's matter. A message that
/// breaks these rules ends the page: `{"end": "…"}` says why.
public struct BridgeWire: Hashable, Sendable {
    /// The longest message of a page in bytes. The bridge takes no value of more than a few kilobytes.
    public static let messageByteCountMax = 64 << 10
    /// The most calls without an answer. The web view takes no more.
    public static let pendingCountMax = 64
    /// The most events that a page listens to at the same time, well above the number of the bridge's.
    public static let listenedCountMax = 128
    /// The longest name of a method or event in bytes.
    public static let nameByteCountMax = 64

    private static let limits = JSONLimits(byteCountMax: messageByteCountMax, depthMax: 16, valueCountMax: 4_096)

    private let plugin: String
    private let methods: [String]
    private var pending: Set<Int64> = []
    private var listened: Set<String> = []
    private var isOver = false

    /// - Parameters:
    ///   - plugin: the plugin's name, for its errors.
    ///   - methods: the names of the plugin's methods, from its own table.
    public init(plugin: String, methods: [String]) {
        self.plugin = plugin
        self.methods = methods
    }

    /// Something that the machine is told.
    public enum Event: Hashable, Sendable {
        /// The page sent a message.
        case received(String)
        /// The plugin answered a call.
        case answered(Int64, BridgeReply)
        /// The plugin told an event that the page listens to.
        case told(String, JSONObject)
        /// The page is over on the phone's side, for this reason.
        case ended(String)
    }

    /// Something that the machine wants done.
    public enum Effect: Hashable, Sendable {
        /// Call the plugin's method.
        case call(Int64, method: String, options: JSONObject)
        /// Listen to an event of the plugin (true), or no longer (false).
        case listen(Bool, String)
        /// Send a message to the page.
        case send(String)
        /// Close the socket.
        case close
    }

    /// Handles an event. After the end of the page nothing has an effect.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        guard !isOver else { return }
        switch event {
        case .received(let text): receive(text, &effects)
        case .answered(let id, let reply):
            guard pending.remove(id) != nil else { return }
            effects.append(.send(Self.answer(id, reply)))
        case .told(let name, let data):
            guard listened.contains(name) else { return }
            effects.append(.send(JSONObject([("event", .string(name)), ("data", .object(data))]).jsonText))
        case .ended(let reason): end(reason, &effects)
        }
    }

    private mutating func receive(_ text: String, _ effects: inout [Effect]) {
        guard text.utf8.count <= Self.messageByteCountMax else {
            return end("a message has more than \(Self.messageByteCountMax) bytes", &effects)
        }
        guard let message = (try? JSONParser.parse(text: text, limits: Self.limits))?.object else {
            return end("a message is no JSON object, or one of too many values", &effects)
        }
        if let id = message["id"]?.integer {
            handle(id, message, &effects)
        } else if let name = message["listen"]?.string {
            listen(to: name, &effects)
        } else if let name = message["forget"]?.string {
            if listened.remove(name) != nil { effects.append(.listen(false, name)) }
        } else {
            end("a message is neither a call with a whole number as id, nor listen, nor forget", &effects)
        }
    }

    private mutating func handle(_ id: Int64, _ message: JSONObject, _ effects: inout [Effect]) {
        guard !pending.contains(id) else { return end("two calls under way have the id \(id)", &effects) }
        guard let method = message["method"]?.string else {
            return refuse(id, "a call names no method", &effects)
        }
        guard methods.contains(method) else { return refuse(id, unknown(method), &effects) }
        guard let options = Self.options(message["options"]) else {
            return refuse(id, "the options of \(method) are no object", &effects)
        }
        guard pending.count < Self.pendingCountMax else {
            return refuse(id, "\(Self.pendingCountMax) calls wait for their answers already", &effects)
        }
        pending.insert(id)
        effects.append(.call(id, method: method, options: options))
    }

    private mutating func listen(to name: String, _ effects: inout [Effect]) {
        guard name.utf8.count <= Self.nameByteCountMax, listened.count < Self.listenedCountMax else {
            return end("the page listens to too many events, or to one with too long a name", &effects)
        }
        if listened.insert(name).inserted { effects.append(.listen(true, name)) }
    }

    private mutating func end(_ reason: String, _ effects: inout [Effect]) {
        isOver = true
        effects += [.send(Self.end(for: reason)), .close]
    }

    /// The message that ends a page.
    static func end(for reason: String) -> String { JSONObject([("end", .string(reason))]).jsonText }

    /// Answers a call that does not reach the plugin, with the code that Capacitor has for it.
    private func refuse(_ id: Int64, _ reason: String, _ effects: inout [Effect]) {
        effects.append(.send(Self.answer(id, .rejected(message: reason, code: "UNIMPLEMENTED", data: nil))))
    }

    private func unknown(_ method: String) -> String {
        let name = method.utf8.count <= Self.nameByteCountMax ? "method \"\(method)\"" : "method of so long a name"
        return "\(plugin) has no \(name); it has \(methods.joined(separator: ", "))"
    }

    private static func options(_ value: JSONValue?) -> JSONObject? {
        switch value {
        case nil, .null: [:]
        case let value?: value.object
        }
    }

    private static func answer(_ id: Int64, _ reply: BridgeReply) -> String {
        var message: JSONObject = ["id": .integer(id)]
        switch reply {
        case .resolved(let data): message["result"] = .object(data)
        case .rejected(let text, let code, let data):
            var error: JSONObject = ["message": .string(text)]
            error["code"] = code.map { .string($0) }
            error["data"] = data.map { .object($0) }
            message["error"] = .object(error)
        }
        return message.jsonText
    }
}

/// The plugin's answer to a call.
public enum BridgeReply: Hashable, Sendable {
    case resolved(JSONObject)
    case rejected(message: String, code: String?, data: JSONObject?)
}
