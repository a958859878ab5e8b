import DeviceModel
import Explorer

extension DeviceScopeModel {
    static let neverWrong = "nothing happens that must never happen"
    static let atRest = "at rest no call is left"

    private static let timeOut = Property<DeviceState>(.sometimes, "an action has timed out") {
        $0.device.calls.actions.contains(where: \.isExpired)
    }

    var properties: [Property<DeviceState>] {
        [
            Property(.never, Self.neverWrong) { $0.watch.fault != nil },
            Property(.eventually, Self.atRest) { $0.device.calls.own.isEmpty },
            Property(.always, "violations stay within the limit") {
                $0.device.pushes.violations <= $0.device.policy.push.violationsMax
            },
            Property(.sometimes, "a call is talked on, on an app that is not on the screen") {
                $0.device.process.life == .background && $0.device.audio.activation == .callServices
            },
            Property(.sometimes, "an app is suspended after its call") {
                $0.device.process.life == .suspended && !$0.device.calls.endedLately.isEmpty
            },
        ] + (scope.app == .careless ? [Self.timeOut] : [])
    }
}
