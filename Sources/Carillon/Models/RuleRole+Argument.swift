public import ArgumentParser
public import DeviceModel

extension RuleRole: ExpressibleByArgument {
    /// Takes the name as it is printed, in capitals or not.
    public init?(argument: String) {
        guard let found = RuleRole.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = found
    }
}
