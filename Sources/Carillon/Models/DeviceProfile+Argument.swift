public import ArgumentParser
public import DeviceModel

extension DeviceProfile: ExpressibleByArgument {
    /// Takes the name as it is printed, in capitals or not.
    public init?(argument: String) {
        guard let found = DeviceProfile.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() })
        else {
            return nil
        }
        self = found
    }
}
