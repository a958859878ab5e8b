public import DeviceModel
public import Foundation

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
