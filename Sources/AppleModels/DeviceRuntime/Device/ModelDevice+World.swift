public import DeviceModel
public import Foundation

extension ModelDevice {
    /// Applies an event to the phone, and lets the app react.
    public func world(_ event: ExternalEvent) async {
        await settle()
        kernel.handle(.world(event))
        await settle()
    }

    /// Applies an event to the phone after a delay.
    public func world(_ event: ExternalEvent, after delay: Duration) {
        kernel.schedule(.world(event), after: delay)
    }

    /// Applies an event at once, between two steps of the app, while the app still has work to do.
    public func applyAtOnce(_ event: ExternalEvent) { kernel.handle(.world(event)) }

    /// Ends the app's process.
    public func kill(_ cause: ProcessEvent = .crash) async { await world(.life(cause)) }

    /// Lets a call of the telephone network ring.
    @discardableResult
    public func cellularCall() async -> UUID {
        let call = kernel.newUUID()
        await world(.cellular(.rings(SystemCallID(call))))
        return call
    }

    /// Answers a call of the telephone network, as the person.
    public func answerCellular(_ call: UUID, endingOthers: Bool = false) async {
        await world(.cellular(.answered(SystemCallID(call), endingOthers: endingOthers)))
    }

    /// Ends a call of the telephone network.
    public func endCellular(_ call: UUID, byRemote: Bool) async {
        await world(.cellular(.ends(SystemCallID(call), byRemote: byRemote)))
    }

    /// Changes the default route, as if a device was attached or detached.
    public func route(_ route: DeviceAudioRoute) async { await world(.audio(.routeChanges(route))) }

    /// Attaches another audio device.
    public func attach(_ device: AudioDevice) async { await world(.audio(.attaches(device))) }

    /// Detaches the device with this identifier.
    public func detach(_ id: String) async { await world(.audio(.detaches(id))) }

    /// Lets another app take the audio session or return it.
    public func interruptAudio(_ interruption: AudioInterruption) async {
        await world(.audio(.interruption(interruption)))
    }

    /// Restarts the call daemon.
    public func restartCallServices() async { await world(.callServices(.restarts)) }

    /// Switches on a filter for incoming calls; nil switches it off.
    public func filterCalls(_ filter: IncomingFilter?) async { await world(.callServices(.filter(filter))) }

    /// Blocks a caller.
    public func block(_ handle: String, kind: Int = 2) async {
        let handle = kernel.texts { $0.handle(kind: kind, handle) }
        await world(.callServices(.blocks(handle)))
    }

    /// Adds a handle to Contacts.
    public func addContact(_ handle: String, kind: Int = 2) async {
        let handle = kernel.texts { $0.handle(kind: kind, handle) }
        await world(.callServices(.knows(handle)))
    }
}

extension ModelDevice {
    /// Sends a VoIP push whose payload is a JSON object. The delay is also the push's age on arrival.
    ///
    /// A payload that is not a JSON object never arrives: the push service refuses it.
    ///
    /// - Parameters:
    ///   - payload: The bytes of the payload.
    ///   - delay: The time from now to the arrival.
    ///   - age: The least age of the push on arrival; more than the delay if the push was sent earlier.
    @discardableResult
    public func push(json payload: Data, after delay: Duration = .zero, age: Duration = .zero) async -> VoIPPushID {
        let id = VoIPPushID(kernel.newName())
        guard (try? JSONSerialization.jsonObject(with: payload)) is [String: Any] else {
            await world(.push(.isLost(id)))
            return id
        }
        kernel.change { $0.payloads[id] = payload }
        let arrival = PushArrival(id: id, age: max(age, delay), payloadBytes: payload.count)
        if delay > .zero {
            kernel.schedule(.world(.push(.arrives(arrival))), after: delay)
        } else {
            await world(.push(.arrives(arrival)))
        }
        return id
    }

    /// Sends a VoIP push.
    @discardableResult
    public func push(
        _ payload: [String: any Sendable], after delay: Duration = .zero, age: Duration = .zero
    ) async -> VoIPPushID {
        let bytes = (try? JSONSerialization.data(withJSONObject: payload, options: [.sortedKeys])) ?? Data()
        return await push(json: bytes, after: delay, age: age)
    }

    /// The app's push token, as a server knows it.
    public var token: Data? { kernel.look { $0.pushes.token }.map(kernel.bytes) }

    /// Gives the app another push token.
    public func changeToken() async {
        let token = PushTokenID(kernel.newName())
        await world(.push(.tokenChanges(token)))
    }

    /// Invalidates the app's push token.
    public func invalidateToken() async { await world(.push(.tokenDies)) }
}
