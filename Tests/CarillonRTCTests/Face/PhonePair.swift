import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto
import WireJSON

/// Alice calls bob; what the exchange does in between is done here, message by message.
struct PhonePair {
    static let aliceTone = 440.0
    static let bobTone = 880.0

    let engine = LoopbackMediaEngine()
    let aliceMeter = ToneMeter([bobTone])
    let bobMeter = ToneMeter([aliceTone])
    let aliceCall: Call
    let bobCall: Call
    private var alice: FarEnd
    private var bob: FarEnd
    private let fixtures: [ClientFixture]
    private let invite: (id: VertoID, request: VertoClientRequest)

    /// Until bob rings.
    init() async throws {
        var first = try ClientFixture(engine: engine)
        var second = try ClientFixture(engine: engine)
        alice = try await first.connected()
        bob = try await second.connected()
        var incoming = second.client.incomingCalls.makeAsyncIterator()

        var options = DialOptions()
        options.source = ToneGenerator(frequency: Self.aliceTone)
        options.sink = aliceMeter
        aliceCall = try await first.client.dial("bob", options)
        invite = try await alice.request()
        guard case .invite(let sent) = invite.request else { throw Unexpected() }
        alice.answer(invite.id, VertoReply.callCreated(aliceCall.id).object)
        bob.send(.invite(VertoServerInvite(callID: "b-leg", sdp: sent.sdp)))
        bobCall = try #require(await incoming.next())
        bobCall.setAudioSource(ToneGenerator(frequency: Self.bobTone))
        bobCall.setAudioSink(bobMeter)
        fixtures = [first, second]
    }

    /// Whether the other's tone stood out since `talk` began.
    var bobHears: Bool { bobMeter.reading.firstHeardFrames[0] != nil }
    var aliceHears: Bool { aliceMeter.reading.firstHeardFrames[0] != nil }

    /// A second passes.
    func talk() {
        aliceMeter.forgetFirstHeard()
        bobMeter.forgetFirstHeard()
        engine.tick(AudioFrame.framesPerSecond)
    }

    mutating func connectCall() async throws {
        let call = bobCall
        async let answering: Void = call.answer()
        let answer = try await bob.request()
        guard case .answer(let sent) = answer.request else { throw Unexpected() }
        bob.answer(answer.id, [:])
        alice.send(.answer(VertoProgress(callID: aliceCall.id, sdp: sent.sdp)))
        try await answering
        for await progress in aliceCall.progresses() where progress == .active { return }
    }

    mutating func hold(_ action: VertoModify.Action) async throws {
        let call = aliceCall
        async let holding: Void = action == .hold ? call.hold() : call.resume()
        let modify = try await alice.request()
        let state: VertoReply.HoldState = action == .hold ? .held : .active
        let notice = bob.send(method: "modify", ["callID": "b-leg", "action": .string(action.rawValue)])
        _ = try await bob.reply(to: notice)
        // A client replies before it gives its media the order, and replies to the next request after that.
        _ = try await bob.reply(to: bob.send(method: "modify", ["callID": "no-call", "action": "hold"]))
        alice.answer(modify.id, VertoReply.modified(call.id, action, holdState: state).object)
        try await holding
    }

    mutating func restartMedia() async throws {
        let call = aliceCall
        async let restarting: Void = call.restartMedia()
        let modify = try await alice.request()
        guard case .modify(let offer) = modify.request, let sdp = offer.sdp else { throw Unexpected() }
        let update = bob.send(
            method: "modify", ["callID": "b-leg", "action": "updateMedia", "sdp": .string(sdp.revealed)])
        guard case .result(let result) = try await bob.reply(to: update).content else { throw Unexpected() }
        alice.answer(
            modify.id, VertoReply.modified(call.id, .updateMedia, holdState: nil, sdp: VertoReply(result).sdp).object)
        try await restarting
    }

    /// Time goes on until the digit has left.
    func pressKey(_ digit: String) async throws {
        let engine = engine
        let time = Task {
            while !Task.isCancelled {
                engine.tick()
                // on purpose: the time of media passes as fast as it can while something else is awaited
                await Task.yield()
            }
        }
        try await aliceCall.sendDTMF(digit)
        time.cancel()
        await time.value
        talk()
    }

    mutating func hangUp() async throws {
        let call = aliceCall
        async let hangingUp: Void = call.hangUp()
        let bye = try await alice.request()
        alice.answer(bye.id, VertoReply.callEnded(call.id, .normalClearing).object)
        bob.send(.bye(VertoBye(callID: "b-leg", causeCode: .normalClearing)))
        await hangingUp
        for await _ in bobCall.events {}
    }
}
