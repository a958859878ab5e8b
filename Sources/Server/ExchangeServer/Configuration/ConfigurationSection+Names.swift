internal import Accounts
internal import Redaction

/// Names in the configuration file.
extension ConfigurationSection {
    /// - Parameter text: what stands under the key, or is made of other names.
    /// - Throws: a complaint that says which character cannot be in a name.
    func name(_ key: String, _ text: String) throws(ExchangeServerError) -> String {
        do throws(NameFault) {
            return try UserName(text).text
        } catch {
            throw complaint(key, "\(error)")
        }
    }

    /// What people are shown; nil when there is none.
    ///
    /// - Throws: a complaint that says which character cannot be in it.
    func displayName(_ key: String) throws(ExchangeServerError) -> Redacted<String>? {
        guard let text = try text(key), !text.isEmpty else { return nil }
        do throws(NameFault) {
            return Redacted(try DisplayName(text).text)
        } catch {
            throw complaint(key, "\(error)")
        }
    }

    /// Where a picture of a user can be had; nil when there is none.
    ///
    /// - Throws: a complaint that says what such an address looks like.
    func picture(_ key: String) throws(ExchangeServerError) -> Redacted<String>? {
        guard let text = try text(key), !text.isEmpty else { return nil }
        guard let address = PictureAddress(text) else { throw complaint(key, PictureAddress.rule) }
        return Redacted(address.text)
    }
}
