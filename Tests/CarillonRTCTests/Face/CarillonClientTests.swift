import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct CarillonClientTests {
    private let theirs = QuietConnection.description(fragment: "them")

    @Test(arguments: Dialect.allCases)
    func `a client connects in either dialect and declares its capabilities`(dialect: Dialect) async throws {
        var fixture = try ClientFixture(dialect)
        let client = fixture.client
        async let connecting: Void = client.connect()
        var exchange = try #require(await fixture.farEnd())
        #expect(exchange.connection.url.target == "/edge?canary=1")
        let login = try await exchange.logIn()
        try await connecting
        #expect(fixture.client.state == .ready)
        #expect(login.credentials == .password(login: "alice", password: "correct horse"))
        #expect(login.userVariables?["carillon_renegotiation"] == "true")
    }

    @Test func `a call is dialed, answered and hung up`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await fixture.client.dial("1001")
        var states = call.progresses().makeAsyncIterator()

        let invite = try await exchange.request()
        guard case .invite(let sent) = invite.request else { throw Unexpected() }
        #expect(sent.dialog.callID == call.id)
        #expect(sent.dialog.destinationNumber == "1001")
        exchange.answer(invite.id, VertoReply.callCreated(call.id).object)
        exchange.send(.answer(VertoProgress(callID: call.id, sdp: Redacted(theirs))))
        while let progress = await states.next(isolation: nil), progress != .active {}
        #expect(call.state.progress == .active)

        async let hangingUp: Void = call.hangUp()
        let bye = try await exchange.request()
        guard case .bye(let said) = bye.request else { throw Unexpected() }
        #expect(said.causeCode == .normalClearing)
        exchange.answer(bye.id, VertoReply.callEnded(call.id, .normalClearing).object)
        await hangingUp
        #expect(call.ending?.reason == .completed)
        #expect(fixture.client.calls.isEmpty)
        #expect(fixture.media.connections.first?.commands.last == "close")
    }

    @Test func `an INVITE carries headers, client state and codecs to prefer`() async throws {
        var fixture = try ClientFixture(.telnyx)
        var exchange = try await fixture.connected()
        var options = DialOptions()
        options.headers = [CallHeader("X-Order", "7")]
        options.clientState = "c3RhdGU="
        options.preferredCodecs = [.pcmu, .opus]
        _ = try await fixture.client.dial("1001", options)
        guard case .invite(let sent) = try await exchange.request().request else { throw Unexpected() }
        #expect(sent.dialog.customHeaders == [VertoHeader(name: "X-Order", value: "7")])
        #expect(sent.dialog.clientState == "c3RhdGU=")
        #expect(
            sent.dialog.preferredCodecs == [
                ["mimeType": "audio/PCMU", "clockRate": 8000, "channels": 1],
                ["mimeType": "audio/opus", "clockRate": 48000, "channels": 2],
            ])
    }

    @Test func `a call comes in, is answered here and ended there`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        var incoming = fixture.client.incomingCalls.makeAsyncIterator()
        var invite = VertoServerInvite(callID: "b-leg", sdp: Redacted(theirs))
        invite.callerIDNumber = "1000"
        invite.customHeaders = [VertoHeader(name: "X-Order", value: "7")]
        exchange.send(.invite(invite))
        let call = try #require(await incoming.next())
        #expect(call.peerNumber == "1000")
        // All that the INVITE said is known when the call is shown.
        #expect(call.headers == [CallHeader("X-Order", "7")])
        #expect(call.state.progress == .ringing)

        async let answering: Void = call.answer()
        let answer = try await exchange.request()
        guard case .answer(let sent) = answer.request else { throw Unexpected() }
        #expect(sent.sdp.revealed == QuietConnection.sdp)
        exchange.answer(answer.id, [:])
        try await answering
        #expect(call.state.progress == .active)

        var events = call.events.makeAsyncIterator()
        #expect(await events.next() == .stateChanged(call.state))
        exchange.send(.bye(VertoBye(callID: "b-leg", causeCode: .normalClearing)))
        var last: Call.Event?
        while let event = await events.next() { last = event }
        #expect(last == .ended(try #require(call.ending)))
        #expect(call.ending?.reason == .completed)
    }
}

struct Unexpected: Error {}

extension Call {
    /// Its progress from now on.
    func progresses() -> some AsyncSequence<CallProgress, Never> {
        events.compactMap { if case .stateChanged(let state) = $0 { state.progress } else { nil } }
    }
}
