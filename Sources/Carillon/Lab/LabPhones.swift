import DeviceModel
import DeviceRuntime
import Foundation
import Lab
import LivePhones
import MediaEngine
import PhoneCore
import PhoneExchange
import Redaction
import Scenarios
import Standins
import WireJSON

/// The phones of the Lab, which all live in real time, and the push services that reach them.
///
/// Everything that happens to a phone happens between two steps of its time, one after the other.
@MainActor
final class LabPhones {
    /// How often the phones' time catches up with real time; shorter than a frame of audio.
    private static let pace: Duration = .milliseconds(5)
    /// The gap between a push and its double.
    private static let twiceGap: Duration = .milliseconds(300)
    /// How long a push waits for another one to overtake it, so that a call with a single push rings nevertheless.
    private static let swapWait: Duration = .seconds(2)

    private(set) var phones: [LabPhone] = []
    private let exchange: @MainActor (LabPhoneSetup) -> ExchangeSettings
    private let services: [APNsStandin]
    private let topic: String
    let recorder: LabRecorder
    private var jobs: [@MainActor () async -> Void] = []
    private var arrivals: [Arrival] = []
    /// The pushes that wait to be overtaken, by phone, and since when.
    private var waiting: [String: (arrival: Arrival, since: Duration)] = [:]
    private var listeners: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - exchange: the exchange as a phone finds it.
    ///   - services: the stand-ins for Apple's push service, of the exchange and of the carrier.
    ///   - topic: the topic of VoIP pushes.
    init(
        services: [APNsStandin], topic: String, recorder: LabRecorder,
        exchange: @escaping @MainActor (LabPhoneSetup) -> ExchangeSettings
    ) {
        self.services = services
        self.topic = topic
        self.recorder = recorder
        self.exchange = exchange
        listeners = services.enumerated().map { index, service in
            Task { [weak self] in
                for await event in service.phoneEventStream() {
                    self?.arrivals.append(Arrival(service: index, event: event))
                }
            }
        }
    }

    func phone(_ id: String) throws(LabError) -> LabPhone {
        if let phone = phones.first(where: { $0.id == id }) { return phone }
        let names = phones.map(\.id).joined(separator: ", ")
        throw LabError("There is no phone “\(id.prefix(40))”; there are \(names).")
    }

    /// Makes a phone and lets its person sign in.
    ///
    /// - Parameters:
    ///   - password: the password of its user at the exchange.
    ///   - index: its place among the phones; nil for the last.
    func add(_ setup: LabPhoneSetup, password: Redacted<String>, at index: Int? = nil) async throws(LabError) {
        let phone: LabPhone
        do throws(MediaError) { phone = try LabPhone(setup, at: exchange(setup), recorder: recorder) } catch {
            throw LabError("\(setup.id) has no media: \(error).")
        }
        phones.insert(phone, at: index ?? phones.endIndex)
        await phone.device.openApp()
        phone.live.signIn(login: Redacted(setup.user), password: password)
    }

    /// Takes a phone away.
    func remove(_ id: String) async throws(LabError) {
        let phone = try phone(id)
        phones.removeAll { $0 === phone }
        waiting[id] = nil
        await phone.discard()
        recorder.note(.null, for: "phone:\(id)")
        recorder.note(.null, for: "call:\(id)")
    }

