import Foundation
import MediaEngine
import Standins
import Testing
import WireJSON

/// People in the public network, in virtual time: what they say is heard and recorded.
struct PublicPartyTests {
    /// The samples of a recording's WAV file, by channel.
    private func recorded(_ scene: inout EdgeScene) throws -> (type: String?, channels: [[Int16]]) {
        let address = try #require(scene.payload("call.recording.saved")?["recording_urls"]?.object?.members.first)
        let text = try #require(address.value.string)
        let parts = text.split(separator: "?")
        let path = "/" + parts[0].split(separator: "/").dropFirst(2).joined(separator: "/")
        let response = scene.party.handle(
            StandinRequest(method: "GET", path: path, query: String(parts[1])), at: scene.now)
        #expect(response.status == 200)
        let count = Int(response.body[22])
        let words = stride(from: 44, to: response.body.count - 1, by: 2).map { place in
            Int16(bitPattern: UInt16(response.body[place]) | UInt16(response.body[place + 1]) << 8)
        }
        let channels = (0..<count).map { channel in
            stride(from: channel, to: words.count, by: count).map { words[$0] }
        }
        return (response.headers.first { $0.name == "content-type" }?.value, channels)
    }

    @Test func `live legs are found without a walk through all calls that ever were`() {
        var scene = EdgeScene()
        for _ in 0..<20 { scene.command("hangup", scene.callIn()) }
        let live = [scene.callIn(), scene.callIn()]
        let legs = (scene.control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object)
        #expect(legs.count == 22)
        #expect(legs.filter { $0["is_alive"]?.bool == true }.map { $0["call_control_id"]?.string } == live)
        #expect(scene.party.liveOrder == live)
        for leg in live { scene.command("hangup", leg) }
        #expect(scene.party.liveOrder.isEmpty)
    }

    @Test func `a voicemail message holds the caller's voice`() throws {
        var scene = EdgeScene()
        let caller = scene.callIn(["tone": 440])
        scene.command("answer", caller)
        scene.command("record_start", caller, ["format": "wav", "channels": "single"])
        scene.pass(.seconds(3))
        scene.control("POST", "legs/\(caller)/speak", ["tone": 700])
        scene.pass(.seconds(2))
        scene.command("record_stop", caller)
        scene.pass(.seconds(1))
        let (type, channels) = try recorded(&scene)
        #expect(type == "audio/wav" && channels.count == 1 && channels[0].count == 40_000)
        let (early, late) = (channels[0].prefix(23_000), channels[0])
        #expect(Tones.amplitude(of: 440, in: early) > 0.25 && Tones.amplitude(of: 700, in: early) < 0.02)
        #expect(Tones.amplitude(of: 700, in: late.dropLast(800)) > 0.25)
    }

    @Test func `a conversation is heard on both sides and recorded in two channels`() throws {
        var scene = EdgeScene()
        scene.control("POST", "far-ends", ["to": "+15550100077", "answer_ms": 100, "tone": 900])
        let caller = scene.callIn(["tone": 440])
        scene.command("answer", caller)
        let far = scene.dial("+15550100077", ["link_to": .string(caller), "bridge_on_answer": true])
        scene.control("POST", "legs/\(caller)/listen")
        scene.control("POST", "legs/\(far)/listen")
        scene.pass(.milliseconds(200))
        scene.command("record_start", caller, ["format": "mp3", "channels": "dual"])
        scene.pass(.seconds(2))
        #expect(level(900, caller, &scene) > 0.25 && level(440, caller, &scene) < 0.02)
        #expect(level(440, far, &scene) > 0.25)
        scene.control("POST", "legs/\(far)/dtmf", ["digit": "5"])
        let digits = scene.control("POST", "legs/\(caller)/levels")["digits"]
        #expect(digits == "5", "the other side hears the key")
        scene.control("POST", "legs/\(far)/lose", ["way": "said"])
        scene.pass(.seconds(1))
        #expect(level(900, caller, &scene) < 0.02 && level(440, far, &scene) > 0.25, "one way only")
        scene.control("POST", "legs/\(far)/lose", ["way": "none"])
        let guest = scene.control("POST", "legs/\(caller)/join", ["tone": 1_300])["call_control_id"]
        scene.pass(.seconds(1))
        #expect(level(1_300, far, &scene) > 0.25 && level(900, caller, &scene) > 0.25, "a third joined")
        scene.control("POST", "legs/\(guest?.string ?? "")/hangup")
        scene.pass(.seconds(1))
        #expect(level(1_300, far, &scene) < 0.02)
        scene.command("record_stop", caller)
        scene.pass(.seconds(1))
        let (type, channels) = try recorded(&scene)
        #expect(type == "audio/wav" && channels.count == 2, "a WAV file stands for the MP3")
        #expect(Tones.amplitude(of: 440, in: channels[0].prefix(8_000)) > 0.25)
        #expect(Tones.amplitude(of: 900, in: channels[1].prefix(8_000)) > 0.25)
    }

