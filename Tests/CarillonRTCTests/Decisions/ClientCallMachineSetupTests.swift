import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto
import WireJSON

/// From dial or INVITE to a call that stands.
struct ClientCallMachineSetupTests {
    @Test func `a dialed call makes its offer, sends it, rings, is answered and stands when audio flows`() throws {
        var script = ClientCallScript(.outbound)
        #expect(script.media(.dial) == [.open, .createOffer(id: 1, iceRestart: false)])

        let invites = script.requests(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        guard case .invite(let invite) = try #require(invites.first) else { throw Unexpected() }
        #expect(invite.sdp == .ours)
        #expect(invite.dialog.callID == "c1")
        #expect(invite.dialog.destinationNumber == "1001")
        #expect(invite.dialog.customHeaders == [VertoHeader(name: "X-Order", value: "7")])
        #expect(script.call.state.progress == .connecting)

        _ = script.handle(.outcome(.invite, .reply(.callCreated("c1"))))
        #expect(script.call.state.progress == .connecting)
        _ = script.handle(.ringing(VertoProgress(callID: "c1")))
        #expect(script.call.state.progress == .ringing)

        let applied = script.media(.answered(VertoProgress(callID: "c1", sdp: .theirs)))
        #expect(applied == [.acceptAnswer(id: 2, sdp: .theirs, provisional: false)])
        #expect(script.call.state.progress == .answering)
        _ = script.handle(.mediaReport(.accepted(id: 2)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `early media is a provisional answer and the sign of ringing where no other comes`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        let media = script.media(.media(VertoProgress(callID: "c1", sdp: .theirs)))
        #expect(media == [.acceptAnswer(id: 2, sdp: .theirs, provisional: true)])
        #expect(script.call.state.progress == .ringing)
        _ = script.handle(.mediaReport(.accepted(id: 2)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .ringing)
        // FreeSWITCH answers without a description when early media had it.
        let answered = script.media(.answered(VertoProgress(callID: "c1")))
        #expect(answered == [.acceptAnswer(id: 3, sdp: .theirs, provisional: false)])
        #expect(script.call.state.progress == .active)
    }

    @Test func `an answer without any description ends the call as incompatible`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(script.requests(.answered(VertoProgress(callID: "c1"))).map(\.isBye) == [true])
        #expect(script.call.state.progress == .disconnecting(.incompatible))
    }

    @Test func `an inbound call rings without media and is answered on command`() throws {
        var script = ClientCallScript(.inbound)
        #expect(script.acts(.invited(VertoServerInvite(callID: "c1", sdp: .theirs))).isEmpty)
        #expect(script.call.state.progress == .ringing)
        #expect(script.media(.operation(OperationID(1), .answer)) == [.open, .acceptOffer(id: 1, sdp: .theirs)])
        let requests = script.requests(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        guard case .answer(let answer) = try #require(requests.first) else { throw Unexpected() }
        #expect(answer.sdp == .ours)
        #expect(answer.dialog.attach == false)
        #expect(script.acts(.mediaReport(.state(.connected))) == [.settle(OperationID(1), nil)])
        #expect(script.call.state.progress == .active)
    }

    @Test func `W12: an inbound call does not stand before its ANSWER is on the wire`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.operation(nil, .answer))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .answering)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(script.call.state.progress == .active)
    }

    @Test func `W7: a refused INVITE ends the call with its cause`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(script.acts(.outcome(.invite, .failure(.callError(.userNotRegistered)))) == [.media(.close)])
        #expect(script.call.machine.ending?.reason == .unreachable)
        #expect(script.call.machine.ending?.cause == .userNotRegistered)
    }

