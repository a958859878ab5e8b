import PeerDescriptions
import SDP
import Testing

struct MutationTests {
    /// SplitMix64: the same mutations for the same seed on every machine.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Generator) {
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array("\r\n=: 0:a".utf8).shuffled(using: &random), at: place)
            default:
                let end = Int.random(in: place...min(bytes.count, place + 60), using: &random)
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: bytes.indices, using: &random))
            }
        }
    }

    @Test(arguments: 1...16)
    func `mutated descriptions are read or refused, and one that was read stays readable when edited`(seed: UInt64)
        throws
    {
        var random = Generator(state: seed)
        var read = 0
        for round in 0..<60 {
            var bytes = Array(PeerDescription.all[round % PeerDescription.all.count].utf8)
            mutate(&bytes, &random)
            guard var description = try? SessionDescription(parsing: String(decoding: bytes, as: UTF8.self)) else {
                continue
            }
            read += 1
            #expect(try SessionDescription(parsing: description.text) == description)
            exercise(&description)
            #expect(try SessionDescription(parsing: description.text) == description)
        }
        #expect(read > 0 && read < 60)
    }

    @Test(arguments: 1...16)
    func `an audio section is found in exactly the descriptions that are read and have one`(seed: UInt64) throws {
        var random = Generator(state: seed)
        var found = 0
        for round in 0..<60 {
            var bytes = Array(PeerDescription.all[round % PeerDescription.all.count].utf8)
            mutate(&bytes, &random)
            let text = String(decoding: bytes, as: UTF8.self)
            let sections = (try? SessionDescription(parsing: text))?.media ?? []
            let hasAudio = sections.contains { $0.kind == "audio" && !$0.isRejected }
            #expect(SessionDescription.hasAudio(text) == hasAudio)
            if hasAudio { found += 1 }
        }
        #expect(found > 0 && found < 60)
    }

    private func exercise(_ description: inout SessionDescription) {
        for section in description.media {
            _ = (description.direction(of: section), description.iceCredentials(of: section), section.payloadFormats)
            _ = (description.fingerprints(of: section), description.setupRole(of: section), section.packetMilliseconds)
        }
        description.prefer([CodecPreference(encoding: "audio/PCMU"), CodecPreference(encoding: "opus")])
        description.setDirection(.inactive)
        let candidates = description.media.flatMap(\.candidates).prefix(100)
        description.add(Array(candidates), isComplete: true, toMediaAt: 0)
        description.orderSessionLines()
    }
}
