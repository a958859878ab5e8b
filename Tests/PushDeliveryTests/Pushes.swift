import CallModel
import PushDelivery
import PushPayload
import Redaction
import Testing

/// Pushes as the tests need them. The exchange's clock stands at `wall` when the shell's stands at zero.
enum Pushes {
    static let wall = WallTime(milliseconds: 1_800_000_000_000)
    static let topic = "org.example.app.voip"

    static func call(_ number: UInt64) -> CallSessionID { CallSessionID(UUIDValue(high: 7, low: number)) }

    static func token(
        _ number: Int = 1, registeredAt: WallTime = WallTime(milliseconds: 1_700_000_000_000),
        _ environment: APNsEnvironment? = .production
    ) throws -> DeviceToken {
        let text = String(number, radix: 16)
        let value = String(repeating: "0", count: 64 - text.count) + text
        return try DeviceToken(value, at: .apns(topic: topic, environment), registeredAt: registeredAt)
    }

    /// A ring whose deadline is that many seconds after the moment.
    static func ring(
        _ reference: UInt64, device: Int? = nil, call: UInt64? = nil, round: RingRound = .first, seconds: Int64 = 30,
        at now: Duration = .zero
    ) throws -> PreparedPush {
        let deadline = wall.advanced(by: now + .seconds(seconds))
        var message = IncomingPush.ringing(self.call(call ?? reference), organization: "1", deadline: deadline)
        message.round = round
        let push = OutgoingPush(
            id: PushID(UUIDValue(high: 9, low: reference)), token: try token(device ?? Int(reference)),
            message: message, deadline: deadline)
        return try PreparedPush(push, reference: reference)
    }

    static func end(
        _ reference: UInt64, device: Int, call: UInt64, seconds: Int64 = 30, at now: Duration = .zero
    ) throws -> PreparedPush {
        let push = OutgoingPush(
            id: PushID(UUIDValue(high: 9, low: reference)), token: try token(device),
            message: .ended(self.call(call), organization: "1", reason: .cancelled),
            deadline: wall.advanced(by: now + .seconds(seconds)))
        return try PreparedPush(push, reference: reference)
    }

    static func message(
        _ reference: UInt64, kind: PushKind = .incomingCall, call: UInt64? = nil, device: Int? = nil,
        seconds: Int64 = 30
    ) throws -> PreparedPush {
        let deadline = wall.advanced(by: .seconds(seconds))
        let call = self.call(call ?? reference)
        let token = try DeviceToken(
            "device:\(device ?? Int(reference))", at: .fcm(project: "project"),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
        let push = OutgoingPush(
            id: PushID(UUIDValue(high: 9, low: reference)), token: token,
            message: kind == .callEnded
                ? .ended(call, organization: "1", reason: .cancelled)
                : .ringing(call, organization: "1", deadline: deadline),
            deadline: deadline)
        return try PreparedPush(push, reference: reference)
    }
}
