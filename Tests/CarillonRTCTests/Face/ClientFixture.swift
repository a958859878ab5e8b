import CarillonRTC
import MediaEngine
import Redaction
import Trace
import Verto

/// A client whose network, media and time belong to the test.
struct ClientFixture {
    let client: CarillonClient
    let media: QuietMediaEngine
    let clock = TestClock()
    let trace = TraceNotes()
    let dialect: Dialect
    private var dialed: AsyncStream<InMemoryConnection>.Iterator

    init(
        _ dialect: Dialect = .freeSwitch, media: QuietMediaEngine = QuietMediaEngine(),
        engine: (any MediaEngine)? = nil,
        change: (inout ClientConfiguration) -> Void = { _ in }
    ) throws {
        let transport = InMemoryTransport()
        dialed = transport.dialed.makeAsyncIterator()
        var configuration = ClientConfiguration(
            url: try SignalingURL("ws://exchange.test/edge?canary=1"),
            credentials: .password(login: "alice", password: "correct horse"), dialect: dialect)
        change(&configuration)
        self.media = media
        self.dialect = dialect
        client = try CarillonClient(
            configuration,
            ports: ClientPorts(media: engine ?? media, transport: transport, clock: clock, trace: trace, name: "alice"))
    }

    /// The far end of the client's next socket.
    mutating func farEnd() async -> FarEnd? {
        await dialed.next().map { FarEnd($0, dialect: dialect == .telnyx ? .telnyx : .freeSwitch) }
    }

    /// Connects and logs in.
    mutating func connected() async throws -> FarEnd {
        let client = client
        async let connecting: Void = client.connect()
        guard var farEnd = await farEnd() else { throw FarEnd.ConnectionOver() }
        try await farEnd.logIn()
        try await connecting
        return farEnd
    }
}
