import Scenarios

extension OutcomeText.Part {
    /// Whose doing a moment is shows in its colour.
    var colour: Colour {
        switch self {
        case .title: .bold
        case .remark, .time: .dim
        case .held: .green
        case .broken: .red
        case .author(.exchange): .blue
        case .author(.network): .yellow
        case .author(.person): .green
        case .author(.fate): .red
        case .author(.phone): .cyan
        case .author(.app): .magenta
        }
    }
}
