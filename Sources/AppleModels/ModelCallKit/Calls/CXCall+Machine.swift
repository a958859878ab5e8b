internal import DeviceModel
internal import DeviceRuntime

extension CXCall {
    convenience init(_ call: ObservedCall) {
        self.init(
            uuid: call.id.uuid, isOutgoing: call.isOutgoing, isOnHold: call.isOnHold, hasConnected: call.hasConnected,
            hasEnded: call.hasEnded)
    }
}
