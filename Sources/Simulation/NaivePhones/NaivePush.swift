import CallKit
import Foundation

/// The fields of a push that the naive phone reads.
struct NaivePush {
    var session: String?
    var vendor: String?
    var number: String?
    var name: String?
    var organization: String?
    var sentAt: Date?
    /// Until when the exchange rings.
    var deadline: Date?
    var isEnded = false
    /// Whether the news says that another device took the call.
    var isTakenElsewhere = false
    /// Whether the system demands a report.
    let mustReport: Bool

    init(_ payload: [AnyHashable: Any], mustReport: Bool) {
        self.mustReport = mustReport
        if let own = payload["carillon"] as? [String: Any] {
            session = own["session"] as? String
            number = own["caller_number"] as? String
            name = own["caller_name"] as? String
            organization = own["organization"] as? String
            sentAt = Self.date(own["sent_at"])
            deadline = Self.date(own["deadline"])
            isEnded = own["type"] as? String == "ended"
            isTakenElsewhere = own["ending"] as? String == "answeredElsewhere"
        }
        if let metadata = payload["metadata"] as? [String: Any] {
            vendor = metadata["call_id"] as? String
            number = metadata["caller_number"] as? String ?? number
            let alert = (payload["aps"] as? [String: Any])?["alert"] as? String
            isTakenElsewhere = alert == "Answered Elsewhere"
            isEnded = alert == "Missed call!" || alert == "Answered Elsewhere"
        }
    }

    var isUnderstood: Bool { session != nil || vendor != nil }
    var key: String? { session ?? vendor }
    /// The caller, as the person sees it.
    var title: String { name ?? number ?? "" }

    var update: CXCallUpdate {
        let update = CXCallUpdate()
        if let number { update.remoteHandle = CXHandle(type: .phoneNumber, value: number) }
        update.localizedCallerName = name ?? (number == nil ? "Unknown caller" : nil)
        return update
    }

    private static func date(_ milliseconds: Any?) -> Date? {
        (milliseconds as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue / 1_000) }
    }
}
