import CallModel
import CarillonRTC
import MediaEngine
import RTP
import Redaction
import Testing
import Trace
import Verto
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct CarillonClientLossTests {
    private let theirs = QuietConnection.description(fragment: "them")

    @Test func `W3: a call is the same object after its socket was lost, with its mute, headers and listeners`()
        async throws
    {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        try await call.mute()
        var links = call.events.compactMap { if case .stateChanged(let state) = $0 { state.link } else { nil } }
            .makeAsyncIterator()
        var states = fixture.client.states.makeAsyncIterator()
        #expect(await states.next() == .ready)

        exchange.connection.finish(.remote(code: nil))
        #expect(await states.next() == .reconnecting(attempt: 1))
        fixture.clock.advance(by: .seconds(1))
        var second = try #require(await fixture.farEnd())
        _ = try await second.login()
        second.send(.attach(VertoServerInvite(callID: "b-leg", sdp: Redacted(theirs))))
        let attach = try await second.request()
        guard case .attach(let answer) = attach.request else { throw Unexpected() }
        #expect(answer.sdp.revealed == QuietConnection.sdp)
        second.answer(attach.id, [:])
        second.send(.clientReady(VertoClientReady(reattachedCallIDs: ["b-leg"])))
        #expect(await states.next() == .ready)

        #expect(fixture.client.calls.count == 1)
        #expect(fixture.client.calls.first === call)
        #expect(call.isMuted)
        #expect(call.headers == [CallHeader("X-Order", "7")])
        #expect(call.state.link == .up)
        // The peer connection went on undisturbed.
        #expect(fixture.media.connections.count == 1)
        #expect(fixture.media.connections.first?.commands.filter { $0 == "acceptOffer" }.count == 1)
        #expect(await links.next() == .up)
        #expect(await links.next() == .reconnecting)
    }

    @Test func `after a change of network a client reconnects at once`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        fixture.client.networkChanged()
        var second = try #require(await fixture.farEnd())
        _ = try await second.login()
        #expect(call.state.link == .reconnecting)
        #expect(call.ending == nil)
    }

    @Test func `W20: calls can be watched and commanded from many tasks at once`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask {
                    if index.isMultiple(of: 2) { try? await call.mute() } else { try? await call.unmute() }
                }
                group.addTask { for await _ in call.events.prefix(1) {} }
            }
        }
        try await call.mute()
        #expect(call.isMuted)
    }

    @Test func `W21: the trace holds no password, SDP or number`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        _ = try await answeredCall(&fixture, &exchange)
        let text = fixture.trace.records.map { $0.json.jsonText }.joined()
        #expect(text.contains("socketOpened"))
        for secret in ["correct horse", "ice-pwd", "+15550100"] { #expect(!text.contains(secret)) }
    }

    @Test func `W11: a call that gets no media ends and reports it`() async throws {
        var fixture = try ClientFixture(media: QuietMediaEngine(failure: MediaError(.limitReached, "full")))
        _ = try await fixture.connected()
        let call = try await fixture.client.dial("1001")
        var last: Call.Event?
        for await event in call.events { last = event }
        #expect(last == .ended(Ending(.failed)))
    }

    @Test func `a client that goes away frees its media and its socket`() async throws {
        let media = QuietMediaEngine()
        var sent: FarEnd?
        do {
            var fixture = try ClientFixture(media: media)
            var exchange = try await fixture.connected()
            _ = try await answeredCall(&fixture, &exchange)
            sent = exchange
        }
        await #expect(throws: FarEnd.ConnectionOver.self) { while true { _ = try await sent?.request() } }
        #expect(media.connections.allSatisfy { $0.commands.last == "close" })
    }

    @Test func `digits received and statistics reach every listener`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        var one = call.events.makeAsyncIterator()
        var two = call.events.makeAsyncIterator()
        var quality = call.quality.makeAsyncIterator()
        exchange.send(.info(VertoInfo(callID: "b-leg", digits: "5")))
        var statistics = MediaStatistics()
        statistics.meanOpinionScore = 4.15
        fixture.media.connections.first?.pass(.statistics(statistics))
        for _ in 0..<2 {
            #expect(await one.next() == (await two.next()))
        }
        #expect(await quality.next()?.rating == .good)
    }

    @Test func `the trace tells the quality of a call, with its way, its gaps and its relay`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        var quality = call.quality.makeAsyncIterator()
        var statistics = MediaStatistics()
        (statistics.localCandidateKind, statistics.remoteCandidateKind) = ("relay", "srflx")
        statistics.relay = "turn:192.0.2.1:3478"
        statistics.longestGapMilliseconds = 340
        statistics.framesConcealed = 7
        fixture.media.connections.first?.pass(.statistics(statistics))
        _ = await quality.next()
        let note = fixture.trace.records.last { $0.name == "quality" }
        #expect(note?.kind == .note)
        #expect(note?.fields["callID"]?.string == call.id)
        let told = note?.fields["1"]?.object
        #expect(told?["localCandidateKind"]?.string == "relay")
        #expect(told?["remoteCandidateKind"]?.string == "srflx")
        #expect(told?["relay"]?.string == "turn:192.0.2.1:3478")
        #expect(told?["longestGapMilliseconds"]?.number == 340)
        #expect(told?["framesConcealed"]?.integer == 7)
    }

    @Test func `a listener that begins late is told of the names and the media as well`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        let call = try await answeredCall(&fixture, &exchange)
        var events = call.events.makeAsyncIterator()
        #expect(await events.next() == .stateChanged(call.state))
        #expect(await events.next() == .namesLearned(call.names))
        #expect(await events.next() == .mediaChanged(.connected))
    }

    /// An inbound call, taken.
    @Test func `B9: an engine that plays by itself gets the peer's hold and its end`() async throws {
        var fixture = try ClientFixture()
        var exchange = try await fixture.connected()
        _ = try await answeredCall(&fixture, &exchange)
        let media = try #require(fixture.media.connections.first)
        for action in ["hold", "unhold", "hold"] {
            // What a request asks for is carried out before the next one is read.
            let id = exchange.send(method: "modify", ["action": .string(action), "dialogParams": ["callID": "b-leg"]])
            _ = try await exchange.reply(to: id)
        }
        #expect(media.commands.count { $0 == "setListening" } >= 2)
    }

    private func answeredCall(_ fixture: inout ClientFixture, _ exchange: inout FarEnd) async throws -> Call {
        var incoming = fixture.client.incomingCalls.makeAsyncIterator()
        var invite = VertoServerInvite(callID: "b-leg", sdp: Redacted(theirs))
        invite.callerIDNumber = "+15550100"
        invite.telnyxIDs.sessionID = "session"
        invite.customHeaders = [VertoHeader(name: "X-Order", value: "7")]
        exchange.send(.invite(invite))
        let call = try #require(await incoming.next())
        async let answering: Void = call.answer()
        let answer = try await exchange.request()
        exchange.answer(answer.id, [:])
        try await answering
        return call
    }
}
