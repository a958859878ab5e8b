/// Whether an exchange serves the browser phone, and from where.
public enum BrowserPhoneSetting: Hashable, Sendable {
    /// The configuration does not say. `ExchangeServer` serves none then; `carillon serve` the one of its package.
    case unsaid
    /// No browser phone is served.
    case off
    /// A folder with the layout of `Sources/Web`.
    case folder(String)

    /// The files that are served; nil: none.
    ///
    /// - Throws: `ExchangeServerError` with the file that cannot be used and the remedy.
    func files() throws(ExchangeServerError) -> BrowserPhoneFiles? {
        guard case .folder(let path) = self else { return nil }
        return try BrowserPhoneFiles(folder: path)
    }
}

extension ConfigurationFile {
    /// Reads `browser-phone: FOLDER` or `browser-phone: false`.
    static func browserPhone(_ top: ConfigurationSection) throws(ExchangeServerError) -> BrowserPhoneSetting {
        guard let text = try top.text("browser-phone") else { return .unsaid }
        switch text {
        case "false", "off", "no": return .off
        case "", "true", "on", "yes":
            throw top.complaint("browser-phone", "must be the folder of the browser phone, or false")
        default: return .folder(text)
        }
    }
}
