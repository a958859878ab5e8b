public import PhoneCore
public import PhoneKit
import Redaction
import WireJSON

/// Which numbers the person may show in calls to the public network.
extension ExchangeClient: CallerIDExchange {
    public func callerIDs() async throws(CallerIDFailure) -> [CallerIDs] {
        guard let answer = await sessions.ask(.get("api/voip/caller-ids")) else { throw .unreachable }
        guard !answer.isUnauthorized else { throw .notSignedIn }
        guard answer.isSuccess, let listed = answer.body["caller_ids"]?.array else { throw .unreachable }
        return listed.prefix(CallerIDs.organizationsMax).compactMap { entry in
            guard let entry = entry.object, let organization = entry["organization_id"]?.string,
                let numbers = entry["numbers"]?.array
            else { return nil }
            return CallerIDs(OrganizationID(organization), numbers.compactMap { $0.string.map { Redacted($0) } })
        }
    }
}
