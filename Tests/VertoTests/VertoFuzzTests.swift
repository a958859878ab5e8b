import Redaction
import Testing
import Verto
import WireJSON

/// Changed frames by a fixed seed: the same ones on every run. libFuzzer goes further, in the nested package `Fuzz`.
struct VertoFuzzTests {
    /// SplitMix64.
    struct Seed {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((value ^ (value >> 31)) % UInt64(bound))
        }

        mutating func changed(_ text: String) -> [UInt8] {
            var bytes = Array(text.utf8)
            for _ in 0...next(below: 3) {
                let place = next(below: bytes.count)
                switch next(below: 4) {
                case 0: bytes[place] = UInt8(next(below: 256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[next(below: bytes.count)], at: place)
                default: bytes[place] = UInt8(ascii: "0") + UInt8(next(below: 10))
                }
            }
            return bytes
        }
    }

    private static let frames = GoldenFrame.fromClients + GoldenFrame.fromServers

    @Test func `a mutated frame that is read is written and read again unchanged`() throws {
        var seed = Seed(state: 1)
        var readCount = 0
        for _ in 0..<10_000 {
            let golden = Self.frames[seed.next(below: Self.frames.count)]
            guard case .frame(let frame) = try? VertoCodec.decode(seed.changed(golden.text)) else { continue }
            #expect(try VertoCodec.decode(VertoCodec.encode(frame)) == .frame(frame))
            guard case .request(let method, let params) = frame.content else { continue }
            if let request = try? VertoClientRequest(method: method, params: params) {
                readCount += 1
                let dialect = VertoMethod(method).dialect ?? .telnyx
                let again = try VertoClientRequest(
                    method: request.method(in: dialect), params: request.parameters(in: dialect))
                #expect(again.parameters(in: dialect) == request.parameters(in: dialect))
            }
            if let request = try? VertoServerRequest(method: method, params: params) {
                let dialect = VertoMethod(method).dialect ?? .telnyx
                let again = try VertoServerRequest(
                    method: request.method(in: dialect), params: request.parameters(in: dialect))
                #expect(again.parameters(in: dialect) == request.parameters(in: dialect))
            }
        }
        #expect(readCount > 1000)
    }

    @Test(arguments: VertoDialect.allCases)
    func `a server's side stands any frame, answers within its bounds and stays closed`(dialect: VertoDialect) {
        var seed = Seed(state: 2)
        for _ in 0..<40 {
            var session = VertoServerSession(sessionID: "made", dialect: dialect)
            var effects: [VertoServerEffect] = []
            session.handle(.opened, at: .zero, into: &effects)
            var isClosed = false
            for step in 0..<250 {
                effects.removeAll()
                let bytes = seed.changed(Self.frames[seed.next(below: Self.frames.count)].text)
                let now = Duration.milliseconds(step * 10)
                bytes.withUnsafeBytes { session.receive($0, at: now, into: &effects) }
                #expect(!isClosed || effects.isEmpty)
                switch seed.next(below: 6) {
                case 0: session.handle(.authenticated(user: "ann", reattachedCallIDs: []), at: now, into: &effects)
                case 1: session.handle(.authenticationRefused(.wrongCredentials), at: now, into: &effects)
                case 2:
                    let token = VertoRequestNumber(number: UInt64(seed.next(below: 20)))
                    session.handle(.reply(token, ["message": "x"]), at: now, into: &effects)
                case 3:
                    let timer = VertoServerTimer.allCases[seed.next(below: 3)]
                    if timer != .login { session.handle(.timerFired(timer), at: now, into: &effects) }
                default: break
                }
                isClosed = isClosed || effects.contains { if case .close = $0 { true } else { false } }
            }
        }
    }

    @Test(arguments: VertoDialect.allCases)
    func `a client's side stands any frame, and every request has one outcome`(dialect: VertoDialect) {
        var seed = Seed(state: 3)
        for _ in 0..<40 {
            var client = ClientTranscript(readyIn: dialect)
            var openCount = 0
            for step in 1...250 {
                var effects: [VertoClientEffect] = []
                let bytes = seed.changed(Self.frames[seed.next(below: Self.frames.count)].text)
                bytes.withUnsafeBytes { client.session.receive($0, at: .seconds(step), into: &effects) }
                let event: VertoClientEvent =
                    switch seed.next(below: 8) {
                    case 0: .socketClosed(jitter: 500)
                    case 1: .timerFired(.reconnect)
                    case 2: .socketOpened
                    case 3: .connect
                    case 4: .timerFired(.request(UInt64(seed.next(below: 50))))
                    case 5: .timerFired(.gateway)
                    default: .send(VertoRequestNumber(number: UInt64(step)), VertoClientSessionTests.hold)
                    }
                if case .send = event { openCount += 1 }
                client.session.handle(event, at: .seconds(step), into: &effects)
                openCount -= Self.outcomeCount(effects)
                #expect(openCount >= 0)
            }
            var effects: [VertoClientEffect] = []
            client.session.handle(.connect, at: .zero, into: &effects)
            client.session.handle(.disconnect, at: .zero, into: &effects)
            #expect(openCount - Self.outcomeCount(effects) == 0)
        }
    }

    private static func outcomeCount(_ effects: [VertoClientEffect]) -> Int {
        effects.count { if case .notify(.outcome) = $0 { true } else { false } }
    }
}
