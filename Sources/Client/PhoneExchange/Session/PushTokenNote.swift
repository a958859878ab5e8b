import PhoneCore

/// What the exchange has as the push token of an environment; nil: none.
struct PushTokenNote: Sendable {
    let environment: PushEnvironment
    let token: PushToken?
}
