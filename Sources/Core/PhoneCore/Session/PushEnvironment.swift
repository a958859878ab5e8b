/// Which of Apple's push services a token belongs to: a build for development, or one for people.
///
/// Source: C14 (documented: a token is per installation and per environment).
public enum PushEnvironment: String, CaseIterable, Hashable, Sendable, Codable {
    case sandbox
    case production
}
