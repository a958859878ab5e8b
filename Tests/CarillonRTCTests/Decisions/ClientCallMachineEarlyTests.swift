import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

/// Media connects while the call rings, and nothing is heard before the answer.
struct ClientCallMachineEarlyTests {
    private static let silence: [MediaRequest] = [.setMuted(true), .setPaused(true)]
    private static let sound: [MediaRequest] = [
        .setAudible(true), .setListening(true), .setMuted(false), .setPaused(false),
    ]
    private static let candidate: Redacted<String> = "candidate:1 1 udp 1 127.0.0.1 9 typ host"

    private static var invite: VertoServerInvite {
        var invite = VertoServerInvite(callID: "c1", sdp: .theirs)
        invite.takesEarlyDescription = true
        return invite
    }

    private static func early(_ sdp: Redacted<String>) -> ClientCallEvent {
        var progress = VertoProgress(callID: "c1", sdp: sdp)
        progress.isEarlyDescription = true
        return .media(progress)
    }

    /// A called device that rings, has sent its description, and is connected.
    private static func called() -> ClientCallScript {
        var script = ClientCallScript(.inbound, trickles: true, connectsWhileRinging: true)
        _ = script.handle(.invited(invite))
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.mediaReport(.state(.connecting)))
        _ = script.handle(.mediaReport(.state(.connected)))
        return script
    }

    /// A caller who hears that it rings.
    private static func calling(connectsWhileRinging: Bool = true) -> ClientCallScript {
        var script = ClientCallScript(.outbound, trickles: true, connectsWhileRinging: connectsWhileRinging)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.outcome(.invite, .reply(.callCreated("c1"))))
        _ = script.handle(.ringing(VertoProgress(callID: "c1")))
        return script
    }

    /// A caller whose media is connected with a device that rings.
    private static func connected() -> ClientCallScript {
        var script = calling()
        _ = script.handle(early(.theirs))
        _ = script.handle(.mediaReport(.accepted(id: 2)))
        _ = script.handle(.mediaReport(.state(.connecting)))
        _ = script.handle(.mediaReport(.state(.connected)))
        return script
    }

    private func media(_ effects: [ClientCallEffect]) -> [MediaRequest] {
        effects.compactMap { if case .media(let order) = $0 { order } else { nil } }
    }

    private func methods(_ effects: [ClientCallEffect]) -> [String] {
        effects.compactMap { if case .request(_, let request) = $0 { request.method(in: .telnyx) } else { nil } }
    }

    // MARK: The called device

    @Test func `a device that rings makes its description without source or sink, and sends it at once`() throws {
        var script = ClientCallScript(.inbound, trickles: true, connectsWhileRinging: true)
        #expect(
            script.media(.invited(Self.invite)) == [.setAudible(false), .open] + Self.silence + [
                .setListening(false), .acceptOffer(id: 1, sdp: .theirs),
            ])
        let requests = script.requests(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        guard case .media(let sent) = try #require(requests.first) else { throw Unexpected() }
        #expect(sent.sdp == .ours && sent.trickle == true && sent.dialog.callID == "c1")
        #expect(script.call.state.progress == .ringing)
    }

    @Test func `its candidates follow at once, and the caller's are taken`() {
        var script = Self.called()
        let found = MediaReport.localCandidate(Self.candidate, mediaIdentification: "0", mediaLineIndex: 0)
        #expect(methods(script.handle(.mediaReport(found))) == ["telnyx_rtc.candidate"])
        #expect(script.media(.remoteCandidate(Self.candidate)) == [.addRemoteCandidate(Self.candidate)])
    }

    @Test func `at the answer its ANSWER leaves at once, it is heard, and the call stands`() {
        var script = Self.called()
        #expect(script.call.state.progress == .ringing)
        let effects = script.handle(.operation(OperationID(1), .answer))
        #expect(methods(effects) == ["telnyx_rtc.answer"])
        #expect(media(effects) == Self.sound)
        #expect(effects.contains(.settle(OperationID(1), nil)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `a person who answers before the description is made answers with it`() {
        var script = ClientCallScript(.inbound, trickles: true, connectsWhileRinging: true)
        _ = script.handle(.invited(Self.invite))
        let effects = script.handle(.operation(nil, .answer))
        #expect(methods(effects).isEmpty && media(effects) == Self.sound)
        #expect(methods(script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))) == ["telnyx_rtc.answer"])
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
    }

    @Test(arguments: [(true, false), (false, true)])
    func `nothing is prepared unless the exchange asks for it and the app allows it`(isAsked: Bool, isAllowed: Bool) {
        var script = ClientCallScript(.inbound, trickles: true, connectsWhileRinging: isAllowed)
        let invite = isAsked ? Self.invite : VertoServerInvite(callID: "c1", sdp: .theirs)
        #expect(script.acts(.invited(invite)).isEmpty)
        #expect(script.media(.operation(nil, .answer)) == [.open, .acceptOffer(id: 1, sdp: .theirs)])
    }

    @Test func `a device that is rung on another socket sends its description again`() {
        var script = Self.called()
        _ = script.handle(.linkImpaired)
        #expect(methods(script.handle(.invitedAgain(Self.invite))) == ["telnyx_rtc.media"])
    }

    @Test func `a description that cannot be made is tried again at the answer`() {
        var script = ClientCallScript(.inbound, trickles: true, connectsWhileRinging: true)
        _ = script.handle(.invited(Self.invite))
        #expect(script.acts(.mediaReport(.failed(id: 1, MediaError(.transport, "no socket")))).isEmpty)
        #expect(script.call.state.progress == .ringing)
        #expect(script.media(.operation(nil, .answer)) == [.acceptOffer(id: 2, sdp: .theirs)] + Self.sound)
    }

    @Test func `a device that declines closes its media unheard`() {
        var script = Self.called()
        #expect(script.media(.operation(nil, .decline(busy: false))) == [.close])
    }

    @Test func `an exchange that refuses the description changes nothing`() {
        var script = Self.called()
        #expect(script.acts(.outcome(.earlyDescription, .failure(.callDoesNotExist))).isEmpty)
        #expect(script.call.state.progress == .ringing)
    }

    @Test func `a path that was lost while it rang is restarted as soon as the call stands`() {
        var script = Self.called()
        _ = script.handle(.mediaReport(.state(.interrupted)))
        let effects = script.handle(.operation(nil, .answer))
        #expect(script.call.state.progress == .active)
        #expect(media(effects) == Self.sound + [.createOffer(id: 2, iceRestart: true)])
    }

    // MARK: The caller

    @Test func `a caller takes the description of a device that rings, and stays silent`() {
        var script = Self.calling()
        let effects = script.handle(Self.early(.theirs))
        #expect(
            media(effects) == [.setAudible(false), .setListening(false)] + Self.silence + [
                .acceptAnswer(id: 2, sdp: .theirs, provisional: true)
            ])
        #expect(!effects.contains(.report(.earlyMedia)), "there is nothing to hear")
        #expect(script.call.state.progress == .ringing)
    }

    @Test func `at the answer of that device the caller is heard, and the call stands without waiting for media`() {
        var script = Self.connected()
        #expect(script.call.state.progress == .ringing)
        let effects = script.handle(.answered(VertoProgress(callID: "c1", sdp: .theirs)))
        #expect(media(effects) == [.acceptAnswer(id: 3, sdp: .theirs, provisional: false)] + Self.sound)
        #expect(script.call.state.progress == .active)
    }

    @Test func `at the answer of another device the caller is heard by that one only, once media is connected`() {
        var script = Self.connected()
        let effects = script.handle(.answered(VertoProgress(callID: "c1", sdp: .theirsAnew)))
        #expect(media(effects) == [.acceptAnswer(id: 3, sdp: .theirsAnew, provisional: false)] + Self.sound)
        #expect(script.call.state.progress == .answering)
        #expect(script.call.mediaState == .connecting)
        _ = script.handle(.mediaReport(.accepted(id: 3)))
        _ = script.handle(.mediaReport(.state(.connecting)))
        #expect(script.call.state.progress == .answering)
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `a device that closes its media while others ring does not end the call`() {
        var script = Self.connected()
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        script.now += ClientCallMachine.closedMediaLimit
        #expect(script.acts(.tick).isEmpty)
        #expect(script.call.state.progress == .ringing)
        _ = script.handle(.answered(VertoProgress(callID: "c1", sdp: .theirsAnew)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `a caller connects anew with the next device that rings, still unheard`() {
        var script = Self.connected()
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        #expect(
            script.media(Self.early(.theirsAnew)) == [.acceptAnswer(id: 3, sdp: .theirsAnew, provisional: true)])
        #expect(script.call.mediaState == .connecting)
        _ = script.handle(.mediaReport(.accepted(id: 3)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .ringing)
        _ = script.handle(.answered(VertoProgress(callID: "c1", sdp: .theirsAnew)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `a caller that does not connect while it rings leaves an early description alone`() {
        var script = Self.calling(connectsWhileRinging: false)
        #expect(script.acts(Self.early(.theirs)).isEmpty)
        let answered = script.media(.answered(VertoProgress(callID: "c1", sdp: .theirs)))
        #expect(answered == [.acceptAnswer(id: 2, sdp: .theirs, provisional: false)])
    }

    @Test func `a mute that was set before the answer holds after it`() {
        var script = Self.called()
        _ = script.handle(.operation(nil, .setMuted(true)))
        #expect(
            script.media(.operation(nil, .answer)) == [
                .setAudible(true), .setListening(true), .setPaused(false),
            ])
    }
}