    /// Does something between two steps of the phones' time, and returns its result.
    func between<Value: Sendable>(
        _ body: @escaping @MainActor (LabPhones) async -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            jobs.append { continuation.resume(returning: await body(self)) }
        }
    }

    /// Lets the phones live until the task is canceled.
    func run() async {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            await step()
            // on purpose: the phones' time follows real time in steps; there is no event to wait for
            do { try await clock.sleep(for: Self.pace) } catch { break }
        }
        await finish()
    }

    private func step() async {
        let due = jobs
        jobs = []
        for job in due { await job() }
        await deliver()
        for phone in phones {
            await phone.live.catchUp()
            await endCut(of: phone)
            await answerQuestions(of: phone)
            register(phone)
            await lock(phone)
            phone.notice()
        }
    }

    private func lock(_ phone: LabPhone) async {
        guard phone.awaitsLock, phone.isReady, phone.device.screen.isEmpty else { return }
        phone.notice()  // That it is ready is known of a running app alone.
        phone.awaitsLock = false
        recorder.note(.lab(at: phone.id, "the phone is locked, and its app's memory reclaimed"))
        await phone.live.lockAndReclaim()
    }

    /// Notes something that the Lab did to a phone.
    func note(_ words: String, at phone: String) { recorder.note(.lab(at: phone, words)) }

    private func endCut(of phone: LabPhone) async {
        guard await phone.endCut(at: recorder.now) else { return }
        recorder.note(.lab(at: phone.id, "the phone is \(phone.way.labName) again"))
        setOnline(phone.way != .none, phone)
    }

    /// The person allows notifications when the system asks.
    private func answerQuestions(of phone: LabPhone) async {
        guard phone.device.asksNotificationPermission else { return }
        await phone.device.answerNotificationPermission(true)
    }

    private func finish() async {
        for listener in listeners { listener.cancel() }
        for job in jobs { await job() }
        for phone in phones { await phone.discard() }
    }
}

/// Pushes.
extension LabPhones {
    /// Tells the push services of a new device token.
    private func register(_ phone: LabPhone) {
        guard let token = phone.token, token != phone.knownToken else { return }
        phone.knownToken = token
        for service in services {
            service.register(
                APNsDevice(token: token, topics: [topic]), phone: SimulatedPhone(arrival: arrival(phone.pushes)))
        }
    }

    /// Changes how pushes reach a phone.
    func setPushes(_ way: PushArrivalWay, of phone: LabPhone) {
        phone.pushes = way
        guard let token = phone.knownToken else { return }
        for service in services { service.phone(token, .arrival(arrival(way))) }
    }

    private func arrival(_ way: PushArrivalWay) -> SimulatedPhone.Arrival {
        switch way {
        // A push of the exchange and one of the carrier are swapped too, which no service can do.
        case .prompt, .swapped: .prompt
        case .late(let time): .late(time)
        case .twice: .twice(gap: Self.twiceGap)
        case .never: .never
        }
    }

    /// A phone without a network keeps its pushes waiting at the service.
    func setOnline(_ isOnline: Bool, _ phone: LabPhone) {
        guard let token = phone.knownToken else { return }
        for service in services { service.phone(token, isOnline ? .goesOnline : .goesOffline) }
    }

    private func deliver() async {
        let now = arrivals
        arrivals = []
        for arrival in now {
            guard let phone = phones.first(where: { $0.knownToken == arrival.event.device }) else { continue }
            guard arrival.event.kind == .delivered else {
                recorder.note(.seen(at: phone.id, "a push is dropped by Apple's service"))
                continue
            }
            guard phone.pushes == .swapped, waiting[phone.id] == nil else {
                await hand(arrival, to: phone)
                await handWaiting(to: phone)
                continue
            }
            waiting[phone.id] = (arrival, recorder.now)
        }
        for phone in phones {
            guard let since = waiting[phone.id]?.since else { continue }
            if phone.pushes != .swapped || recorder.now - since >= Self.swapWait { await handWaiting(to: phone) }
        }
    }

    private func handWaiting(to phone: LabPhone) async {
        guard let (arrival, since) = waiting.removeValue(forKey: phone.id) else { return }
        await hand(arrival, to: phone, late: recorder.now - since)
    }

    private func hand(_ arrival: Arrival, to phone: LabPhone, late: Duration = .zero) async {
        let (service, event) = (arrival.service, arrival.event)
        guard let push = services[service].received.last(where: { $0.number == event.push }) else { return }
        recorder.note(.delivered(to: phone.id, service == 0 ? "push delivered" : "the carrier's push delivered"))
        await phone.device.push(json: Data(push.payload), age: max(event.at - push.at, .zero) + late)
    }
}

/// A push that one of the services delivered or dropped, by the service's index.
private struct Arrival {
    let service: Int
    let event: PhonePushEvent
}
