import Broadcast
import Testing

struct PublicationTests {
    private func event(_ text: String) throws(PublicationError) -> PublicationRequest {
        let result = Array(text.utf8).withUnsafeBytes { body in
            Result { () throws(PublicationError) in try PublicationReader.event(body) }
        }
        return try result.get()
    }

    private func batch(_ text: String) throws(PublicationError) -> PublicationRequest {
        let result = Array(text.utf8).withUnsafeBytes { body in
            Result { () throws(PublicationError) in try PublicationReader.batch(body) }
        }
        return try result.get()
    }

    private func refusal(_ text: String) -> PublicationError? {
        do throws(PublicationError) { _ = try event(text) } catch { return error }
        return nil
    }

    @Test func `an event is read with all it may carry`() throws {
        let request = try event(
            #"{"name":"x","data":"{}","channels":["a","private-b"],"socket_id":"1.2","info":"user_count,cache,other"}"#)
        #expect(
            request.publications == [
                Publication(event: "x", data: "{}", channels: ["a", "private-b"], except: SocketID(1, 2))
            ])
        #expect(request.wanted == [[.userCount, .cache]])
        let extended = try event(
            #"{"name":"x","data":"","channel":"a","key":"call","last":true,"idempotency_key":"k"}"#)
        #expect(
            extended.publications == [
                Publication(event: "x", data: "", channels: ["a"], key: "call", isLast: true, idempotencyKey: "k")
            ])
    }

    @Test func `a refused publication names its fault`() {
        #expect(refusal("no")?.code == .notJSON)
        #expect(refusal(#"{"data":"","channel":"a"}"#)?.description == "name: is missing")
        #expect(refusal(#"{"name":"x","channel":"a"}"#)?.description == "data: is missing")
        #expect(refusal(#"{"name":"x","data":"{}"}"#)?.description == "channels: is missing")
        #expect(refusal(#"{"name":"x","data":{},"channel":"a"}"#)?.code == .wrong)
        #expect(refusal(#"{"name":"x","data":"","channel":"a b"}"#)?.code == .wrong)
        #expect(refusal(#"{"name":"x","data":"","channel":"a","socket_id":"1"}"#)?.code == .wrong)
        let name = String(repeating: "n", count: 201)
        #expect(refusal(#"{"name":"\#(name)","data":"","channel":"a"}"#)?.code == .tooLarge)
        let channels = (0...100).map { "\"c\($0)\"" }.joined(separator: ",")
        #expect(refusal(#"{"name":"x","data":"","channels":[\#(channels)]}"#)?.code == .tooMany)
    }

    @Test func `a batch is read as a whole or not at all`() throws {
        let one = #"{"name":"x","data":"","channel":"a"}"#
        let two = try batch(#"{"batch":[\#(one),{"name":"y","data":"","channel":"b","info":"subscription_count"}]}"#)
        #expect(two.publications.map(\.event) == ["x", "y"])
        #expect(two.wanted == [[], [.subscriptionCount]])
        let bad = #expect(throws: PublicationError.self) { try batch(#"{"batch":[\#(one),{"name":"y"}]}"#) }
        #expect(bad?.description == "batch[1].data: is missing")
        let many = Array(repeating: one, count: 11).joined(separator: ",")
        #expect(throws: PublicationError.self) { try batch(#"{"batch":[\#(many)]}"#) }
    }
}
