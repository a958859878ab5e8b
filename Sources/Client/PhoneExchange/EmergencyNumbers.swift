import WireJSON

/// Numbers for help that are to be dialled over the carrier, as the exchange says them with credentials and on the channel of
/// the device.
enum EmergencyNumbers {
    static let name = "emergency_numbers"
    /// More than any country has.
    private static let countMax = 100

    /// What could be no such number is left out; nil where nothing is said of them.
    static func read(from document: JSONObject) -> [String]? {
        document[name]?.array?.prefix(countMax).compactMap(\.string).filter { number in
            (2...6).contains(number.utf8.count) && number.utf8.allSatisfy { (48...57).contains($0) }
        }
    }
}