    @Test func `a line tells when a watched party hears a tone, hears it no longer, and was sent digits`() {
        var scene = EdgeScene()
        scene.control("POST", "far-ends", ["to": "+15550100077", "answer_ms": 100, "tone": 900])
        let caller = scene.callIn(["silence": true])
        scene.command("answer", caller)
        let far = scene.dial("+15550100077", ["link_to": .string(caller), "bridge_on_answer": true])
        let watch = { (wanted: JSONObject, scene: inout EdgeScene) in
            scene.control("POST", "legs/\(caller)/watch", wanted)["error"]?.string
        }
        for _ in 1...2 { #expect(watch(["tone": 900], &scene) == nil) }
        #expect(scene.lines.isEmpty)
        scene.pass(.seconds(2))
        #expect(scene.lines == ["HEARD 900 Hz 200"], "watched for twice, it is told once")
        #expect(watch(["tone": 900, "over": 0.02, "gone": true], &scene) == nil)
        #expect(watch(["digits": 2], &scene) == nil)
        scene.control("POST", "legs/\(far)/dtmf", ["digit": "4"])
        scene.pass(.seconds(1))
        #expect(scene.lines.count == 1, "the tone is still there, and one digit is not two")
        scene.control("POST", "legs/\(far)/dtmf", ["digit": "2"])
        #expect(scene.lines.last == "HEARD 2 digits 200")
        scene.control("POST", "legs/\(far)/lose", ["way": "said"])
        scene.pass(.seconds(1))
        #expect(scene.lines.last == "HEARD no 900 Hz 200")
        for wrong in [[:], ["tone": 0], ["tone": 4_000], ["digits": 0]] as [JSONObject] {
            #expect(watch(wrong, &scene)?.contains("watch needs") == true)
        }
    }

    private func level(_ frequency: Int64, _ leg: String, _ scene: inout EdgeScene) -> Double {
        scene.control("POST", "legs/\(leg)/levels", ["tones": [.integer(frequency)]])["levels"]?
            .object?["\(frequency)"]?.number ?? -1
    }

    @Test(arguments: [("barge", true, true), ("whisper", false, true), ("monitor", false, false)])
    func `a supervisor hears both sides and is heard as its role says`(
        role: String, byCaller: Bool, bySupervised: Bool
    ) throws {
        var scene = EdgeScene()
        for (number, tone) in [("+15550100077", 900), ("+15550100088", 1_500)] as [(String, Int64)] {
            scene.control(
                "POST", "far-ends", ["to": .string(number), "answer_ms": 100, "tone": .integer(tone)])
        }
        let caller = scene.callIn(["tone": 440])
        scene.command("answer", caller)
        let agent = scene.dial("+15550100077", ["link_to": .string(caller), "bridge_on_answer": true])
        scene.pass(.milliseconds(200))
        let supervisor = scene.dial(
            "+15550100088", ["supervise_call_control_id": .string(agent), "supervisor_role": .string(role)])
        for leg in [caller, agent, supervisor] { scene.control("POST", "legs/\(leg)/listen") }
        scene.pass(.seconds(1))
        #expect(level(440, supervisor, &scene) > 0.25 && level(900, supervisor, &scene) > 0.25)
        #expect((level(1_500, caller, &scene) > 0.25) == byCaller)
        #expect((level(1_500, agent, &scene) > 0.25) == bySupervised)
    }

    @Test func `a parked caller hears silence, the playback, and silence again`() throws {
        var scene = EdgeScene()
        let caller = scene.callIn()
        scene.command("answer", caller)
        scene.control("POST", "legs/\(caller)/listen")
        scene.pass(.seconds(1))
        #expect(level(425, caller, &scene) == 0)
        scene.command("playback_start", caller, ["audio_url": "https://example.com/hold.mp3"])
        scene.pass(.seconds(1))
        #expect(level(425, caller, &scene) > 0.25)
        scene.pass(.seconds(2))
        #expect(level(425, caller, &scene) == 0, "it plays for two seconds")
        scene.command("speak", caller, ["payload": "Hello", "voice": "female"])
        scene.pass(.seconds(1))
        #expect(level(425, caller, &scene) > 0.25)
    }

    @Test func `a paused recording leaves the pause out, and a clock moved far ahead takes little time`() throws {
        var scene = EdgeScene()
        let caller = scene.callIn(["tone": 440])
        scene.command("answer", caller)
        scene.command("record_start", caller, ["format": "wav", "channels": "single"])
        scene.pass(.seconds(1))
        scene.command("record_pause", caller)
        scene.pass(.seconds(3_600))
        scene.command("record_resume", caller)
        scene.pass(.seconds(1))
        scene.command("record_stop", caller)
        scene.pass(.seconds(1))
        #expect(try recorded(&scene).channels[0].count == 16_000)
    }

    @Test func `a WAV file is played unchanged, at any rate`() throws {
        let tone = (0..<48_000).map { Int16(9_000 * sin(2 * .pi * 600 * Double($0) / 48_000)) }
        let file = Data(WAVFile(sampleRate: 48_000, samples: tone).bytes).base64EncodedString()
        var scene = EdgeScene()
        let caller = scene.callIn(["wav": .string(file), "repeats": true])
        scene.command("answer", caller)
        scene.command("record_start", caller, ["format": "wav", "channels": "single"])
        scene.pass(.seconds(3))
        scene.command("record_stop", caller)
        scene.pass(.seconds(1))
        let said = try recorded(&scene).channels[0]
        #expect(Tones.amplitude(of: 600, in: said.dropLast(800)) > 0.2)
    }
}
