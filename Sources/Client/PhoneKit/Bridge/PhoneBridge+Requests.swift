import Clocks
public import PhoneCore
import Redaction
public import WireJSON

/// Requests of the page.
extension PhoneBridge {
    /// Handles a method call of the page.
    ///
    /// - Parameters:
    ///   - method: one of `BridgeMethod`.
    ///   - options: the arguments, by the names of the method's form.
    ///   - settle: called exactly once, with the answer or the error.
    public func call(
        _ method: String, _ options: JSONObject,
        settle: @escaping @MainActor (Result<JSONObject, BridgeError>) -> Void
    ) {
        let promise = BridgePromise(settle)
        do throws(BridgeError) {
            handle(try BridgeRequest(method: method, options: options), promise)
        } catch {
            promise.reject(error)
        }
    }

    private func handle(_ request: BridgeRequest, _ promise: BridgePromise) {
        publishInitialState()
        switch publisher.translation(for: request, spare: CallUUID(names.freshName())) {
        case .phone(let userRequest): ask(userRequest, request, promise)
        case .refused(let refusal): promise.reject(BridgeError(.refused, refusal.rawValue))
        case .other: handleQuery(request, promise)
        }
    }

    private func ask(_ userRequest: UserRequest, _ request: BridgeRequest, _ promise: BridgePromise) {
        guard let shell else { return promise.reject(BridgeError(.refused, PhoneRefusal.notNow.rawValue)) }
        shell.request(userRequest) { [weak self] outcome in
            switch outcome {
            case .refused(let refusal): promise.reject(BridgeError(.refused, refusal.rawValue))
            case .accepted(let call):
                promise.resolve(BridgeAnswer(to: userRequest, request, call))
                self?.noteDigits(userRequest)
            }
        }
    }

    /// Tells the page of sent digits, because the phone neither keeps nor publishes them.
    private func noteDigits(_ userRequest: UserRequest) {
        guard case .digits(let call, let digits) = userRequest else { return }
        publish(.digitsSent(call, count: Int64(digits.revealed.count)))
    }
}

extension BridgeAnswer {
    /// The answer to an accepted request.
    fileprivate init(to userRequest: UserRequest, _ request: BridgeRequest, _ call: CallUUID?) {
        switch (request, userRequest) {
        case (.toggleMute, .mute(_, let isOn)), (.toggleHold, .hold(_, let isOn)), (.toggleSpeaker, .speaker(let isOn)):
            self = .toggled(isOn)
        case (_, .dial(_)), (_, .answer(_, _)): self = call.map(BridgeAnswer.call) ?? .done
        default: self = .done
        }
    }
}

/// Requests of the page that are not about calls.
extension PhoneBridge {
    func handleQuery(_ request: BridgeRequest, _ promise: BridgePromise) {
        switch request {
        case .getSnapshot: promise.resolve(.snapshot(snapshot))
        case .getEvents(let cursor): promise.resolve(.events(publisher.log.events(since: cursor)))
        case .getPendingIncomingCall: promise.resolve(.pendingIncomingCall(publisher.ringingCall))
        case .getNetworkStatus: promise.resolve(.network(snapshot.network))
        case .getConnectionState: promise.resolve(.connection(snapshot.connection))
        case .getAudioRoutes: promise.resolve(.audioRoutes(snapshot.routes))
        case .getDeviceID: promise.resolve(.deviceID(host.deviceID))
        case .getPushToken: promise.resolve(.pushToken(host.pushToken))
        case .getPushTokenWithWait(let wait): awaitToken(for: wait, promise)
        case .switchOrganization(let organization):
            publish(.switching(organization))
            order(.organizations(.wanted(organization)), promise)
        case .readNotice(let call): order(.notices(.read(call)), promise)
        case .clearNotices: order(.notices(.cleared), promise)
        case .signOut: order(.session(.signOutAsked), promise)
        default: handleHosted(request, promise)
        }
    }

