import Foundation

/// What the naive phone takes from a push.
struct NaivePush {
    var session: String?
    var vendor: String?
    var number: String?
    var name: String?
    var organization: String?
    var sentAt: Date?
    var isEnded = false

    init(_ payload: [AnyHashable: Any]) {
        if let own = payload["carillon"] as? [String: Any] {
            session = own["session"] as? String
            number = own["caller_number"] as? String
            name = own["caller_name"] as? String
            organization = own["organization"] as? String
            sentAt = (own["sent_at"] as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue / 1_000) }
            isEnded = own["type"] as? String == "ended"
        }
        if let metadata = payload["metadata"] as? [String: Any] {
            vendor = metadata["call_id"] as? String
            number = metadata["caller_number"] as? String ?? number
            let alert = (payload["aps"] as? [String: Any])?["alert"] as? String
            isEnded = alert == "Missed call!" || alert == "Answered Elsewhere"
        }
    }

    var isUnderstood: Bool { session != nil || vendor != nil }
    var key: String? { session ?? vendor }
}
