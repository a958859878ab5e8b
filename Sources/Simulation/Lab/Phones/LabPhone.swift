import CallModel
package import DeviceModel
package import DeviceRuntime
package import Foundation
package import LivePhones
package import MediaEngine
import NativeMedia
package import PhoneCore
package import PhoneExchange
package import Scenarios

/// One simulated iPhone of the Lab: a live phone, its network, and the observations of it so far.
@MainActor
package final class LabPhone {
    package let setup: LabPhoneSetup
    package let live: LivePhone
    package let network = PhoneNetwork()
    package private(set) var way = NetworkWay.wifi(1)
    /// When a cut for a time ends, and the network that comes back then.
    package var cut: (until: Duration, then: NetworkWay)?
    package var isQuiet = false
    package var pushes = PushArrivalWay.prompt
    /// The device token that the push services know.
    package var knownToken: String?
    /// The call of the telephone network, if there is one.
    package var cellular: UUID?
    /// Whether the phone has yet to be locked for the first time.
    package var awaitsLock: Bool
    private let recorder: LabRecorder
    private let engine: NativeMediaEngine
    private let loudspeaker: ToneMeter
    private var heard = HeardTones()
    /// When the phone was switched on, on the Lab's clock.
    private let born: Duration
    private var momentCount = 0
    private var wasReady = false
    private var observationCount = 0
    private var recents: [RecentCall] = []
    private var recentCount = 0
    private var killing: PhoneSnapshot.Killing?
    private var killingCount = 0
    private var since: [String: Duration] = [:]
    private var last: PhoneSnapshot?

    /// - Throws: `MediaError` if there is no media engine.
    package init(_ setup: LabPhoneSetup, at exchange: ExchangeSettings, recorder: LabRecorder) throws(MediaError) {
        var options = NativeMediaOptions()
        options.isCut = { [network] in network.isCut }
        let engine = try NativeMediaEngine(options)
        self.setup = setup
        self.engine = engine
        self.recorder = recorder
        loudspeaker = ToneMeter(setup.knownTones)
        awaitsLock = setup.startsLocked
        born = recorder.now
        var parts = LivePhone.Options()
        parts.showsPage = true
        parts.network = network.transport
        parts.isNaive = setup.isNaive
        live = LivePhone(
            setup.profile, seed: setup.seed, engine: engine,
            microphone: ToneGenerator(frequency: setup.frequency, amplitude: 0.3), speaker: loudspeaker,
            exchange: exchange, trace: recorder, name: setup.id, options: parts)
        live.tellsQuality = { [recorder, id = setup.id] in
            recorder.note(.quality(LabSample($0, of: id, at: recorder.now)))
        }
        live.tellsFailedTransfer = { [recorder, id = setup.id] in
            recorder.note(.seen(at: id, "the app shows: not transferred (\($0))"))
        }
    }

    package var id: String { setup.id }
    package var device: ModelDevice { live.device }

    /// The device token of the app, in hexadecimal.
    package var token: String? { device.token.map { $0.map { String(format: "%02x", $0) }.joined() } }

    /// Whether a call can reach it: it is signed in, the exchange has its push token, and so has the carrier. Both keep
    /// the token when the app ends.
    package var isReady: Bool {
        guard let record = live.record else { return wasReady }
        guard let token = record.tokens.wanted, knownToken != nil else { return false }
        let id = OrganizationID(setup.organization)
        let wanted = SignalingProvider.allCases.map { RegistrationID(id, $0) }
        return record.tokens.known == .confirmed(token) && record.carrierToken?.token == token
            && wanted.allSatisfy { record.organizations.held.map(\.registration).contains($0) }
    }

    /// Changes the network: first what carries data, then what the phone is told.
    func change(to way: NetworkWay) async {
        self.way = way
        network.change(to: way)
        await device.network(way.path)
    }

    /// Ends the phone.
    package func discard() async {
        await live.discard()
        engine.close()
    }

    // MARK: - Noticing

    /// Records the observations since the last time, and the snapshot if it changed.
    package func notice() {
        noticeMoments()
        noticeBroken()
        noticeTimes()
        let snapshot = snapshot
        guard snapshot != last else { return }
        last = snapshot
        recorder.note(snapshot.json, for: "phone:\(id)")
    }

    private func noticeMoments() {
        let moments = device.momentLog
        for moment in moments.after(momentCount) { recorder.note(.seen(at: id, moment.words)) }
        momentCount = moments.count
    }

    private func noticeBroken() {
        let observations = device.observationLog
        for observation in observations.after(observationCount) {
            guard let broken = BrokenRule(observation) else { continue }
            recorder.note(.broken(at: id, rule: broken.rule.id, broken.words))
        }
        observationCount = observations.count
    }

    /// Notes when entries appeared in Recents and the app was killed, because the device's own time falls behind the
    /// Lab's on a busy machine.
    private func noticeTimes() {
        let now = recorder.now - born
        for var entry in device.recents.dropFirst(recentCount) {
            entry.at = now
            recents.append(entry)
        }
        recents = recents.suffix(PhoneSnapshot.recentsMax)
        recentCount = device.recents.count
        if let last = device.terminations.last, device.terminations.count != killingCount {
            killing = PhoneSnapshot.Killing(why: last.reason.labWords, at: recorder.now)
        }
        killingCount = device.terminations.count
    }

    private var snapshot: PhoneSnapshot {
        noteConnected()
        var snapshot = PhoneSnapshot(id: id, user: setup.user, profile: setup.profile)
        snapshot.isNaive = setup.isNaive
        snapshot.lock = device.machine.lock
        snapshot.life = device.life
        if snapshot.life == .notRunning { snapshot.killed = killing }
        snapshot.network = way.labWord
        snapshot.cutUntil = cut?.until
        snapshot.sound = device.sound
        snapshot.tones = heard.read(loudspeaker, at: recorder.now)
        snapshot.isQuiet = isQuiet
        snapshot.pushes = pushes.word
        wasReady = isReady
        snapshot.isReady = wasReady
        snapshot.violations = device.violations
        snapshot.isRevoked = device.isRevoked
        snapshot.calls = device.screen
        snapshot.since = since
        snapshot.recents = recents
        snapshot.born = born
        snapshot.notifications = device.notifications
        return snapshot
    }

    private func noteConnected() {
        let connected = device.screen.filter { $0.stage == .connected }.map { $0.id.uuidString.lowercased() }
        since = since.filter { connected.contains($0.key) }
        for call in connected where since[call] == nil { since[call] = recorder.now }
    }
}

