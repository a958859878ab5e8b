public import Foundation
public import UIKit

/// Calls that are asked for outside the app.
extension PhoneApplication {
    /// Places the call a scene was connected for, if it was. Source: apple-contract C35.
    ///
    /// - Parameter scheme: the app's own, without the colon.
    public func open(_ options: UIScene.ConnectionOptions, scheme: String) {
        for activity in options.userActivities { resume(activity) }
        for context in options.urlContexts { open(context.url, scheme: scheme) }
    }

    /// Places the call a link asks for: `scene(_:openURLContexts:)`.
    ///
    /// - Parameter scheme: the app's own, without the colon.
    /// - Returns: whether the link asked for a call.
    @discardableResult
    public func open(_ url: URL, scheme: String) -> Bool {
        CallLink(url.absoluteString, scheme: scheme).map(dial) != nil
    }

    /// Places the call that Recents, Contacts or Siri ask for: `scene(_:continue:)`.
    ///
    /// - Returns: whether it asked for a call.
    @discardableResult
    public func resume(_ activity: NSUserActivity) -> Bool {
        CallLink(activity).map(dial) != nil
    }

    private func dial(_ link: CallLink) {
        dial(link.number, organization: link.organization, name: link.name)
    }
}
