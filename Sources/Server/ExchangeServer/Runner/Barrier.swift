package import CallModel
package import ExchangeCore

/// What the effects of one event wait for.
package struct Barrier {
    /// The record that all waits for; nil as long as none came that is a barrier.
    package var record: UInt64?
    /// The last entry of the event, which replies wait for: a reply says that something is done.
    package let replies: UInt64?
    /// What a request or command has done to a call to a number, which the reply waits for; numbered among all such.
    package let news: (number: UInt64, session: CallSessionID)?

    /// - Parameters:
    ///   - entries: how many were given to the journal before the event.
    ///   - news: how many there were before; counted on.
    package init(of effects: [ExchangeEffect], after event: ExchangeEvent, entries: UInt64, news: inout UInt64) {
        var last = entries
        var session: CallSessionID?
        for effect in effects {
            switch effect {
            case .journal, .keep, .discard: last += 1
            case .news(let told, _): session = told
            case .admit, .refuseAdmission, .send, .reply, .push, .startTimer, .cancelTimer, .commandResult, .punt,
                .disconnect:
                break
            }
        }
        replies = last > entries ? last : nil
        guard let session, Self.isAnswered(event) else {
            self.news = nil
            return
        }
        news += 1
        self.news = (news, session)
    }

    /// Whether a reply may come of an event. The command that gives a device the call answers the device's request: told
    /// before its session has heard, a conversation that ends in a crash would have had no winner.
    private static func isAnswered(_ event: ExchangeEvent) -> Bool {
        switch event {
        case .request, .command: true
        case .deviceConnected, .connectionLost, .response, .timerFired, .recovered, .endCall, .removeUser,
            .removeDevice:
            false
        }
    }
}