    private func handleHosted(_ request: BridgeRequest, _ promise: BridgePromise) {
        switch request {
        case .disconnect:
            host.disconnect()
            promise.resolve(.done)
        case .reconnect:
            host.reconnect()
            promise.resolve(.done)
        case .connect(let login):
            Task {
                let failure = await host.connect(login)
                if login != nil, failure == nil { publish(.signedIn(nil)) }
                promise.settle(failure)
            }
        case .requestPermissions:
            Task {
                promise.resolve(.permissions(await host.askPermissions()))
            }
        case .getCallerIDs:
            Task {
                do throws(CallerIDFailure) {
                    let listed = try await host.callerIDs()
                    publish(.callerIDs(listed))
                    promise.resolve(.callerIDs(listed))
                } catch {
                    promise.reject(BridgeError(.refused, error.rawValue))
                }
            }
        case .signInWithApple:
            Task {
                let failure = await host.signInWithApple()
                publish(.signedIn(failure))
                promise.settle(failure.map { BridgeError(.refused, $0.rawValue) })
            }
        default:  // Requests for the phone are handled in `take`.
            promise.reject(BridgeError(.refused, PhoneRefusal.notNow.rawValue))
        }
    }

    private var snapshot: BridgeSnapshot {
        publisher.snapshot(notices: shell?.phone.record.notices ?? MissedCallNotices())
    }

    /// Passes an event to the phone. The page learns the result from events.
    private func order(_ event: PhoneEvent, _ promise: BridgePromise) {
        guard let shell else { return promise.reject(BridgeError(.refused, PhoneRefusal.notNow.rawValue)) }
        shell.send(event)
        promise.resolve(.done)
    }

    private func awaitToken(for wait: Duration, _ promise: BridgePromise) {
        if let token = host.pushToken { return promise.resolve(.pushToken(token)) }
        guard let id = tokenWaits.add({ promise.resolve(.pushToken($0)) }) else {
            return promise.reject(BridgeError(.refused, PhoneRefusal.busy.rawValue))
        }
        let deadline = clock.now + wait
        Task { [weak self, clock] in
            // on purpose: a canceled wait counts as a finished one
            try? await clock.wait(until: deadline)
            self?.tokenWaits.giveUp(id)
        }
    }
}

/// The promise of an answer to the page. It is settled once; later results are ignored.
@MainActor
final class BridgePromise {
    private var settle: (@MainActor (Result<JSONObject, BridgeError>) -> Void)?

    init(_ settle: @escaping @MainActor (Result<JSONObject, BridgeError>) -> Void) {
        self.settle = settle
    }

    func resolve(_ answer: BridgeAnswer) { finish(.success(answer.json)) }

    func reject(_ error: BridgeError) { finish(.failure(error)) }

    /// Resolves the promise, or rejects it with an error.
    func settle(_ error: BridgeError?) { error.map(reject) ?? resolve(.done) }

    private func finish(_ result: Result<JSONObject, BridgeError>) {
        let settle = settle
        self.settle = nil
        settle?(result)
    }
}

/// Requests of the page that wait for the push token.
@MainActor
struct PendingTokenRequests {
    /// The most requests that wait at the same time. A page needs one.
    static let countMax = 16

    private var waits: [(id: UInt64, settle: @MainActor (DevicePushToken?) -> Void)] = []
    private var lastID: UInt64 = 0

    /// Adds a request and returns its id; `nil` if too many wait already.
    mutating func add(_ settle: @escaping @MainActor (DevicePushToken?) -> Void) -> UInt64? {
        guard waits.count < Self.countMax else { return nil }
        lastID += 1
        waits.append((lastID, settle))
        return lastID
    }

    /// Answers all waiting requests with the token.
    mutating func settle(_ token: DevicePushToken) {
        let settled = waits
        waits = []
        for wait in settled { wait.settle(token) }
    }

    /// Answers a request without a token, if it still waits.
    mutating func giveUp(_ id: UInt64) {
        guard let index = waits.firstIndex(where: { $0.id == id }) else { return }
        waits.remove(at: index).settle(nil)
    }
}
