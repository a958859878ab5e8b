import CarillonRTC
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a socket of Foundation's is taken for, without one: Linux's Foundation was built without WebSockets.
@Suite(.timeLimit(.minutes(5))) struct URLSessionConnectionTests {
    private static func events(_ step: (URLSessionConnection) -> Void) async -> [SocketEvent] {
        let connection = URLSessionConnection(URLSessionTransport.Configuration())
        step(connection)
        var events: [SocketEvent] = []
        for await event in connection.events { events.append(event) }
        return events
    }

    @Test func `P12: a close is reported once, whether the failed read or the close frame comes first`() async {
        let lostFirst = await Self.events {
            $0.opened()
            $0.lost(URLError(.networkConnectionLost))
            $0.lost(nil, closeCode: 1001)
            $0.lost(nil)
        }
        #expect(lostFirst == [.opened, .closed(.remote(code: nil))])
        let goodbyeFirst = await Self.events {
            $0.opened()
            $0.lost(nil, closeCode: 1001)
            $0.lost(URLError(.networkConnectionLost))
            $0.lost(nil)
        }
        #expect(goodbyeFirst == [.opened, .closed(.remote(code: 1001))])
    }

    @Test func `P12: an ended socket does not open, and our own close is not reported as the peer's`() async {
        let late = await Self.events {
            $0.lost(URLError(.cannotConnectToHost))
            $0.opened()
            $0.close()
        }
        #expect(late == [.closed(.unreachable("no connection (-1004)"))])
        let ours = await Self.events {
            $0.opened()
            $0.close()
            $0.lost(URLError(.cancelled), closeCode: 1000)
        }
        #expect(ours == [.opened, .closed(.local)])
    }

    @Test func `P12: a reserved or impossible close code is not reported as the peer's`() {
        var life = SocketLife(outboundBytesMax: 1)
        #expect(life.closure(closeCode: 1006, dialing: .dialTimedOut) == .dialTimedOut)
        #expect(life.closure(closeCode: 4001, dialing: .dialTimedOut) == .remote(code: 4001))
        _ = life.opened()
        for code in [0, 1005, 1006, 1015, -1, 70_000] {
            #expect(life.closure(closeCode: code, dialing: .dialTimedOut) == .remote(code: nil))
        }
        #expect(life.closure(closeCode: 1008, dialing: .dialTimedOut) == .remote(code: 1008))
    }

    @Test func `P12: only an open socket sends a close frame, and a peer that broke the protocol gets that code`() {
        #expect(SocketLife.closeCode(from: .dialing, .local) == nil)
        #expect(SocketLife.closeCode(from: .open, .local) == 1000)
        #expect(SocketLife.closeCode(from: .open, .outboundOverflow) == 1000)
        #expect(SocketLife.closeCode(from: .open, .protocolViolation("a binary frame")) == 1002)
    }

    @Test(arguments: [
        (URLError.Code.timedOut, SignalingClosure.dialTimedOut),
        (.serverCertificateUntrusted, .untrusted("the system refused it (-1202)")),
        (.secureConnectionFailed, .untrusted("the system refused it (-1200)")),
        (.badServerResponse, .protocolViolation("the answer does not upgrade the connection")),
        (.cannotFindHost, .unreachable("no connection (-1003)")),
        (.notConnectedToInternet, .unreachable("no connection (-1009)")),
    ])
    func `P12: the reasons why a socket could not be opened are distinguished`(
        code: URLError.Code, closure: SignalingClosure
    ) {
        #expect(SignalingClosure(dialing: URLError(code), status: nil) == closure)
        #expect(SignalingClosure(dialing: URLError(code), status: 101) == closure)
        #expect(SignalingClosure(dialing: URLError(code), status: 403) == .upgradeRefused(status: 403))
        #expect(SignalingClosure(dialing: nil, status: nil) == .unreachable("no connection (0)"))
    }
}
