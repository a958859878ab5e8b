public import CarillonRTC
public import Foundation
public import PhoneCore
public import Redaction
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The way to the exchange's API.
struct ExchangeLink: Sendable {
    /// The longest answer that is read: credentials of as many organisations as there may be are a few kilobytes.
    private static let answerBytesMax = 1 << 18

    let settings: ExchangeSettings

    /// Asks once.
    ///
    /// - Parameter access: the token of the session that asks.
    /// - Returns: nil if the exchange could not be reached, or not in time.
    func ask(_ request: ExchangeRequest, access: Redacted<String>? = nil) async -> ExchangeAnswer? {
        guard let (bytes, response) = try? await URLSession.shared.data(for: encoded(request, access)),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return nil }
        let isReadable = bytes.count <= Self.answerBytesMax
        let body = isReadable ? (try? JSONParser.parse([UInt8](bytes)))?.object : nil
        return ExchangeAnswer(status: status, body: body ?? [:])
    }

    private func encoded(_ request: ExchangeRequest, _ access: Redacted<String>?) -> URLRequest {
        var encoded = URLRequest(url: settings.api.appending(path: request.path))
        encoded.httpMethod = request.method
        encoded.timeoutInterval = Double((request.timeLimit ?? settings.timeLimit).components.seconds)
        if let access { encoded.setValue("Bearer \(access.revealed)", forHTTPHeaderField: "Authorization") }
        if let body = request.body {
            encoded.setValue("application/json", forHTTPHeaderField: "Content-Type")
            encoded.httpBody = Data(JSONWriter.bytes(of: .object(body)))
        }
        return encoded
    }
}

/// A question to the exchange's API.
struct ExchangeRequest: Sendable {
    let method: String
    /// Below the address of the API, without a leading slash.
    let path: String
    var body: JSONObject?
    /// How long the answer may take; nil: as long as any.
    var timeLimit: Duration?

    static func get(_ path: String) -> ExchangeRequest { ExchangeRequest(method: "GET", path: path) }

    static func post(_ path: String, _ body: JSONObject? = nil) -> ExchangeRequest {
        ExchangeRequest(method: "POST", path: path, body: body)
    }
}

/// What the exchange's API answered.
struct ExchangeAnswer: Sendable {
    let status: Int
    /// Empty where there was none, or none that can be read.
    let body: JSONObject

    var isSuccess: Bool { (200..<300).contains(status) }
    /// The session is over, or the access token is.
    var isUnauthorized: Bool { status == 401 }
}

/// What an app tells of its exchange and of itself.
public struct ExchangeSettings: Sendable {
    /// Where the exchange's API is.
    public var api: URL
    /// Where phones connect: a `wss` address.
    public var socket: String
    /// What this installation is; asked when somebody signs in, and not at the start of a process, which may be before
    /// the first unlock.
    public var installation: @MainActor @Sendable () -> ExchangeInstallation
    /// The topic of the app's VoIP pushes: its bundle identifier with `.voip` behind it. Source: Apple's documentation of
    /// VoIP pushes.
    public var topic: String
    /// The topic of alerts: the bundle identifier itself.
    var alertTopic: String { topic.hasSuffix(".voip") ? String(topic.dropLast(5)) : topic }
    /// Which push service alerts of this build come by; nil: the exchange tries either.
    public var environment: PushEnvironment?
    /// The public key of the exchange's own broadcasts; nil: the phone hears no news of its own channel.
    public var broadcastKey: String?
    /// What carries the broadcasts.
    public var transport: any SignalingTransport = PlatformTransport()
    /// How long one question may take: the phone asks again by its own rules.
    public var timeLimit = timeLimitDefault
    /// What ``timeLimit`` is unless said.
    package static let timeLimitDefault: Duration = .seconds(10)

    /// Names what has no default.
    public init(
        api: URL, socket: String, topic: String,
        installation: @escaping @MainActor @Sendable () -> ExchangeInstallation
    ) {
        self.api = api
        self.socket = socket
        self.installation = installation
        self.topic = topic
    }
}

/// What the exchange knows a device by.
public struct ExchangeInstallation: Sendable {
    /// Names the installation, by 8 to 128 characters without blanks: the exchange keeps one device for each.
    public var id: Redacted<String>
    /// What the person's other devices call this one, in 1 to 100 characters.
    public var deviceName: Redacted<String>

    public init(id: Redacted<String>, deviceName: Redacted<String>) {
        self.id = id
        self.deviceName = deviceName
    }
}
