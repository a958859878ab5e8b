/// Why something is no device token.
public struct DeviceTokenError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A token of Apple's is an even number of hexadecimal digits.
        case notHexadecimal
        case tooLong
        /// A sign that no token of Google's has.
        case badSign
        case badTopic
        case badProject
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public var description: String { "device token: \(code.rawValue)" }
}
