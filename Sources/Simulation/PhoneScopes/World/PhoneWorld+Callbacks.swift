import CallModel
import DeviceModel
import PhoneCore

/// The adapter: callbacks of the frameworks, and the events that they are for the phone.
extension PhoneWorld {
    private static let provider = ProviderID(0)

    mutating func runMainQueue() {
        guard !mainQueue.isEmpty else { return }
        handle(mainQueue.removeFirst())
    }

    mutating func runPrivateQueue() {
        guard !privateQueue.isEmpty else { return }
        handle(privateQueue.removeFirst())
    }

    mutating func runSignaling() {
        guard !signaling.isEmpty else { return }
        let event = signaling.removeFirst()
        pass(event)
        if watchesPath, case .path = event { isPathReported = true }
    }

    private mutating func handle(_ callback: AppCallback) {
        switch callback {
        case .push(let callback): handle(callback)
        case .calls(let callback): handle(callback)
        case .audio(let callback): handle(callback)
        case .process(let callback): handle(callback)
        }
    }

    private mutating func handle(_ callback: PushCallback) {
        switch callback {
        case .token(let token): if hasAccount { pass(.pushToken(DevicePushToken(token))) }
        case .tokenInvalidated: if hasAccount { pass(.pushToken(nil)) }
        case .incoming(let push, let mustReport):
            let generation = device.process.generation
            let kind = pushes.removeValue(forKey: push) ?? .unreadable
            checker.pushBegins(mustReport: mustReport ?? true)
            pass(
                .push(
                    VoIPPush(
                        notice(kind), mustReport: mustReport ?? true,
                        spare: CallUUID(UUIDValue(high: 0x5AFE, low: UInt64(push.value))))))
            checker.pushEnds()
            refreshPath()
            pass(.app(.push(.delegateReturned(push)), from: generation))
        }
    }

    /// The provider that our push names; an exchange without a carrier may omit it.
    private func provider(of session: ExchangeSession) -> SignalingProvider? {
        if let line = session.comesBy { return line == .carrier ? .exchange : .carrier }
        let provider = registration(of: session).provider
        return isEither || provider == .carrier ? provider : nil
    }

    private func notice(_ kind: ScopePush) -> PushNotice {
        switch kind {
        case .ours(let number):
            .call(
                PushedCall(
                    session: sessions[Int(number)].id, organization: Self.organization,
                    provider: provider(of: sessions[Int(number)]), display: Self.caller))
        case .vendors(let number):
            .call(
                PushedCall(
                    vendor: sessions[Int(number)].vendor, edge: isEither ? Self.edge : nil, provider: .carrier,
                    display: Self.caller))
        case .end(let number): .ended(session: sessions[Int(number)].id, vendor: nil, sessions[Int(number)].reason)
        case .unreadable: .unreadable
        }
    }

    private mutating func handle(_ callback: CallCallback) {
        switch callback {
        case .didBegin, .callChanged: break
        case .didReset: reset()
        case .perform(let action, _, let timeLeft):
            let name = SystemActionID(action.id)
            checker.actionBegins(name)
            pass(.system(.perform(name, SystemAction(action), timeLeft: timeLeft)))
        case .timedOut(let id, _):
            checker.actionTimesOut(SystemActionID(id))
            pass(AppEvent.calls(.timeOutHandled(id)))
        case .didActivate: pass(.system(.audioActivated))
        case .didDeactivate: pass(.system(.audioDeactivated))
        case .reportCompleted(let id, let refusal, _):
            guard let report = pendingCompletions.remove(id) else { return }
            checker.excusesReports = report.isOfFormerDaemon
            defer { checker.excusesReports = false }
            pass(.system(.reported(report.call, report.purpose, refusal.map(ReportRefusal.init))))
        case .requestCompleted(let id, let refusal):
            guard let request = pendingCompletions.remove(id) else { return }
            pass(.system(.requested(request.name, refusal.map(TransactionRefusal.init))))
        }
    }

    private mutating func handle(_ callback: AudioCallback) {
        if let event = PhoneCore.AudioEvent(callback) { pass(.audio(event)) }
    }

    private mutating func handle(_ callback: ProcessCallback) {
        switch callback {
        case .launched: launch()
        case .backgroundTaskExpired(let task):
            isAwakeTimeOver = true
            pass(AppEvent.process(.endBackgroundTask(task)))
        case .sceneBecameActive:
            refreshPath()
            pass(.scene(.active))
        case .sceneEnteredBackground: pass(.scene(.background))
        case .protectedDataAvailable: pass(.protectedDataAvailable(disk.map(RecordReadResult.found) ?? .none))
        case .prewarmed, .sceneConnected, .sceneWillEnterForeground, .sceneWillResignActive,
            .sceneOpens, .protectedDataUnavailable:
            break
        }
    }

    /// Does the work of `didFinishLaunching`: makes the registry, the provider, and the phone with the stored record.
    private mutating func launch() {
        phone = Phone()
        let stored: RecordReadResult =
            device.lock == .beforeFirstUnlock ? .locked : disk.map(RecordReadResult.found) ?? .none
        let calls = plantedFault == .systemCallsUntold ? [] : device.calls.list.map { CallUUID($0.id) }
        let process = UInt64(device.process.generation.value - 1)
        pass(.push(.createRegistry))
        pass(.push(.setDelegate(.withMetadata)))
        pass(.calls(.createProvider(Self.provider, CallConfiguration())))
        pass(.calls(.setDelegate(Self.provider, hasQueue: false)))
        pass(PhoneEvent.launched(Launch(stored, systemCalls: calls, process: process)))
        pass(.push(.setDesiresVoIP(true)))
        pass(AppEvent.process(.launchFinished))
    }
}

/// The pending reports and requests, by which the adapter relates completions to calls.
struct PendingCompletions: Hashable, Sendable {
    struct Report: Hashable, Sendable {
        let id: ReportID
        let call: CallUUID
        let purpose: ReportPurpose
        /// Whether the daemon has restarted since, so that the phone cannot know whether the call exists.
        var isOfFormerDaemon = false
    }

    struct Request: Hashable, Sendable {
        let id: TransactionRequestID
        let name: SystemRequestID
    }

    private(set) var reports: [Report] = []
    private(set) var requests: [Request] = []

    /// Registers a report under the smallest free number; a counter would distinguish equal states.
    mutating func file(_ call: CallUUID, _ purpose: ReportPurpose) -> ReportID {
        let id = ReportID(Self.free(reports.map(\.id.value)))
        reports.append(Report(id: id, call: call, purpose: purpose))
        return id
    }

    mutating func file(_ name: SystemRequestID) -> TransactionRequestID {
        let id = TransactionRequestID(Self.free(requests.map(\.id.value)))
        requests.append(Request(id: id, name: name))
        return id
    }

    mutating func remove(_ id: ReportID) -> Report? {
        guard let index = reports.firstIndex(where: { $0.id == id }) else { return nil }
        return reports.remove(at: index)
    }

    mutating func remove(_ id: TransactionRequestID) -> Request? {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return nil }
        return requests.remove(at: index)
    }

    mutating func daemonRestarted() {
        for index in reports.indices { reports[index].isOfFormerDaemon = true }
    }

    private static func free(_ used: [UInt32]) -> UInt32 {
        var number: UInt32 = 0
        while used.contains(number) { number += 1 }
        return number
    }
}
