internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import RingCore

extension RingInput {
    /// News of a call at the gateway in a carrier's words.
    ///
    /// - Returns: nil for what is told in another way: that a call was placed, and that a device has come.
    init?(_ news: CallNews, of session: CallSessionID) {
        let caller = LegID.caller(of: session)
        func reference(_ leg: LegID) -> LegRef { leg == caller ? .parent : .leg(leg) }
        let told: CarrierNews
        var subject = caller
        switch news {
        case .placed, .arrived: return nil
        case .ringing(let leg): (subject, told) = (leg, .ringing(leg))
        case .answered(let leg): (subject, told) = (leg, .answered(.leg(leg)))
        case .joined(let leg): (subject, told) = (leg, .bridged(.leg(leg)))
        case .held(let leg, let isHeld): (subject, told) = (leg, .held(reference(leg), isHeld))
        case .over(let leg, let ending, let isOwnDoing):
            (subject, told) = (leg, .hungUp(reference(leg), HangUpNews(ending.reason, isOwnDoing: isOwnDoing)))
        case .attended: told = .playbackEnded(.playGreeting, hasPlayed: true)
        case .unattended: told = .playbackEnded(.playGreeting, hasPlayed: false)
        }
        let name = subject == caller ? nil : CarrierLegID(ofGateway: subject)
        self.init(.event(.carrier(told), .session(session)), legName: name)
    }
}

extension HangUpNews {
    fileprivate init(_ reason: EndReason, isOwnDoing: Bool) {
        switch reason {
        case .declined, .declinedElsewhere: self = .declined
        case .busy: self = .busy
        case .unreachable: self = .unreachable
        case .noAnswer: self = .noAnswer
        case .cancelled, .answeredElsewhere, .completed, .dropped: self = isOwnDoing ? .hungUp : .followed
        case .failed, .incompatible: self = .unknown
        }
    }
}
