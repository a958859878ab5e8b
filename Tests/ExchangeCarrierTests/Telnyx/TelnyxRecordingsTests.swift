import ExchangeCarrier
import Testing

/// Telnyx's list of recordings.
struct TelnyxRecordingsTests {
    private static let list = """
        {"data":[
          {"id":"r1","recording_started_at":"2024-01-01T10:00:00.521Z","download_urls":{"mp3":"https://x/1.mp3"}},
          {"id":"r2","recording_started_at":"2024-01-01T10:05:00.000Z",
           "download_urls":{"wav":"https://x/2.wav","mp3":"https://x/2.mp3"}},
          {"id":"r3"}, 7
        ],"meta":{"total_results":4}}
        """

    @Test func `a recording is found by its start, though the list is less exact than the webhook`() {
        let list = TelnyxRecordings(Array(Self.list.utf8))
        #expect(list.entries.count == 2)
        #expect(list.entry(startedAt: "2024-01-01T10:00:00.521992Z")?.id == "r1")
        #expect(list.entry(startedAt: "2024-01-01T10:00:00.521992Z")?.address == "https://x/1.mp3")
        #expect(list.entry(startedAt: "2024-01-01T10:05:00.000400Z")?.address == "https://x/2.wav")
        #expect(list.entry(startedAt: "2024-01-01T10:02:00Z") == nil)
        #expect(list.entry(startedAt: "yesterday") == nil)
        #expect(TelnyxRecordings(Array("no list".utf8)).entries.isEmpty)
    }

    private static func begun(_ starts: String...) -> TelnyxRecordings {
        let entries = starts.map { #"{"id":"\#($0)","recording_started_at":"2024-01-01T10:00:\#($0)Z"}"# }
        return TelnyxRecordings(Array(#"{"data":[\#(entries.joined(separator: ","))]}"#.utf8))
    }

    @Test func `of two recordings of a call within a second the nearest is meant`() {
        let (start, list) = ("2024-01-01T10:00:01.400321Z", Self.begun("00.900", "01.400"))
        #expect(list.entry(startedAt: start)?.id == "01.400" && list.isClear(startedAt: start))
    }

    @Test func `where two recordings may be meant, neither is deleted, because a deletion is final`() {
        let start = "2024-01-01T10:00:01.400321Z"
        #expect(!Self.begun("01.100", "01.600").isClear(startedAt: start))
        #expect(!Self.begun("01.400", "01.401").isClear(startedAt: start))
        // The one that was meant may be gone already.
        #expect(!Self.begun("01.100").isClear(startedAt: start) && Self.begun("01.400").isClear(startedAt: start))
    }

    @Test func `what stands in an address cannot change where it leads`() {
        #expect(TelnyxRecordings.listPath(ofCall: "a b&c=d") == "/recordings?filter%5Bcall_session_id%5D=a%20b%26c%3Dd")
        #expect(TelnyxRecordings.path(of: "../calls/x") == "/recordings/..%2Fcalls%2Fx")
    }

    @Test func `sound is fetched over TLS, unless the API itself is a stand-in without`() {
        let api = "https://api.telnyx.com/v2"
        #expect(TelnyxRecordings.isAllowed("https://bucket.example.org/x.wav", besides: api))
        #expect(!TelnyxRecordings.isAllowed("http://169.254.169.254/", besides: api))
        #expect(!TelnyxRecordings.isAllowed("file:///etc/passwd", besides: api))
        #expect(TelnyxRecordings.isAllowed("http://127.0.0.1:1/x.wav", besides: "http://127.0.0.1:1/v2"))
    }

    @Test func `a part is one run of bytes, and whatever else is asked for gets the whole`() {
        for text in ["bytes=0-0", "bytes=10-", "bytes=-500"] {
            #expect(ByteRange(header: text)?.description == text)
        }
        for text in [
            "bytes=", "bytes=-", "bytes=5-4", "bytes=0-1,4-5", "lines=0-1", "bytes=0-1 ", "bytes=+1-2", "bytes=a-b",
            "bytes=1234567890123456-", "0-1",
        ] {
            #expect(ByteRange(header: text) == nil, "\(text)")
        }
    }

    @Test func `what a file is its server says, or else its name`() {
        let named = "https://example.org/a/b.MP3?x=.wav"
        #expect(TelnyxRecordings.format(type: "audio/x-wav; a=b", address: named) == .wav)
        #expect(TelnyxRecordings.format(type: "binary/octet-stream", address: named) == .mp3)
        #expect(TelnyxRecordings.format(type: nil, address: "https://example.org/b.wav") == .wav)
        #expect(TelnyxRecordings.format(type: nil, address: "https://example.org/b") == nil)
        #expect(TelnyxRecordings.format(type: "text/html", address: named) == nil)
    }
}
