internal import Synchronization

/// What a running exchange is told to be like now: it may be told otherwise while it runs.
///
/// Isolation: any thread. Who needs a value reads it when it is needed, so that the next connection, request or look has
/// the newest.
final class ServerSettings: Sendable {
    struct Values: Sendable {
        var configuration: ExchangeConfiguration
        /// nil: plain text.
        var tls: TLSIdentity?
    }

    private let values: Mutex<Values>

    init(_ values: Values) { self.values = Mutex(values) }

    var current: Values { values.withLock { $0 } }
    var limits: ServerLimits { values.withLock { $0.configuration.limits } }
    var tokens: [APIToken] { values.withLock { $0.configuration.apiTokens } }
    var iceServers: [IceServerEntry] { values.withLock { $0.configuration.iceServers } }
    var tls: TLSIdentity? { values.withLock { $0.tls } }

    func set(_ new: Values) { values.withLock { $0 = new } }
}
