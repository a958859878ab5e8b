package import Foundation
package import PhoneCore
import Redaction

extension PushToken {
    /// The token as lowercase hexadecimal digits.
    package init(bytes: Data) {
        var digits = ""
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(Self.digit(byte >> 4))
            digits.append(Self.digit(byte & 15))
        }
        self.init(Redacted(digits))
    }

    private static func digit(_ value: UInt8) -> Character {
        Character(Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10))
    }
}
