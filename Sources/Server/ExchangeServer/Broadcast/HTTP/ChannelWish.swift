internal import Broadcast
internal import HTTPTypes
internal import WireJSON

/// A client's wish to be let into a channel, as Pusher's clients and Laravel Echo send it: a form, or JSON.
struct ChannelWish: Sendable {
    let socket: SocketID
    let channel: String

    /// - Throws: `Problem` saying what is missing.
    init(_ body: [UInt8], type: String?) throws(Problem) {
        let fields = try Self.fields(body, type: type)
        let socket = try Self.socket(fields)
        guard let channel = fields["channel_name"], ChannelName.isValid(channel) else {
            throw Problem(.unprocessableContent, "channel_name must be a channel's name.")
        }
        self.socket = socket
        self.channel = channel
    }

    /// - Parameter channelData: who the client is in a presence channel.
    func signedText(_ channelData: String?) -> String? {
        SubscribeRequest(channel: channel, channelData: channelData).signedText(for: socket)
    }

    /// The connection that wants to be taken for the user who asks.
    static func signIn(_ body: [UInt8], type: String?) throws(Problem) -> SocketID {
        try socket(try fields(body, type: type))
    }

    private static func fields(_ body: [UInt8], type: String?) throws(Problem) -> [String: String] {
        type?.hasPrefix("application/json") == true ? try json(body) : try form(body)
    }

    private static func socket(_ fields: [String: String]) throws(Problem) -> SocketID {
        guard let socket = fields["socket_id"].flatMap({ SocketID($0) }) else {
            throw Problem(.unprocessableContent, "socket_id must be what the server called this connection.")
        }
        return socket
    }

    private static func json(_ body: [UInt8]) throws(Problem) -> [String: String] {
        guard let object = (try? JSONParser.parse(body))?.object else {
            throw Problem(.badRequest, "The body is not a JSON object.")
        }
        var fields: [String: String] = [:]
        for member in object.members { fields[member.key] = member.value.string }
        return fields
    }

    private static func form(_ body: [UInt8]) throws(Problem) -> [String: String] {
        var fields: [String: String] = [:]
        for field in body.split(separator: UInt8(ascii: "&")) {
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let name = PercentEncoding.decode(String(decoding: halves[0], as: UTF8.self)),
                let value = PercentEncoding.decode(String(decoding: halves[1], as: UTF8.self))
            else { throw Problem(.badRequest, "The body is no form.") }
            fields[name] = value
        }
        return fields
    }
}
