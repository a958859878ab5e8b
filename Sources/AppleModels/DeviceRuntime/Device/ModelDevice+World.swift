public import DeviceModel
public import Foundation

extension ModelDevice {
    /// Does something to the phone, and lets the app react.
    public func world(_ event: WorldEvent) async {
        await settle()
        kernel.handle(.world(event))
        await settle()
    }

    /// Does something to the phone later.
    public func world(_ event: WorldEvent, after delay: Duration) {
        kernel.schedule(.world(event), after: delay)
    }

    /// Does something at once, between two steps of the app: what it has to do still lies before it.
    public func strike(_ event: WorldEvent) { kernel.handle(.world(event)) }

    /// The process dies.
    public func kill(_ cause: LifeEvent = .crash) async { await world(.life(cause)) }

    /// A call of the telephone network rings.
    @discardableResult
    public func cellularCall() async -> UUID {
        let call = kernel.newUUID()
        await world(.cellular(.rings(SystemCallID(call))))
        return call
    }

    /// The person answers a call of the telephone network.
    public func answerCellular(_ call: UUID, endingOthers: Bool = false) async {
        await world(.cellular(.answered(SystemCallID(call), endingOthers: endingOthers)))
    }

    /// A call of the telephone network ends.
    public func endCellular(_ call: UUID, byRemote: Bool) async {
        await world(.cellular(.ends(SystemCallID(call), byRemote: byRemote)))
    }

    /// Sound goes elsewhere: something was plugged in or out.
    public func route(_ route: AudioRoute) async { await world(.audio(.routeChanges(route))) }

    /// Something is plugged in or connected beside what is there.
    public func attach(_ device: AudioDevice) async { await world(.audio(.attaches(device))) }

    /// What has this identifier is gone.
    public func detach(_ id: String) async { await world(.audio(.detaches(id))) }

    /// Another app takes the audio session, or gives it back.
    public func interruptAudio(_ interruption: AudioInterruption) async {
        await world(.audio(.interruption(interruption)))
    }

    /// The daemon of calls restarts.
    public func restartCallServices() async { await world(.callServices(.restarts)) }

    /// A filter keeps calls away, or none any more.
    public func filterCalls(_ filter: IncomingFilter?) async { await world(.callServices(.filter(filter))) }

    /// Blocks a caller.
    public func block(_ handle: String, kind: Int = 2) async {
        let handle = kernel.texts { $0.handle(kind: kind, handle) }
        await world(.callServices(.blocks(handle)))
    }

    /// Puts a handle into Contacts.
    public func addContact(_ handle: String, kind: Int = 2) async {
        let handle = kernel.texts { $0.handle(kind: kind, handle) }
        await world(.callServices(.knows(handle)))
    }
}

extension ModelDevice {
    /// Sends a VoIP push that is a JSON object; it arrives after a while, which is also its age when it arrives.
    ///
    /// What is no JSON object never arrives: the push service refuses it.
    ///
    /// - Parameters:
    ///   - payload: The bytes.
    ///   - after: From now to the arrival.
    ///   - age: How old it is at least when it arrives; more than `after` if it was sent before.
    @discardableResult
    public func push(json payload: Data, after delay: Duration = .zero, age: Duration = .zero) async -> PushID {
        let id = PushID(kernel.newName())
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
    ) async -> PushID {
        let bytes = (try? JSONSerialization.data(withJSONObject: payload, options: [.sortedKeys])) ?? Data()
        return await push(json: bytes, after: delay, age: age)
    }

    /// The app's token, as a server knows it.
    public var token: Data? { kernel.look { $0.pushes.token }.map(kernel.bytes) }

    /// The push service gives the app another token.
    public func changeToken() async {
        let token = PushToken(kernel.newName())
        await world(.push(.tokenChanges(token)))
    }

    /// The app's token dies.
    public func invalidateToken() async { await world(.push(.tokenDies)) }
}
