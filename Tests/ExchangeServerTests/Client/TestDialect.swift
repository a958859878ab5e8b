/// The dialects by what stands before their methods.
enum TestDialect: String, CaseIterable, Sendable {
    case telnyx = "telnyx_rtc."
    case freeSwitch = "verto."
}
