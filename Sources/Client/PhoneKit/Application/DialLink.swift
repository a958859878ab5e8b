public import CallModel
public import Foundation
import Intents
import PhoneCore
public import Redaction
public import UIKit

/// A call that a link, Recents or Siri asks for.
public struct DialLink: Hashable, Sendable {
    /// The longest link that is read, in bytes: far above any number with its names.
    public static let lengthMax = 2_048
    /// The longest name that is used; longer ones are cut.
    public static let nameLengthMax = 128

    /// Whom to call: a number, the name of a user or an address.
    public var number: Redacted<String>
    /// The organization whose connection places the call.
    public var organization: OrganizationID?
    /// The name to show beside the number.
    public var name: Redacted<String>?

    /// A link that calls this number.
    public init(_ number: Redacted<String>, organization: OrganizationID? = nil, name: Redacted<String>? = nil) {
        self.number = number
        self.organization = organization
        self.name = name
    }

    /// Reads a link: `tel:+4930123456`, `callto:+4930123456`, `sip:bob@example.com`, or one of the app's own scheme:
    /// `<scheme>:call/+4930123456` or `<scheme>://call?number=…&organization=…&name=…`. In the app's own links the
    /// number may also be a user's name or an address. In the others parameters are ignored (RFC 3966, RFC 3261). Any
    /// other text gives `nil`.
    ///
    /// - Parameters:
    ///   - text: the whole link.
    ///   - scheme: the app's own, without the colon.
    public init?(_ text: String, scheme: String) {
        guard text.utf8.count <= Self.lengthMax, let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon].lowercased() {
        case "tel", "callto": self.init(subscriber: String(rest.prefix { $0 != ";" }))
        case "sip": self.init(address: String(rest.prefix { $0 != ";" && $0 != "?" }))
        case scheme.lowercased(): self.init(own: String(rest))
        default: return nil
        }
    }

    private init?(subscriber: String) {
        let number = subscriber.hasPrefix("//") ? String(subscriber.dropFirst(2)) : subscriber
        guard let number = Self.number(number.removingPercentEncoding) else { return nil }
        self.init(number)
    }

    private init?(address: String) {
        guard let text = address.removingPercentEncoding, let party = Self.party("sip:" + text) else { return nil }
        self.init(party)
    }

    private init?(own rest: String) {
        let path = rest.drop { $0 == "/" }
        if path.hasPrefix("call/") {
            guard let party = Self.party(String(path.dropFirst("call/".count)).removingPercentEncoding) else {
                return nil
            }
            self.init(party)
            return
        }
        guard path.hasPrefix("call?"), let query = URLComponents(string: "call:" + path)?.queryItems else { return nil }
        let value = { (name: String) in query.first { $0.name == name }?.value }
        guard let party = Self.party(value("number")) else { return nil }
        self.init(party)
        organization = value("organization").flatMap { $0.isEmpty ? nil : OrganizationID($0) }
        name = value("name").flatMap { $0.isEmpty ? nil : Redacted(String($0.prefix(Self.nameLengthMax))) }
    }

    /// Reads anything that can be dialed.
    private static func party(_ text: String?) -> Redacted<String>? {
        guard let text, (try? DialDestination(Redacted(text))) != nil else { return nil }
        return Redacted(text)
    }

    /// Reads a text that may be a number. The phone decides whether it can be dialed.
    private static func number(_ text: String?) -> Redacted<String>? {
        guard let text, !text.isEmpty, text.utf8.count <= 2 * PhoneLimits.dialLengthMax else { return nil }
        guard text.contains(where: { $0.isASCII && $0.isNumber }) else { return nil }
        return Redacted(text)
    }
}

extension DialLink {
    /// Reads an activity from Recents, Contacts or Siri; `nil` if it does not ask for a call.
    /// Source: C35.
    init?(_ activity: NSUserActivity) {
        guard let intent = activity.interaction?.intent as? INStartCallIntent,
            let person = intent.contacts?.first, let number = person.personHandle?.value, !number.isEmpty,
            number.utf8.count <= Self.lengthMax
        else { return nil }
        let name = person.displayName
        self.init(
            Redacted(number),
            name: name.isEmpty || name == number ? nil : Redacted(String(name.prefix(Self.nameLengthMax))))
    }
}

/// Calls that are requested from outside the app.
extension PhoneApplication {
    /// A link or activity that opened the app but does not ask for a call. The web app handles it, as after a sign-in.
    public enum UnclaimedLink {
        /// A URL that opened the app, of a scheme of its own or a universal link.
        case url(URL)
        /// An activity that continues in the app, such as one from Handoff or Spotlight.
        case activity(NSUserActivity)
    }

    /// Places the call for which a scene was connected, if any. Call from `scene(_:willConnectTo:options:)`, once the
    /// window exists. Source: C35.
    ///
    /// - Parameters:
    ///   - options: those of the scene's connection.
    ///   - scheme: the app's own, without the colon.
    ///   - others: receives links and activities that do not ask for a call, for the web app.
    public func open(
        _ options: UIScene.ConnectionOptions, scheme: String, others: (UnclaimedLink) -> Void
    ) {
        notices.attend()
        for activity in options.userActivities { resume(activity, others: others) }
        for context in options.urlContexts { open(context.url, scheme: scheme, others: others) }
    }

    /// Places the call that a link asks for. Call from `scene(_:openURLContexts:)`.
    ///
    /// - Parameters:
    ///   - url: the link.
    ///   - scheme: the app's own, without the colon.
    ///   - others: receives a link that does not ask for a call.
    public func open(_ url: URL, scheme: String, others: (UnclaimedLink) -> Void) {
        guard let link = DialLink(url.absoluteString, scheme: scheme) else { return others(.url(url)) }
        dial(link)
    }

    /// Places the call that Recents, Contacts or Siri ask for. Call from `scene(_:continue:)`.
    ///
    /// - Parameters:
    ///   - activity: the activity that the scene continues.
    ///   - others: receives activities that do not ask for a call, such as a universal link.
    public func resume(_ activity: NSUserActivity, others: (UnclaimedLink) -> Void) {
        guard let link = DialLink(activity) else { return others(.activity(activity)) }
        dial(link)
    }

    private func dial(_ link: DialLink) {
        dial(link.number, organization: link.organization, name: link.name)
    }
}
