import DeviceModel

extension RuleCertainty {
    /// From sure to doubtful.
    var colour: Colour {
        switch self {
        case .documented: .green
        case .stated: .cyan
        case .observed: .yellow
        case .reverseEngineered: .magenta
        case .assumed: .red
        }
    }
}
