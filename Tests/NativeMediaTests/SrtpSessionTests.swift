import NativeMedia
import Testing

@Suite(.timeLimit(.minutes(5))) struct SrtpSessionTests {
    /// RFC 5764 §4.1.2 and RFC 7714 §14.2, with the bytes of key and salt together.
    private static let profiles: [(number: UInt16, keyByteCount: Int)] = [(1, 30), (7, 28)]
    private static let packet: [UInt8] = [0x80, 111, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9] + Array("sound".utf8)

    private static func session(_ profile: UInt16, key: [UInt8], inbound: Bool) throws -> SrtpSession {
        guard let session = SrtpSession(profile: profile, key: key, inbound: inbound) else { throw Refused() }
        return session
    }

    private struct Refused: Error {}

    private static func key(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 + 1) } }

    /// What leaves the session in place of `bytes`; nil where it refuses them.
    private static func pass(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>, Int) -> Int?) -> [UInt8]? {
        var room = bytes + [UInt8](repeating: 0, count: SrtpSession.trailerByteCount)
        let count = room.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { body($0, bytes.count) }
        }
        return count.map { Array(room.prefix($0)) }
    }

    @Test(arguments: profiles)
    func `a packet protected by one end is read by the other, once and unchanged`(profile: UInt16, keyByteCount: Int)
        throws
    {
        let key = Self.key(keyByteCount)
        let sender = try Self.session(profile, key: key, inbound: false)
        let receiver = try Self.session(profile, key: key, inbound: true)
        let sent = try #require(Self.pass(Self.packet) { sender.protect($0, count: $1) })
        #expect(sent.count > Self.packet.count && !sent.contains(Array("sound".utf8)))
        var altered = sent
        altered[13] ^= 1
        #expect(Self.pass(altered) { receiver.unprotect($0, count: $1) } == nil)
        #expect(Self.pass(sent) { receiver.unprotect($0, count: $1) } == Self.packet)
        #expect(Self.pass(sent) { receiver.unprotect($0, count: $1) } == nil, "the same packet again")
        let stranger = try Self.session(profile, key: key.reversed(), inbound: true)
        #expect(Self.pass(sent) { stranger.unprotect($0, count: $1) } == nil)
    }

    @Test func `a key of another length or an unknown profile is refused`() {
        for (profile, count) in [(1, 28), (7, 30), (1, 0), (0, 30), (99, 30)] as [(UInt16, Int)] {
            #expect(throws: Refused.self, "profile \(profile), \(count) bytes") {
                _ = try Self.session(profile, key: Self.key(count), inbound: true)
            }
        }
    }

    /// Debian's libsrtp2 keeps its ciphers in NSS, which starts once for the process. In one of its own: what a process
    /// holds is everybody's in it.
    @Test func `pitfall 16: contexts that come and go leave nothing behind in NSS`() async {
        await #expect(processExitsWith: .success) {
            for (profile, keyByteCount) in SrtpSessionTests.profiles {
                try SrtpSessionTests.comeAndGo(500, profile, keyByteCount)
                let before = ProcessFootprint.now().residentKilobytes
                try SrtpSessionTests.comeAndGo(4_000, profile, keyByteCount)
                // A context takes some 15 kB: 60 MB if they stayed.
                #expect(ProcessFootprint.now().residentKilobytes < before + 3 * 1024, "profile \(profile)")
            }
        }
    }

    private static func comeAndGo(_ times: Int, _ profile: UInt16, _ keyByteCount: Int) throws {
        let key = key(keyByteCount)
        for _ in 0..<times {
            let session = try session(profile, key: key, inbound: false)
            #expect(pass(packet) { session.protect($0, count: $1) } != nil)
        }
    }
}
