import CallModel
import Foundation
import PushPayload
import Redaction
import WireJSON

/// Payloads of pushes, as bytes.
enum Payload {
    /// A call of ours.
    static func call(_ number: UInt64, name: String = "Anna", caller: String = "+15550100") -> Data {
        var push = IncomingPush.ringing(
            CallSessionID(.random(high: 1, low: number)), organization: "acme",
            deadline: WallTime(milliseconds: 1_800_000_000_000))
        push.callerName = Redacted(name)
        push.callerNumber = Redacted(caller)
        return Data(push.bytes() ?? [])
    }

    /// That a call is over.
    static func ended(_ number: UInt64) -> Data {
        var push = IncomingPush.ringing(
            CallSessionID(.random(high: 1, low: number)), organization: "acme",
            deadline: WallTime(milliseconds: 1_800_000_000_000))
        push.kind = .callEnded
        push.ending = .cancelled
        return Data(push.bytes() ?? [])
    }

    /// Objects that no sender of ours writes.
    static let malformed: [String] = [
        "{}", #"{"aps":{}}"#, #"{"aps":null}"#, #"{"carillon":null}"#, #"{"carillon":7}"#, #"{"carillon":[]}"#,
        #"{"carillon":{}}"#, #"{"carillon":{"v":1}}"#, #"{"carillon":{"v":99,"type":"call"}}"#,
        #"{"carillon":{"v":1,"type":"call","session":null}}"#, #"{"carillon":{"v":1,"type":"call","session":""}}"#,
        #"{"carillon":{"v":1,"type":"call","session":{"a":1}}}"#, #"{"carillon":{"v":"x","type":1,"session":2}}"#,
        #"{"carillon":{"type":"ended"}}"#, #"{"type":"incoming_call"}"#, #"{"type":"incoming_call","call_id":""}"#,
        #"{"type":7}"#, #"{"type":"call_ended"}"#, #"{"metadata":{}}"#, #"{"metadata":"text"}"#,
        #"{"metadata":{"call_id":null}}"#, #"{"metadata":[1,2,3],"aps":{"alert":"Missed call!"}}"#,
        #"{"aps":{"alert":"Answered Elsewhere"},"metadata":{"voice_sdk_id":1}}"#, #"{"":""}"#,
        #"{"carillon":{"v":1,"type":"call","session":"\#(String(repeating: "9", count: 4_000))"}}"#,
        #"{"a":\#(String(repeating: "[", count: 400))\#(String(repeating: "]", count: 400))}"#,
    ]
}
