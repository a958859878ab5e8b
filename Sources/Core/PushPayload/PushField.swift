/// A thing a push may say.
public enum PushField: String, Hashable, Sendable, CaseIterable, Codable {
    case payload, body, kind, version, callSession, round, vendorCall, vendorEdge, organization, provider,
        organizationName
    case callerName, callerNumber, callerPicture, callerReference, sealedCaller, calledNumber, deadline, sentAt, video,
        ending, headers
}