    @Test func `W7: an INVITE without a reply ends the call`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.outcome(.invite, .timedOut))
        #expect(script.call.machine.ending == Ending(.failed, cause: .recoveryOnTimerExpire))
    }

    @Test func `media that cannot be made ends a dialed call without a word to the exchange`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        #expect(script.requests(.mediaReport(.failed(id: 1, MediaError(.transport, "no socket")))).isEmpty)
        #expect(script.call.machine.ending?.reason == .failed)
    }

    @Test func `media without a codec in common ends a call as incompatible`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.operation(nil, .answer))
        #expect(
            script.requests(.mediaReport(.failed(id: 1, MediaError(.noCommonCodec, "none")))).map(\.isBye) == [true])
        #expect(script.call.state.progress == .disconnecting(.incompatible))
    }

    @Test func `to Telnyx a decline says its SIP status as well`() throws {
        var script = ClientCallScript(.inbound, trickles: true)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        guard case .bye(let bye) = try #require(script.requests(.operation(nil, .decline(busy: false))).first) else {
            throw Unexpected()
        }
        #expect(bye.causeCode == .callRejected && bye.sipCode == 603 && bye.sipReason == "Decline")
    }

    @Test func `an event that the call refuses is reported for the log`() {
        var script = ClientCallScript.active(.outbound)
        let effects = script.handle(.ringing(VertoProgress(callID: "c1")))
        #expect(effects.contains { if case .refused = $0 { true } else { false } })
        #expect(script.call.state.progress == .active)
    }

    @Test func `hanging up while the offer is made sends nothing, afterwards it sends BYE`() throws {
        var early = ClientCallScript(.outbound)
        _ = early.handle(.dial)
        #expect(early.acts(.operation(OperationID(1), .hangUp)) == [.media(.close), .settle(OperationID(1), nil)])
        #expect(early.call.hasEnded)

        var late = ClientCallScript(.outbound)
        _ = late.handle(.dial)
        _ = late.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        let requests = late.requests(.operation(OperationID(1), .hangUp))
        guard case .bye(let bye) = try #require(requests.first) else { throw Unexpected() }
        #expect(bye.causeCode == .originatorCancel)
        #expect(bye.sipCode == nil, "FreeSWITCH's clients know no SIP status")
        #expect(
            late.acts(.outcome(.bye, .reply(.callEnded("c1", .originatorCancel)))) == [.settle(OperationID(1), nil)])
    }

    @Test(arguments: [
        (VertoCauseCode.pickedOff, EndReason.answeredElsewhere), (.loseRace, .answeredElsewhere),
        (.originatorCancel, .cancelled), (.userBusy, .busy), (.callRejected, .declinedElsewhere),
        (.noAnswer, .noAnswer),
        (.normalClearing, .cancelled), (.userNotRegistered, .unreachable), (.incompatibleDestination, .incompatible),
    ])
    func `a BYE while it rings says why`(cause: VertoCauseCode, reason: EndReason) {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.bye(VertoBye(callID: "c1", causeCode: cause)))
        #expect(script.call.machine.ending?.reason == reason)
        #expect(script.call.machine.ending?.cause.code == UInt16(cause.rawValue))
    }

    @Test(arguments: [
        (VertoCauseCode.normalClearing, Int64?.some(603), EndReason.declined), (.normalClearing, nil, .declined),
        (.originatorCancel, nil, .declined), (.callRejected, nil, .declined), (.userBusy, nil, .busy),
        (.normalClearing, 486, .busy), (.normalClearing, 480, .noAnswer), (.noAnswer, nil, .noAnswer),
        (.userNotRegistered, nil, .unreachable), (.normalTemporaryFailure, nil, .failed), (.pickedOff, nil, .declined),
    ])
    func `F7: a BYE before the answer reports the other side's act, never that the caller canceled`(
        cause: VertoCauseCode, sipCode: Int64?, reason: EndReason
    ) {
        #expect(Self.ending(outboundBy: cause, sipCode, after: [.ringing(VertoProgress(callID: "c1"))]) == reason)
    }

    /// As FreeSWITCH does where the other side was never reached: our exchange says 21 of a refusal.
    @Test(arguments: [VertoCauseCode.normalClearing, .originatorCancel])
    func `F7: a BYE with no more than a polite cause, before anything rang, is a call that failed`(
        cause: VertoCauseCode
    ) {
        #expect(Self.ending(outboundBy: cause, nil, after: []) == .failed)
        #expect(Self.ending(outboundBy: cause, 603, after: []) == .declined, "the status tells more")
        let failure = VertoFailure(.application, "CALL ERROR", extra: ["causeCode": .integer(Int64(cause.rawValue))])
        var script = Self.calling()
        #expect(script.handle(.outcome(.invite, .failure(failure))).end?.ending.reason == .failed)
    }

    /// A call whose INVITE is out.
    private static func calling() -> ClientCallScript {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        return script
    }

    private static func ending(
        outboundBy cause: VertoCauseCode, _ sipCode: Int64?, after events: [ClientCallEvent]
    ) -> EndReason? {
        var script = calling()
        for event in events { _ = script.handle(event) }
        var bye = VertoBye(callID: "c1", causeCode: cause)
        bye.sipCode = sipCode
        _ = script.handle(.bye(bye))
        return script.call.machine.ending?.reason
    }

    @Test func `the exchange's account of an end is reported whole, its phrase bounded to one line`() throws {
        var script = ClientCallScript.active(.outbound)
        var bye = VertoBye(callID: "c1", causeCode: .allottedTimeout)
        bye.sipCode = 408
        bye.sipReason = "Gone,\r\n for \u{202E}good"
        let end = try #require(script.handle(.bye(bye)).end)
        #expect(end.ending == Ending(.completed, cause: .allottedTimeout, sipCode: 408, sipReason: "Gone, for good"))
        #expect(end.isReported)
        var long = ClientCallScript.active(.outbound)
        // One character of a thousand bytes.
        bye.sipReason = "e" + String(repeating: "\u{301}", count: 500)
        let phrase = try #require(long.handle(.bye(bye)).end?.ending.sipReason)
        #expect(phrase.unicodeScalars.count == Ending.phraseLengthMax)
    }

    @Test func `a refused INVITE reports the SIP status of the refusal`() throws {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        let failure = VertoFailure(
            .application, "CALL ERROR",
            extra: ["causeCode": 1, "cause": "UNALLOCATED_NUMBER", "sipCode": 404, "sipReason": "Not Found"])
        let end = try #require(script.handle(.outcome(.invite, .failure(failure))).end)
        let said = Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
        #expect(end.ending == said && end.isReported)
    }

    @Test func `an end that was found out here is not put into the exchange's mouth`() throws {
        var unanswered = ClientCallScript(.outbound)
        _ = unanswered.handle(.dial)
        _ = unanswered.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(try #require(unanswered.handle(.outcome(.invite, .timedOut)).end).isReported == false)
        var lost = ClientCallScript.active(.inbound)
        #expect(try #require(lost.handle(.abandoned).end).isReported == false)
        var hungUp = ClientCallScript.active(.inbound)
        _ = hungUp.handle(.operation(nil, .hangUp))
        #expect(
            try #require(hungUp.handle(.outcome(.bye, .reply(.callEnded("c1", .normalClearing)))).end).isReported
                == false)
        var wordless = ClientCallScript.active(.inbound)
        #expect(try #require(wordless.handle(.bye(VertoBye(callID: "c1"))).end).isReported == false)
    }

    @Test func `a BYE of a call that stood completes it, frees media and settles who waits`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(9), .hold))
        let acts = script.acts(.bye(VertoBye(callID: "c1", causeCode: .normalClearing)))
        #expect(
            acts == [.media(.close), .settle(OperationID(9), ClientError(.callEnded, "the call ended: completed"))])
        #expect(script.call.machine.ending?.reason == .completed)
    }

    @Test func `an answer after the end is refused`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.bye(VertoBye(callID: "c1", causeCode: .pickedOff)))
        #expect(
            script.acts(.operation(OperationID(1), .answer))
                == [.settle(OperationID(1), ClientError(.callEnded, "the call has ended"))])
    }

    @Test func `an unanswered call is given up at its limit`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.ringing(VertoProgress(callID: "c1")))
        #expect(script.call.nextDeadline == CallTimer.ringing.limit)
        script.now = CallTimer.ringing.limit
        #expect(script.requests(.tick).map(\.isBye) == [true])
        #expect(script.call.state.progress == .disconnecting(.noAnswer))
    }

    @Test func `unusable relays are reported, and the call goes on`() {
        var script = ClientCallScript(.outbound)
        _ = script.handle(.dial)
        #expect(script.handle(.mediaReport(.relaysUnavailable)) == [.report(.relaysUnavailable)])
    }
}

extension VertoClientRequest {
    var isBye: Bool { if case .bye = self { true } else { false } }
}
