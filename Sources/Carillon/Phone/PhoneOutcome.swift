/// How a phone's run ended.
enum PhoneOutcome: Sendable {
    case done
    case failed(String)
}
