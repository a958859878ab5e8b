import MediaEngine
import NativeMedia
import Testing

@Suite(.serialized) struct CallTests {
    @Test(arguments: [AudioCodec.opus, .pcmu, .pcma])
    func `a tone is heard both ways`(codec: AudioCodec) async throws {
        let call = try TestCall(caller: { $0.codecs = [codec] })
        try await call.connect()
        try await call.hearEachOther()
        try await call.close()
    }
}
