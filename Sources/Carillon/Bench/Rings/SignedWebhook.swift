import Foundation
import NIOCore
import Standins

/// News of a call as Telnyx posts it, signed.
enum SignedWebhook {
    static let path = "/webhooks/telnyx"

    /// A call that came in, named by its number, for a number of nobody's.
    static func request(_ number: Int, by signer: TelnyxSigner) -> ByteBuffer {
        let (id, leg) = (LoadFleet.identifier(number), "v3:bench-leg-\(number)")
        let body = Array(
            (#"{"data":{"event_type":"call.initiated","id":"\#(id)","occurred_at":"2026-11-21T12:00:00.000000Z","payload":{"#
                + #""call_control_id":"\#(leg)","call_leg_id":"\#(id)","call_session_id":"\#(id)","client_state":null,"#
                + #""connection_id":"1000000000000000001","direction":"incoming","from":"+15550100001","#
                + #""start_time":"2026-11-21T12:00:00.000000Z","state":"parked","to":"+15550109999"},"#
                + #""record_type":"event"},"meta":{"attempt":1,"delivered_to":"http://127.0.0.1/webhooks/telnyx"}}"#)
                .utf8)
        let now = Duration.microseconds(Int64(Date().timeIntervalSince1970 * 1e6))
        let headers = signer.headers(body, at: now).map { "\($0.name): \($0.value)\r\n" }.joined()
        var buffer = ByteBuffer(
            string: "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Content-Length: \(body.count)\r\n\r\n")
        buffer.writeBytes(body)
        return buffer
    }
}
