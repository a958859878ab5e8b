import MediaEngine
import Redaction
import SDP
import Testing

@Suite struct PeerMachineTests {
    @Test func `S10: one operation is under way at a time, and the next begins when it is answered`() {
        var peer = PeerScript()
        #expect(peer.pass(.command(.createOffer(id: 1, iceRestart: false))) == ["make offer"])
        #expect(peer.pass(.command(.setMuted(true))) == [])
        #expect(peer.pass(.made("v=0")) == ["set local offer"])
        #expect(
            peer.pass(.applied(true, isGathered: false)) == ["local description 1", "microphone shut"])
    }

    @Test func `servers of a later login are known to the framework before an offer that restarts`() {
        var peer = PeerScript()
        let given = [IceServer(host: "192.0.2.1")]
        #expect(
            peer.pass(.command(.setIceServers(given)), .command(.createOffer(id: 1, iceRestart: true)))
                == ["servers 192.0.2.1"])
        #expect(peer.pass(.iceServersTaken(true)) == ["make offer anew"])
    }

    @Test
    func `if the framework refuses servers together, each is tried alone, and accepted ones are kept`() {
        var peer = PeerScript()
        let given = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map { IceServer(host: $0) }
        _ = peer.pass(.command(.setIceServers(given)), .command(.createOffer(id: 1, iceRestart: true)))
        #expect(peer.pass(.iceServersTaken(false)) == ["servers 192.0.2.1"])
        #expect(peer.pass(.iceServersTaken(true)) == ["servers 192.0.2.1 192.0.2.2"])
        #expect(peer.pass(.iceServersTaken(false)) == ["servers 192.0.2.1 192.0.2.3"])
        #expect(peer.pass(.iceServersTaken(true)) == ["make offer anew"])
    }

    @Test func `if the framework refuses the servers, the earlier ones stay, and waiting commands continue`() {
        var peer = PeerScript()
        let given = [IceServer(host: "192.0.2.1")]
        _ = peer.pass(.command(.setIceServers(given)), .command(.createOffer(id: 1, iceRestart: true)))
        #expect(peer.pass(.iceServersTaken(false)) == ["make offer anew"])
    }

    @Test func `a direction that the framework refused is set again with each description until it is accepted`() {
        var peer = PeerScript()
        #expect(peer.pass(.command(.setDirection(.recvonly))) == ["direction recvonly", "microphone shut"])
        #expect(peer.pass(.directionTaken(false)) == [])
        #expect(
            peer.pass(.command(.createOffer(id: 1, iceRestart: false))) == ["direction recvonly", "make offer"])
        _ = peer.pass(.directionTaken(true), .made(nil))
        #expect(peer.pass(.command(.createOffer(id: 2, iceRestart: false))) == ["make offer"])
    }

    @Test func `relays that gave no candidate are told of at the end of each gathering`() {
        let relay = IceServer.Relay(transport: .udp, username: "name", password: "secret")
        var peer = PeerScript()
        #expect(peer.pass(.gathered) == ["gathered"], "no relay was asked")
        _ = peer.pass(.command(.setIceServers([IceServer(host: "192.0.2.1", relay: relay)])), .iceServersTaken(true))
        let host = "candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host"
        let relayed = "candidate:2 1 udp 41885439 192.0.2.1 50001 typ relay raddr 192.0.2.7 rport 50000"
        let found: (String) -> PeerMachine.Event = { .candidate($0, mediaIdentification: "0", mediaLineIndex: 0) }
        #expect(peer.pass(found(host), .gathered).suffix(2) == ["no relay", "gathered"])
        #expect(peer.pass(found(host), found(relayed), .gathered).last == "gathered")
        #expect(peer.pass(found(host), found(relayed), .gathered).contains("no relay") == false)
        #expect(peer.pass(.gathered) == ["no relay", "gathered"], "a relay of the gathering before does not count")
    }

    @Test func `a description waits for its candidates, no longer than the limit`() {
        var peer = PeerScript(.complete(limit: .milliseconds(500)))
        _ = peer.pass(.command(.createOffer(id: 1, iceRestart: false)), .made("v=0"))
        #expect(peer.pass(.applied(true, isGathered: false)) == ["start gathering 0.5 seconds"])
        #expect(peer.pass(.timerFired(.gathering)) == ["read local"])
        #expect(peer.pass(.localDescription("v=0 with one")) == ["stop gathering", "local description 1"])
        #expect(peer.pass(.gathered) == ["gathered"])
    }

    @Test func `a description that has its candidates is sent at once`() {
        var peer = PeerScript(.complete(limit: .seconds(1)))
        _ = peer.pass(.command(.createOffer(id: 1, iceRestart: false)), .made("v=0"))
        #expect(peer.pass(.applied(true, isGathered: true)) == ["read local"])
        #expect(peer.pass(.localDescription("v=0")) == ["stop gathering", "local description 1"])
    }

    @Test func `an offer given up while it waits for candidates is answered all the same`() {
        var peer = PeerScript(.complete(limit: .seconds(1)))
        _ = peer.pass(
            .command(.createOffer(id: 1, iceRestart: false)), .made("v=0"), .applied(true, isGathered: false))
        #expect(
            peer.pass(.command(.rollBack)) == ["stop gathering", "failed 1 wrongState", "set local rollback"])
        #expect(peer.pass(.applied(true, isGathered: false), .gathered) == ["gathered"])
    }

    @Test func `an offer is applied and answered`() {
        var peer = PeerScript()
        #expect(peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp))) == ["set remote offer"])
        #expect(peer.pass(.applied(true, isGathered: false)) == ["remote direction sendonly", "make answer"])
        #expect(peer.pass(.made("v=0")) == ["set local answer"])
        #expect(peer.pass(.applied(true, isGathered: false)) == ["local description 2"])
    }

    @Test func `S10: candidates wait for a description, no more than the bound of them`() {
        var peer = PeerScript()
        for number in 0..<70 { #expect(peer.pass(.command(.addRemoteCandidate("\(number)"))) == []) }
        let done = peer.pass(.command(.acceptOffer(id: 1, sdp: "v=0")), .applied(true, isGathered: false))
        #expect(done.count { $0.hasPrefix("add candidate:") } == 64)
        #expect(peer.pass(.made("v=0"), .applied(true, isGathered: false)).last == "local description 1")
        #expect(peer.pass(.command(.addRemoteCandidate("candidate:late"))) == ["add candidate:late"])
    }

    @Test func `a refusal of the framework is reported under the command that caused it`() {
        var peer = PeerScript()
        #expect(peer.pass(.command(.createOffer(id: 1, iceRestart: true)), .made(nil)).last == "failed 1 wrongState")
        _ = peer.pass(.command(.acceptOffer(id: 2, sdp: "?")))
        #expect(peer.pass(.applied(false, isGathered: false)) == ["failed 2 malformedDescription"])
        _ = peer.pass(.command(.acceptAnswer(id: 3, sdp: "?", provisional: false)))
        #expect(peer.pass(.applied(false, isGathered: false)) == ["failed 3 malformedDescription"])
    }

    @Test func `S10: tones are kept within their bounds and reported as sent when their time is over`() {
        var peer = PeerScript()
        #expect(
            peer.pass(.command(.sendTones(id: 4, "12", toneMilliseconds: 10)), .tonesTaken(true))
                == ["tones 12 of 40 ms", "start tones(4) 0.18 seconds"])
        #expect(peer.pass(.timerFired(.tones(4))) == ["tones sent 4"])
        #expect(peer.pass(.command(.sendTones(id: 5, "x", toneMilliseconds: 100))) == ["failed 5 invalidTone"])
        #expect(
            peer.pass(.command(.sendTones(id: 6, "1", toneMilliseconds: 100)), .tonesTaken(false)).last
                == "failed 6 wrongState")
    }

    @Test func `sound leaves only with a microphone, unmuted, in a direction that sends`() {
        var peer = PeerScript()
        #expect(peer.pass(.command(.setSource(Silence()))) == ["microphone open"])
        #expect(peer.pass(.command(.setMuted(true))) == ["microphone shut"])
        #expect(peer.pass(.command(.setMuted(false))) == ["microphone open"])
        #expect(peer.pass(.command(.setPaused(true))) == ["microphone shut"])
        #expect(peer.pass(.command(.setPaused(false))) == ["microphone open"])
        #expect(peer.pass(.command(.setDirection(.recvonly))) == ["direction recvonly", "microphone shut"])
    }

    @Test func `a way that is lost may come back until the limit, and fails once`() {
        var peer = PeerScript()
        #expect(
            peer.pass(.way(.connecting), .way(.connected)) == ["state connecting", "state connected", "ask statistics"])
        #expect(peer.pass(.way(.lost)) == ["state interrupted", "start interruption 30.0 seconds"])
        #expect(peer.pass(.way(.lost)) == [])
        #expect(peer.pass(.way(.connected)) == ["stop interruption", "state connected", "ask statistics"])
        #expect(peer.pass(.timerFired(.interruption)) == [])
        _ = peer.pass(.way(.lost))
        #expect(peer.pass(.timerFired(.interruption)) == ["failed for good", "state failed"])
        #expect(peer.pass(.way(.connected), .timerFired(.interruption)) == [])
    }

    @Test func `statistics asked for in between start no second chain`() {
        var peer = PeerScript()
        _ = peer.pass(.way(.connected))
        #expect(peer.pass(.statistics([])) == ["statistics", "start statistics 1.0 seconds"])
        #expect(peer.pass(.command(.reportStatistics)) == ["ask statistics"])
        // Of the same name: it replaces the one that runs.
        #expect(peer.pass(.statistics([])) == ["statistics", "start statistics 1.0 seconds"])
        _ = peer.pass(.way(.lost))
        #expect(peer.pass(.timerFired(.statistics)) == [])
    }

    @Test func `more commands than may wait are refused by name`() {
        var peer = PeerScript()
        _ = peer.pass(.command(.createOffer(id: 0, iceRestart: false)))
        for id in 1...256 { #expect(peer.pass(.command(.createOffer(id: UInt64(id), iceRestart: false))) == []) }
        #expect(peer.pass(.command(.createOffer(id: 257, iceRestart: false))) == ["failed 257 limitReached"])
    }

    @Test func `after the end nothing comes of anything`() {
        var peer = PeerScript()
        _ = peer.pass(.command(.createOffer(id: 1, iceRestart: false)))
        #expect(peer.pass(.command(.close)) == ["state closed", "shut"])
        #expect(peer.pass(.made("v=0"), .command(.close), .gathered, .way(.connected), .firstAudio) == [])
    }

    @Test func `S10: every order of commands and answers answers each command once`() {
        #expect(PeerModel.broken(PeerModel()) == [])
    }

    @Test(arguments: PeerModel.Bug.allCases)
    func `a fault planted into the shell is found`(bug: PeerModel.Bug) {
        #expect(PeerModel.broken(PeerModel(bug: bug)) != [])
    }

    @Test func `F2: a peer that comes back with new ICE credentials gets a new connection, under whatever certificate`()
    {
        var peer = PeerScript.connected(to: "first")
        #expect(
            peer.pass(.command(.setDirection(.recvonly)), .directionTaken(true), .command(.setSink(ToneMeter([440]))))
                == ["direction recvonly", "microphone shut", "speaker open"])
        #expect(
            peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp(by: "second")))) == [
                "replace", "speaker open", "set remote offer",
            ])
        // It goes on as was agreed: of a hold no description speaks. Only a new negotiation says the direction.
        #expect(
            peer.pass(.applied(true, isGathered: false)) == [
                "close replaced", "state interrupted", "start interruption 30.0 seconds", "remote direction sendonly",
                "make answer",
            ])
        _ = peer.pass(.made("v=0"), .applied(true, isGathered: false))
        #expect(peer.pass(.way(.connected)).prefix(2) == ["stop interruption", "state connected"])
    }

    @Test func `F2: an offer that the framework refuses leaves the connection that there was`() {
        var peer = PeerScript.connected(to: "first")
        #expect(
            peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp(by: "second")))) == [
                "replace", "set remote offer",
            ])
        #expect(peer.pass(.applied(false, isGathered: false)).prefix(2) == ["restore replaced", "ask statistics"])
        #expect(peer.second(arrived: 50, heard: 50) == [])
        #expect(peer.pass(.command(.acceptOffer(id: 3, sdp: PeerScript.sdp(by: "first")))) == ["set remote offer"])
    }

    @Test func `F2: where the framework makes no second connection, the present one takes the offer`() {
        var peer = PeerScript.connected(to: "first")
        _ = peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp(by: "second"))), .replaceFailed)
        let effects = peer.pass(.applied(true, isGathered: false))
        #expect(!effects.contains("close replaced") && !effects.contains("state interrupted"))
        #expect(effects.last == "make answer")
    }

    @Test func `F2: an offer over the existing path keeps the connection`() {
        var peer = PeerScript.connected(to: "first")
        #expect(peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp(by: "first")))) == ["set remote offer"])
    }

    @Test func `F2: our own restart keeps the connection, as the answer names the peer's new way`() {
        var peer = PeerScript.connected(to: "first")
        _ = peer.pass(.command(.createOffer(id: 2, iceRestart: true)), .made("v=0"), .applied(true, isGathered: false))
        #expect(
            peer.pass(.command(.acceptAnswer(id: 3, sdp: PeerScript.sdp(by: "second"), provisional: false)))
                == ["set remote answer"])
        _ = peer.pass(.applied(true, isGathered: false))
        #expect(peer.pass(.command(.acceptOffer(id: 4, sdp: PeerScript.sdp(by: "second")))) == ["set remote offer"])
    }

    @Test
    func `media of a device that rings is taken as a provisional answer, unheard, and another's as the final one`() {
        var peer = PeerScript()
        _ = peer.pass(.command(.createOffer(id: 1, iceRestart: false)), .made("v=0"), .applied(true, isGathered: false))
        #expect(peer.pass(.command(.setMuted(true)), .command(.setListening(false))).last == "speaker shut")
        let early = MediaCommand.acceptAnswer(id: 2, sdp: PeerScript.sdp(by: "first"), provisional: true)
        #expect(peer.pass(.command(early)) == ["set remote provisionalAnswer"])
        #expect(peer.pass(.applied(true, isGathered: false)).contains("accepted 2"))
        _ = peer.pass(.way(.connecting))
        #expect(peer.pass(.way(.connected)).contains("state connected"))
        let final = MediaCommand.acceptAnswer(id: 3, sdp: PeerScript.sdp(by: "second"), provisional: false)
        #expect(peer.pass(.command(final)) == ["set remote answer"])
        let taken = peer.pass(.applied(true, isGathered: false))
        #expect(taken.first == "state connecting" && taken.contains("accepted 3"))
        let answered = peer.pass(
            .command(.setSource(Silence())), .command(.setMuted(false)), .command(.setListening(true)))
        #expect(answered.contains("microphone open") && answered.last == "speaker open")
        #expect(peer.pass(.way(.connecting), .way(.connected)).first == "state connected")
    }

    @Test func `the final answer of the device that media connected with while it rang changes no state`() {
        var peer = PeerScript()
        _ = peer.pass(.command(.createOffer(id: 1, iceRestart: false)), .made("v=0"), .applied(true, isGathered: false))
        for (id, isProvisional) in [(2, true), (3, false)] as [(UInt64, Bool)] {
            let sdp = PeerScript.sdp(by: "first")
            _ = peer.pass(.command(.acceptAnswer(id: id, sdp: sdp, provisional: isProvisional)))
            let taken = peer.pass(.applied(true, isGathered: false))
            #expect(taken.contains("accepted \(id)") && !taken.contains { $0.hasPrefix("state") })
            if isProvisional { _ = peer.pass(.way(.connecting), .way(.connected)) }
        }
    }

    @Test
    func `F2: packets that cannot be decrypted do not count as a path until audio is heard`() {
        var peer = PeerScript.connected(to: "first")
        #expect(peer.second(arrived: 50, heard: 50) == [])
        #expect(peer.second(arrived: 50, heard: 0) == [])
        #expect(peer.second(arrived: 50, heard: 0) == [])
        #expect(peer.second(arrived: 50, heard: 0) == ["state interrupted", "start interruption 30.0 seconds"])
        #expect(peer.pass(.way(.connected)) == [])
        #expect(peer.second(arrived: 50, heard: 0) == [])
        #expect(peer.second(arrived: 50, heard: 10) == ["stop interruption", "state connected"])
    }

    @Test func `a restart under a hold goes on as was agreed, and a new negotiation says the hold again`() {
        var peer = PeerScript.connected(to: "first")
        _ = peer.pass(.command(.setDirection(.inactive)), .directionTaken(true))
        #expect(
            peer.pass(.command(.createOffer(id: 2, iceRestart: true))) == ["direction sendrecv", "make offer anew"])
        _ = peer.pass(.directionTaken(true), .made(nil))
        #expect(
            peer.pass(.command(.createOffer(id: 3, iceRestart: false))) == ["direction inactive", "make offer"])
    }

    @Test func `F2: packets during our hold are not played, and do not count as a lost path`() {
        var peer = PeerScript.connected(to: "first")
        let held = peer.pass(.command(.setDirection(.inactive)), .directionTaken(true), .command(.setListening(false)))
        #expect(held.last == "speaker shut")
        for _ in 0..<5 { #expect(peer.second(arrived: 50, heard: 0) == []) }
    }

    @Test func `B9, F2: a peer that holds and goes on sending is not played, whatever connection it comes over`() {
        var peer = PeerScript.connected(to: "first")
        #expect(peer.pass(.command(.setListening(false)), .command(.setSink(ToneMeter([440])))).last == "speaker shut")
        #expect(
            peer.pass(.command(.acceptOffer(id: 2, sdp: PeerScript.sdp(by: "second")))) == [
                "replace", "speaker shut", "set remote offer",
            ])
        #expect(peer.pass(.adopted) == ["speaker shut"])
        _ = peer.pass(.applied(true, isGathered: false), .made("v=0"), .applied(true, isGathered: false))
        #expect(peer.pass(.command(.setListening(true))) == ["speaker open"])
        #expect(peer.pass(.command(.setSink(nil)), .command(.setListening(true))) == ["speaker shut", "speaker shut"])
    }

    @Test func `F2: a sink that was taken away stays so over the transceiver that the framework made for an offer`() {
        var peer = PeerScript.connected(to: "first")
        #expect(peer.pass(.adopted) == [])
        #expect(peer.pass(.command(.setSink(nil)), .adopted) == ["speaker shut", "speaker shut"])
    }

    @Test func `F2: a far end that sends from another source is heard`() {
        let entries = [60.0, 40.0].map { FrameworkStatistic(type: "inbound-rtp", values: ["packetsReceived": $0]) }
        var peer = PeerScript.connected(to: "first")
        for entries in [entries, entries.reversed()] {
            guard case .send(.statistics(let statistics))? = peer.effects(.statistics(entries)).first(where: \.isSent)
            else { Issue.record("no statistics"); return }
            #expect(statistics.packetsReceived == 100)
        }
    }

    @Test func `F2: a way that stays deaf ends with the truth`() {
        var peer = PeerScript.connected(to: "first")
        for _ in 0..<4 { _ = peer.second(arrived: 50, heard: 0) }
        #expect(peer.pass(.timerFired(.interruption)) == ["failed for good", "state failed"])
    }

    @Test func `F2: a peer that sends nothing is not deaf to us`() {
        var peer = PeerScript.connected(to: "first")
        for _ in 0..<10 { #expect(peer.second(arrived: 1, heard: 0) == []) }
    }
}

private final class Silence: AudioSource {
    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) { frame.update(repeating: 0) }
}
