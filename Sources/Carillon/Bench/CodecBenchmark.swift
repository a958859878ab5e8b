import Verto
import WireJSON

/// Decodes and encodes a typical Verto message.
struct CodecBenchmark: Benchmark {
    let name = "verto"
    let figures: [Figure<Sample>] = [
        Figure<Sample>("verto-decode", "ns/message", .less, how: { $0.how }) { $0.decoding },
        Figure<Sample>("verto-encode", "ns/message", .less, how: { $0.how }) { $0.encoding },
    ]
    let activity = "reading and writing a Verto message"

    /// An INVITE without its session description, which every codec would merely copy.
    static let message: [UInt8] = {
        let text = #"""
            {"jsonrpc":"2.0","id":"6f2a1c9e-54a1-4d0c-9b1e-0a5b8c1d2e3f","method":"telnyx_rtc.invite","params":{"sessid":"a1b2c3d4-0000-4000-8000-000000000001","sdp":"v=0\r\n","User-Agent":"Carillon-1.0","trickle":true,"dialogParams":{"callID":"0c1d2e3f-0000-4000-8000-000000000002","destination_number":"bob","caller_id_name":"Alice","caller_id_number":"1001","audio":true,"video":false,"attach":false}}}
            """#
        return Array(text.utf8)
    }()

    /// Nanoseconds per message.
    struct Sample: Sendable {
        var decoding: Double
        var encoding: Double
        var how: String
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let message = CodecBenchmark.message
        guard case .frame(let frame) = try VertoCodec.decode(message) else {
            throw BenchError("the benchmark's message is not a frame")
        }
        let decoding = RepeatedTiming.nanoseconds(size) { _ = try? VertoCodec.decode(message) }
        var buffer: [UInt8] = []
        buffer.reserveCapacity(1024)
        let encoding = RepeatedTiming.nanoseconds(size) {
            buffer.removeAll(keepingCapacity: true)
            VertoCodec.encode(frame, into: &buffer)
        }
        let how =
            "a \(message.count)-byte INVITE without SDP, best of \(RepeatedTiming.rounds(size)) rounds, one core"
        return Sample(decoding: decoding, encoding: encoding, how: how)
    }
}
