import MediaEngine
import PeerDescriptions
import SDP
import Testing

struct NegotiationStateTests {
    @Test func `glare is refused until one side yields`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.negotiator.createOffer()
        try b.negotiator.createOffer()
        let error = #expect(throws: MediaError.self) { try a.negotiator.acceptOffer(b.text) }
        #expect(error?.code == .wrongState && a.negotiator.state == .haveLocalOffer)
        try b.negotiator.acceptOffer(a.text, yields: true)
        #expect(b.negotiator.state == .haveRemoteOffer)
        try b.negotiator.createAnswer()
        try a.negotiator.acceptAnswer(b.text, provisional: false)
        #expect(a.negotiator.media?.remoteCredentials == b.credentials(1))
        #expect(try SessionDescription(parsing: b.text).origin.version == 2)
    }

    @Test func `a rolled back restart leaves the old generation in use`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.call(&b)
        let agreed = a.negotiator.media
        try a.negotiator.createOffer(restart: a.credentials(2))
        try a.negotiator.rollBack()
        #expect(a.negotiator.state == .stable && a.negotiator.media == agreed && a.negotiator.localDescription == nil)
        #expect(a.negotiator.localCredentials == a.credentials(1))
        try a.negotiator.createOffer()
        #expect(a.section?.value(of: "ice-ufrag") == "afrag1")
        #expect(try SessionDescription(parsing: a.text).origin.version == 3)
    }

    @Test func `a remote offer can be rolled back too`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.negotiator.createOffer()
        try b.negotiator.acceptOffer(a.text)
        try b.negotiator.rollBack()
        #expect(b.negotiator.state == .stable)
        #expect(throws: MediaError.self) { try b.negotiator.createAnswer() }
        #expect(throws: MediaError.self) { try b.negotiator.rollBack() }
    }

    @Test func `early media is agreed provisionally and the final answer may differ`() throws {
        var a = Peer("a"), b = Peer("b"), c = Peer("c", codecs: [.pcmu])
        try a.negotiator.createOffer()
        try b.negotiator.acceptOffer(a.text)
        try b.negotiator.createAnswer()
        try c.negotiator.acceptOffer(a.text)
        try c.negotiator.createAnswer()
        #expect(try a.negotiator.acceptAnswer(b.text, provisional: true).isProvisional)
        #expect(a.negotiator.state == .haveRemotePranswer && a.negotiator.maySend)
        let final = try a.negotiator.acceptAnswer(c.text, provisional: false)
        #expect(final.sendPayload.codec == .pcmu && !final.isProvisional)
        #expect(final.remoteRestartedICE && final.needsNewAssociation)
    }

    @Test func `early media that is rolled back is forgotten`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.negotiator.createOffer()
        try b.negotiator.acceptOffer(a.text)
        try b.negotiator.createAnswer()
        try a.negotiator.acceptAnswer(b.text, provisional: true)
        try a.negotiator.rollBack()
        #expect(a.negotiator.media == nil && !a.negotiator.maySend)
    }

    @Test func `a description that does not fit the state is refused`() throws {
        var a = Peer("a")
        #expect(throws: MediaError.self) { try a.negotiator.createAnswer() }
        #expect(throws: MediaError.self) {
            try a.negotiator.acceptAnswer(PeerDescription.freeSwitchAnswer, provisional: false)
        }
        try a.negotiator.createOffer()
        #expect(throws: MediaError.self) { try a.negotiator.createOffer() }
        #expect(throws: MediaError.self) { try a.negotiator.createAnswer() }
        try a.negotiator.acceptAnswer(PeerDescription.freeSwitchAnswer, provisional: false)
        #expect(throws: MediaError.self) {
            try a.negotiator.acceptAnswer(PeerDescription.freeSwitchAnswer, provisional: false)
        }
        try a.negotiator.acceptOffer(PeerDescription.freeSwitchAttach)
        #expect(throws: MediaError.self) {
            try a.negotiator.acceptOffer(PeerDescription.freeSwitchAttach, yields: true)
        }
        var mute = Peer("m", codecs: [])
        let error = #expect(throws: MediaError.self) { try mute.negotiator.createOffer() }
        #expect(error?.code == .unsupportedConfiguration)
    }

    @Test func `errors say nothing of the description`() {
        var a = Peer("a")
        let error = #expect(throws: MediaError.self) {
            try a.negotiator.acceptOffer(PeerDescription.chromeOffer + "a=candidate:192.0.2.77\r\n")
        }
        #expect(error.map { !$0.description.contains("192.0.2") && $0.description.contains("line") } ?? false)
    }
}