/// How a phone of the Lab is made.
package struct LabPhoneSetup: Hashable, Sendable {
    /// The phone's name, such as `bob-iphone`.
    package var id: String
    package var user: String
    package var organization: String
    package var profile: DeviceProfile
    package var isNaive: Bool
    /// Makes its tokens different from those of all others.
    package var seed: UInt64
    /// The tone that its microphone sends, in hertz.
    package var frequency: Double
    /// The tones, in hertz, that its loudspeaker is measured for.
    package var knownTones: [Double]
    /// Whether it is locked, and its app ended, as soon as a call can reach it: then only a push wakes it.
    package var startsLocked = false

    package init(
        id: String, user: String, organization: String, profile: DeviceProfile = LabFacts.profile,
        isNaive: Bool = false, seed: UInt64, frequency: Double, knownTones: [Double] = []
    ) {
        self.id = id
        self.user = user
        self.organization = organization
        self.profile = profile
        self.isNaive = isNaive
        self.seed = seed
        self.frequency = frequency
        self.knownTones = knownTones
    }
}

extension LabSample {
    /// The time between two reports. If no packet came in all of it, jitter and loss are unknown: the next packet tells how
    /// many were lost.
    private static let interval = Duration.seconds(1)

    package init(_ report: QualityReport, of phone: String, at: Duration) {
        let isSilent = report.gap.map { $0 >= Self.interval } ?? false
        self.init(
            at: at, phone: phone, score: report.score?.value,
            jitter: isSilent ? nil : report.jitter?.labMilliseconds,
            loss: isSilent ? nil : report.lossHundredths.map { Double($0) / 100 },
            roundTrip: report.roundTrip?.labMilliseconds)
    }
}

extension Duration {
    fileprivate var labMilliseconds: Double { Double(labMicroseconds) / 1_000 }
}

extension TerminationReason {
    /// Why the app was ended, in words.
    package var labWords: String {
        switch self {
        case .pushNotReported: "no report for a push"
        case .pushNotReportedInTime: "no report for a push in time"
        case .launchWatchdog: "its launch took too long"
        case .backgroundTimeExceeded: "its background time was over"
        case .forceQuit: "quit by the person"
        case .crash: "crashed"
        case .memory: "memory reclaimed"
        case .reboot: "the phone restarted"
        case .deleted: "deleted"
        case .noSceneLifeCycle: "no scene life cycle"
        }
    }
}
