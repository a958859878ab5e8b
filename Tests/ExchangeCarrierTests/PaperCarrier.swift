import CallModel
import ExchangeCarrier
import ExchangeStorage
import RingCore
import Synchronization

/// A carrier that records every order and accepts it; the test supplies what phones then do. Looks are not
/// recorded: an engine that starts beside the test looks at every leg it finds.
final class PaperCarrier: Carrier, RingPusher, RingListener {
    private struct State {
        var lines: [String] = []
        var seen: Set<RingCommandID> = []
    }

    private let state = Mutex(State())
    /// Of the entries recorded here, and of all other entries that a test adds.
    let changes = ChangeSignal()
    /// Whether the replies to dials are lost, so that only news tells of their legs.
    private let losesDials: Bool

    /// Whether an account may make so many dials in a while.
    private let hasAccount: Bool

    init(losesDials: Bool = false, hasAccount: Bool = true) {
        self.losesDials = losesDials
        self.hasAccount = hasAccount
    }

    func countsDials(for parent: CarrierLegID) -> Bool { hasAccount }

    var lines: [String] { state.withLock(\.lines) }

    /// Returns when that many lines are written.
    func lines(_ count: Int) async -> [String] {
        await until { lines.count >= count }
        return lines
    }

    /// Returns when something is so, or the test's time is over. Looks again at every change.
    func until(isolation: isolated (any Actor)? = #isolation, _ isSo: () async -> Bool) async {
        while !Task.isCancelled {
            let seen = changes.count
            if await isSo() { return }
            await changes.wait(after: seen)
        }
    }

    private func write(_ line: String) {
        state.withLock { $0.lines.append(line) }
        changes.signal()
    }

    func perform(_ order: CarrierOrder) async -> CarrierReply {
        if case .look = order.command { return CarrierReply(.accepted(nil)) }
        let isNew = state.withLock { $0.seen.insert(order.id).inserted }
        let device = order.leg.map { " \($0.device)" } ?? ""
        write((isNew ? "" : "again ") + Self.word(order.command) + device)
        guard case .dial(let leg, _) = order.command else { return CarrierReply(.accepted(nil)) }
        if losesDials { return CarrierReply(.unavailable) }
        return CarrierReply(.accepted(CarrierLegID("carrier-\(leg)")))
    }

    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async {
        switch push {
        case .ring: write("push \(device)")
        case .cancel(let reason): write("push \(device) \(reason)")
        }
    }

    /// Whose leg a name stands for, when the test says so.
    private let ownLegs = Mutex<[CarrierLegID: OwnLeg]>([:])
    func set(_ leg: CarrierLegID, to own: OwnLeg) { ownLegs.withLock { $0[leg] = own } }
    func own(_ leg: CarrierLegID) async -> OwnLeg? { ownLegs.withLock { $0[leg] } }
    func discarded(parked count: Int) { write("discarded \(count)") }

    /// Devices that hear what they are told, when the test says so; only they are.
    private let hearing = Mutex<Set<String>>([])
    func setListening(_ devices: Set<String>) { hearing.withLock { $0 = devices } }
    func isListening(_ device: DeviceID) -> Bool { hearing.withLock { $0.contains(device.rawValue) } }
    func notify(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound) {
        if isListening(device) { write("tell \(device) v\(status.version) \(Self.word(notice))") }
    }
    func recorded(_ record: RingRecord, of status: RingStatus, for users: [UserID]) {}
    func found(_ status: RingStatus, for users: [UserID]) {}
    func changed(_ status: RingStatus, for users: [UserID]) { write("\(status.stage) v\(status.version)") }
    func alarm(_ alarm: RingAlarm, of session: CallSessionID) { write("alarm \(alarm)") }

    private static func word(_ notice: DeviceNotice) -> String {
        switch notice {
        case .ringing: "ringing"
        case .ringingAgain: "ringing again"
        case .answeredElsewhere: "answered elsewhere"
        case .won: "won"
        case .over(let reason): "\(reason)"
        }
    }

    private static func word(_ command: CarrierCommand) -> String {
        switch command {
        case .dial: "dial"
        case .answer: "answer"
        case .bridge: "bridge"
        case .rebridge: "bridge anew"
        case .consult: "consult"
        case .barge: "barge"
        case .hangUp(.parent, _): "hang up the caller"
        case .hangUp: "hang up"
        case .reject: "turn the caller away"
        case .look: "look"
        case .confirm: "confirm"
        case .play(let purpose): "\(purpose)"
        case .stopPlayback: "stop playback"
        case .recordMessage: "record message"
        case .stopRecording: "stop recording"
        case .recordConversation: "record conversation"
        case .pauseRecording: "pause recording"
        case .resumeRecording: "resume recording"
        }
    }
}
