import CarillonRTC

/// What a phone is to do by itself, from its command line.
struct PhonePlan: Sendable {
    var client: ClientConfiguration
    var login: String
    var dial: DialOrder?
    var answersByItself = false
    /// After a call has become active.
    var hangUpAfter: Duration?
    var play: PhoneSound = .silence
    var recordPath: String?
    /// Tones listened for, in hertz.
    var watched: [Double] = []

    struct DialOrder: Sendable {
        let number: String
        let headers: [CallHeader]
    }

    /// Whether the phone has something to end for: then the end of its input is not the end of it.
    var isUnattended: Bool { dial != nil || answersByItself }
}
