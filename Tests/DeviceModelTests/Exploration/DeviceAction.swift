import DeviceModel

/// One thing that can happen to the device.
enum DeviceAction: Sendable, Hashable, CustomStringConvertible {
    case push(UInt32)
    case world(ExternalEvent)
    case dials
    case kill(ProcessEvent)
    case reset
    case fires(DeviceTimer)
    case finishesLaunch
    case app(AppEvent)

    var description: String {
        switch self {
        case .push(let number): "push \(number) arrives"
        case .world(let event): "world: \(event)"
        case .dials: "the app dials"
        case .kill(let event): "kill: \(event)"
        case .reset: "the daemon restarts"
        case .fires(let timer): "timer fires: \(timer)"
        case .finishesLaunch: "the app has launched"
        case .app(let event): "app: \(event)"
        }
    }
}
