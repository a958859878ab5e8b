public import CarillonRTC
public import Foundation
public import PhoneCore
public import Redaction
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to the exchange's API.
struct ExchangeLink: Sendable {
    /// The longest answer that is read. Credentials of the most organizations are a few kilobytes.
    private static let answerBytesMax = 1 << 18

    let settings: ExchangeSettings

    /// Asks once.
    ///
    /// - Parameter access: the access token of the session.
    /// - Returns: nil if the exchange could not be reached, or did not answer in time.
    func ask(_ request: ExchangeRequest, access: Redacted<String>? = nil) async -> ExchangeAnswer? {
        guard let (bytes, response) = try? await URLSession.shared.answer(to: encoded(request, access)) else {
            return nil
        }
        let isReadable = bytes.count <= Self.answerBytesMax
        let body = isReadable ? (try? JSONParser.parse([UInt8](bytes)))?.object : nil
        return ExchangeAnswer(status: response.statusCode, body: body ?? [:])
    }

    private func encoded(_ request: ExchangeRequest, _ access: Redacted<String>?) -> URLRequest {
        var encoded = URLRequest(url: settings.api.appending(path: request.path))
        encoded.httpMethod = request.method
        let timeLimit = request.isUrgent ? settings.ringTimeLimit : settings.timeLimit
        encoded.timeoutInterval = Double(timeLimit.components.seconds)
        if let access { encoded.setValue("Bearer \(access.revealed)", forHTTPHeaderField: "Authorization") }
        if let body = request.body {
            encoded.setValue("application/json", forHTTPHeaderField: "Content-Type")
            encoded.httpBody = Data(JSONWriter.bytes(of: .object(body)))
        }
        return encoded
    }
}

/// A request to the exchange's API.
struct ExchangeRequest: Sendable {
    let method: String
    /// The path below the address of the API, without a leading slash.
    let path: String
    var body: JSONObject?
    /// Whether a person waits for the answer while a call rings.
    var isUrgent = false

    static func get(_ path: String) -> ExchangeRequest { ExchangeRequest(method: "GET", path: path) }

    static func post(_ path: String, _ body: JSONObject? = nil) -> ExchangeRequest {
        ExchangeRequest(method: "POST", path: path, body: body)
    }
}

/// An answer of the exchange's API.
struct ExchangeAnswer: Sendable {
    let status: Int
    /// The answer's JSON object; empty if there was none, or it could not be read.
    let body: JSONObject

    var isSuccess: Bool { (200..<300).contains(status) }
    /// Whether the session or its access token has expired.
    var isUnauthorized: Bool { status == 401 }
}

/// The app's settings: its exchange, and the app itself.
public struct ExchangeSettings: Sendable {
    /// The address of the exchange's API.
    public var api: URL
    /// The `wss` address to which phones connect.
    public var socket: String
    /// Describes this installation. Called at sign-in and not at the start of a process, which may be before the first
    /// unlock.
    public var installation: @MainActor @Sendable () -> ExchangeInstallation
    /// The topic of the app's VoIP pushes: its bundle identifier with `.voip` behind it. Source: Apple's documentation of
    /// VoIP pushes.
    public var topic: String
    /// The topic of alerts: the bundle identifier itself.
    var alertTopic: String { topic.hasSuffix(".voip") ? String(topic.dropLast(5)) : topic }
    /// The push environment of this build's alerts; nil if the exchange should try both.
    public var environment: PushEnvironment?
    /// The public key of the exchange's own broadcasts; nil if the phone should not listen to its channel.
    public var broadcastKey: String?
    /// The transport of the broadcasts.
    public var transport: any SignalingTransport = PlatformTransport()
    /// How long one request may take. The phone repeats requests by its own rules.
    public var timeLimit = timeLimitDefault
    /// How long a question about a ringing call may take, which is short because the person waits for the answer.
    public var ringTimeLimit: Duration = .seconds(4)
    /// The default of ``timeLimit``.
    package static let timeLimitDefault: Duration = .seconds(10)

    /// Takes the settings that have no default.
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

/// The exchange's description of a device.
public struct ExchangeInstallation: Sendable {
    /// The name of the installation, of 8 to 128 characters without blanks. The exchange keeps one device for each.
    public var id: Redacted<String>
    /// The name of this device on the person's other devices, of 1 to 100 characters.
    public var deviceName: Redacted<String>

    public init(id: Redacted<String>, deviceName: Redacted<String>) {
        self.id = id
        self.deviceName = deviceName
    }
}
