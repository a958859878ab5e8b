import PhoneCore

/// What the page asks that is no matter of calls.
extension PhoneBridge {
    func takeOther(_ request: BridgeRequest, _ promise: BridgePromise) {
        switch request {
        case .getSnapshot: promise.resolve(.snapshot(snapshot))
        case .getEvents(let cursor): promise.resolve(.events(teller.log.events(since: cursor)))
        case .getPendingIncomingCall: promise.resolve(.pendingIncomingCall(teller.ringingCall))
        case .getNetworkStatus: promise.resolve(.network(snapshot.network))
        case .getConnectionState: promise.resolve(.connection(snapshot.connection))
        case .getAudioRoutes: promise.resolve(.audioRoutes(snapshot.routes))
        case .getDeviceID: promise.resolve(.deviceID(host.deviceID))
        case .getPushToken: promise.resolve(.pushToken(host.pushToken))
        case .getPushTokenWithWait(let wait): awaitToken(for: wait, promise)
        case .switchOrganization(let organization):
            tell(.switching(organization))
            order(.organizations(.wanted(organization)), promise)
        case .readNotice(let call): order(.notices(.read(call)), promise)
        case .clearNotices: order(.notices(.cleared), promise)
        case .signOut: order(.session(.signOutAsked), promise)
        default: takeHosted(request, promise)
        }
    }

    private func takeHosted(_ request: BridgeRequest, _ promise: BridgePromise) {
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
                if login != nil, failure == nil { tell(.signedIn(nil)) }
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
                    tell(.callerIDs(listed))
                    promise.resolve(.callerIDs(listed))
                } catch {
                    promise.reject(BridgeError(.refused, error.rawValue))
                }
            }
        case .signInWithApple:
            Task {
                let failure = await host.signInWithApple()
                tell(.signedIn(failure))
                promise.settle(failure.map { BridgeError(.refused, $0.rawValue) })
            }
        default:  // The phone's own requests never come here.
            promise.reject(BridgeError(.refused, PhoneRefusal.notNow.rawValue))
        }
    }

    private var snapshot: BridgeSnapshot { teller.snapshot(notices: shell?.phone.record.notices ?? NoticeLedger()) }

    /// Told to the phone; what becomes of it the page learns from events.
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
            // on purpose: a wait that is cut short is over
            try? await clock.wait(until: deadline)
            self?.tokenWaits.giveUp(id)
        }
    }
}
