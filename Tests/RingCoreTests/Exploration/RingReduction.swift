import CallModel
import RingCore

/// What a search may leave out, so that it comes to an end.
struct RingReduction: Hashable, Sendable {
    /// Whether news that can change nothing any more are thrown away. No promise can tell: wherever they would come,
    /// they would find the same session and leave it so.
    var dropsSpentNews = false
    /// Whether the carrier's reply to a command is heard before anything else happens, unless the exchange is killed
    /// first. Leaves out news that overtake a reply, which the searches without it have.
    var repliesAtOnce = false

    static let none = RingReduction()
    static let all = RingReduction(dropsSpentNews: true, repliesAtOnce: true)
}

extension RingWorld {
    /// Throws away what can change nothing any more.
    mutating func dropSpentNews() {
        guard reduction.dropsSpentNews, !mail.isEmpty else { return }
        let world = self
        mail.removeAll { world.isSpent($0) }
    }

    /// Whether a letter finds a session that is past it: ranks and epochs only grow, so it will be past it for good.
    func isSpent(_ letter: Mail) -> Bool {
        guard isOvertaken(letter) else { return false }
        var session = session
        var effects: [RingEffect] = []
        session.handle(.carrier(letter.news(of: session.id)), at: .zero, into: &effects)
        return effects.isEmpty && session == self.session
    }

    private func isOvertaken(_ letter: Mail) -> Bool {
        switch letter {
        case .initiated(let number): leg(number)?.carrierID != nil
        case .answered(0): session.parent.stage != .parked
        case .answered(let number): leg(number).map { $0.rank >= .answered } ?? false
        case .bridged(let number): leg(number).map { $0.rank >= .bridged && $0.role == nil } ?? false
        case .callerBridged(_, let epoch): isBridgeOvertaken(epoch)
        case .hungUp(0), .declined(0): session.parent.stage == .over
        case .hungUp(let number), .declined(let number): leg(number)?.rank == .over
        case .playbackEnded, .messageSaved, .conversationSaved, .held, .heldNoLonger: false
        }
    }

    /// A bridge of an epoch is ordered under the claim of that epoch, and no other claim has it.
    private func isBridgeOvertaken(_ epoch: UInt32) -> Bool {
        guard session.parent.stage != .parked else { return false }
        return epoch < session.epoch || !session.isBeingJoined
    }

    private func leg(_ number: Int) -> RingLeg? {
        number > 0 && number <= session.legs.count ? session.legs[number - 1] : nil
    }
}
