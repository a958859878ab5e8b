/// Which of Apple's two push services: device tokens of one are unknown to the other.
public enum APNsEnvironment: String, Hashable, Sendable, CaseIterable {
    case production, sandbox
}
