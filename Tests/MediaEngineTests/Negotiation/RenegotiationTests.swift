import MediaEngine
import PeerDescriptions
import SDP
import Testing

struct RenegotiationTests {
    private func connected() throws -> (Peer, Peer) {
        var a = Peer("a"), b = Peer("b")
        try a.call(&b)
        return (a, b)
    }

    @Test func `either side holds, both hold, and everything comes back`() throws {
        var (a, b) = try connected()
        a.negotiator.direction = .sendonly
        #expect(a.negotiator.maySend)
        try a.call(&b)
        #expect(a.negotiator.media?.receives == false && b.negotiator.media?.sends == false)
        #expect(b.negotiator.media?.remoteDirection == .sendonly && a.negotiator.media?.remoteDirection == .recvonly)

        b.negotiator.direction = .sendonly
        try b.call(&a)
        #expect(a.section?.ownDirection == .inactive)
        #expect(a.negotiator.media?.sends == false && b.negotiator.media?.receives == false)

        a.negotiator.direction = .sendrecv
        try a.call(&b)
        #expect(b.section?.ownDirection == .sendonly && b.negotiator.media?.sends == true)
        b.negotiator.direction = .sendrecv
        try b.call(&a)
        for peer in [a, b] { #expect(peer.negotiator.maySend && peer.negotiator.media?.receives == true) }
    }

    @Test func `a narrowed wish stops sending before the peer knows`() throws {
        var (a, _) = try connected()
        a.negotiator.direction = .inactive
        #expect(!a.negotiator.maySend && a.negotiator.media?.sends == true)
    }

    @Test func `pitfall 8: hold repeats everything but direction and version`() throws {
        var (a, b) = try connected()
        let (before, answerBefore) = (try #require(a.section), try #require(b.section))
        let version = try SessionDescription(parsing: a.text).origin.version
        a.negotiator.direction = .inactive
        try a.call(&b)
        #expect(a.section?.identity == before.identity && b.section?.identity == answerBefore.identity)
        #expect(try SessionDescription(parsing: a.text).origin.version == version + 1)
        #expect(a.negotiator.media?.needsNewAssociation == false && a.negotiator.media?.remoteRestartedICE == false)
    }

    @Test func `F2: a restart of ours is one though the peer answers with the credentials it had, as FreeSWITCH does`()
        throws
    {
        var (a, b) = try connected()
        let answer = b.text
        try a.negotiator.createOffer(restart: a.credentials(2))
        let media = try a.negotiator.acceptAnswer(answer, provisional: false)
        #expect(media.restartsICE && media.localRestartedICE && !media.remoteRestartedICE)
        #expect(!media.needsNewAssociation)
        try b.negotiator.createOffer()
        try a.negotiator.acceptOffer(b.text)
        #expect(try a.negotiator.createAnswer().restartsICE == false)
    }

    @Test func `roles stay when the side that answered offers`() throws {
        var (a, b) = try connected()
        try b.call(&a)
        #expect(a.negotiator.media?.role == .server && b.negotiator.media?.role == .client)
        #expect(a.negotiator.media?.needsNewAssociation == false)
    }

    @Test func `another peer connection of the other side is answered as if it were the first`() throws {
        var (a, b) = try connected()
        #expect(a.negotiator.media?.role == .server)
        var c = Peer("c")
        try c.negotiator.createOffer()
        try #require(try a.negotiator.acceptOffer(c.text))
        let media = try a.negotiator.createAnswer(restart: a.credentials(2))
        #expect(media.role == .client && a.section?.value(of: "setup") == "active")
        #expect(media.needsNewAssociation && media.remoteRestartedICE && media.localRestartedICE)
        try c.negotiator.acceptAnswer(a.text, provisional: false)
        #expect(c.negotiator.media?.role == .server)
        // The one that had been there before is as much another to it.
        try b.negotiator.createOffer(restart: b.credentials(2))
        try a.negotiator.acceptOffer(b.text)
        #expect(try a.negotiator.createAnswer(restart: a.credentials(3)).needsNewAssociation)
    }

    @Test func `another peer connection takes the role it likes in the answer to a restart`() throws {
        var (a, _) = try connected()
        var c = Peer("c")
        try a.negotiator.createOffer(restart: a.credentials(2))
        try c.negotiator.acceptOffer(a.text)
        try c.negotiator.createAnswer()
        let media = try a.negotiator.acceptAnswer(c.text, provisional: false)
        #expect(media.role == .server && media.needsNewAssociation && media.remoteRestartedICE)
        #expect(media.remoteFingerprints == [Peer.fingerprint("c")])
    }

    @Test func `a restart states the direction agreed last, so that a hold without a description can end`() throws {
        var (a, b) = try connected()
        for wish in [MediaDirection.inactive, .sendrecv] {
            a.negotiator.direction = wish
            b.negotiator.direction = wish
            let generation = wish == .inactive ? 2 : 3
            try a.call(&b, restart: a.credentials(generation), answererRestart: b.credentials(generation))
            #expect(a.section?.ownDirection == .sendrecv && b.section?.ownDirection == .sendrecv)
            #expect(a.negotiator.maySend == (wish == .sendrecv) && b.negotiator.maySend == (wish == .sendrecv))
        }
    }

    @Test func `pitfall 8: either side restarts ICE and both notice`() throws {
        var (a, b) = try connected()
        try a.call(&b, restart: a.credentials(2), answererRestart: b.credentials(2))
        for peer in [a, b] {
            #expect(
                peer.negotiator.media?.remoteRestartedICE == true && peer.negotiator.media?.localRestartedICE == true)
            #expect(peer.negotiator.media?.localCredentials == peer.credentials(2))
            #expect(peer.negotiator.media?.needsNewAssociation == false)
        }
        try b.call(&a, restart: b.credentials(3), answererRestart: a.credentials(3))
        #expect(a.negotiator.media?.remoteCredentials == b.credentials(3))
        try a.call(&b)
        #expect(a.negotiator.media?.remoteRestartedICE == false && a.negotiator.media?.localRestartedICE == false)
    }

    @Test func `a restart starts with no candidates and needs new credentials`() throws {
        var (a, b) = try connected()
        a.negotiator.addLocalCandidate(
            try IceCandidate(parsing: "1 1 udp 9 10.0.0.1 5000 typ host"), userFragment: "afrag1")
        #expect(a.section?.candidates.count == 1)
        #expect(throws: MediaError.self) { try a.negotiator.createOffer(restart: a.credentials(1)) }
        #expect(throws: MediaError.self) {
            try a.negotiator.createOffer(restart: IceCredentials(userFragment: "abc", password: "short"))
        }
        try a.negotiator.createOffer(restart: a.credentials(2))
        #expect(a.section?.candidates.isEmpty == true && a.negotiator.localCredentials == a.credentials(2))
        #expect(try b.negotiator.acceptOffer(a.text))
        let error = #expect(throws: MediaError.self) { try b.negotiator.createAnswer() }
        #expect(error?.code == .wrongState && b.negotiator.state == .haveRemoteOffer)
        try b.negotiator.createAnswer(restart: b.credentials(2))
    }

    @Test func `an offer that drops or moves the audio section is refused`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.chromeVideoOffer)
        try b.negotiator.createAnswer()
        #expect(throws: MediaError.self) { try b.negotiator.acceptOffer(PeerDescription.chromeOffer) }
        let ended = PeerDescription.chromeVideoOffer.replacing("m=audio 60373", with: "m=audio 0")
        #expect(throws: MediaError.self) { try b.negotiator.acceptOffer(ended) }
        #expect(b.negotiator.state == .stable)
    }

    @Test func `a peer that changes certificate needs a new association`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.freeSwitchOffer)
        try b.negotiator.createAnswer()
        #expect(try b.negotiator.acceptOffer(PeerDescription.freeSwitchAttach))
        let media = try b.negotiator.createAnswer(restart: b.credentials(2))
        #expect(media.needsNewAssociation && media.remoteRestartedICE)
    }
}
