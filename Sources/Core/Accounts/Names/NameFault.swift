/// Why a text is no name. Its description names the character that is in the way, and none of the others.
public enum NameFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is too short or too long, in Unicode scalars.
    case length(ClosedRange<Int>)
    /// It begins or ends with white space.
    case edge
    /// It is `.` or `..`, which a path reads as a folder.
    case dots
    /// It holds something that cannot be seen, or changes how what stands around it is read; the place counts from 1.
    case character(Unicode.Scalar, place: Int)

    public var description: String {
        switch self {
        case .length(let range): "must have \(range.lowerBound) to \(range.upperBound) characters"
        case .edge: "must not begin or end with white space"
        case .dots: "must not be . or .., which a path reads as a folder"
        case .character(let scalar, let place): "must not hold \(Self.name(of: scalar)), its character \(place)"
        }
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let name = scalar.properties.name ?? scalar.properties.nameAlias
        return name.map { "\(code) (\($0))" } ?? code
    }
}
