public import Foundation
public import UIKit

/// Calls that are asked for outside the app.
extension PhoneApplication {
    /// What the app was opened for and asks for no call: the web app's, as the return of a sign-in is.
    public enum UnclaimedLink {
        case url(URL)
        case activity(NSUserActivity)
    }

    /// Places the call a scene was connected for, if it was: `scene(_:willConnectTo:options:)`, once the window is there.
    /// Source: apple-contract C35.
    ///
    /// - Parameters:
    ///   - scheme: the app's own, without the colon.
    ///   - others: gets what asks for no call, for the web app.
    public func open(
        _ options: UIScene.ConnectionOptions, scheme: String, others: (UnclaimedLink) -> Void
    ) {
        notices.attend()
        for activity in options.userActivities { resume(activity, others: others) }
        for context in options.urlContexts { open(context.url, scheme: scheme, others: others) }
    }

    /// Places the call a link asks for: `scene(_:openURLContexts:)`.
    ///
    /// - Parameters:
    ///   - scheme: the app's own, without the colon.
    ///   - others: gets a link that asks for no call.
    public func open(_ url: URL, scheme: String, others: (UnclaimedLink) -> Void) {
        guard let link = CallLink(url.absoluteString, scheme: scheme) else { return others(.url(url)) }
        dial(link)
    }

    /// Places the call that Recents, Contacts or Siri ask for: `scene(_:continue:)`.
    ///
    /// - Parameter others: gets what asks for no call, such as a universal link.
    public func resume(_ activity: NSUserActivity, others: (UnclaimedLink) -> Void) {
        guard let link = CallLink(activity) else { return others(.activity(activity)) }
        dial(link)
    }

    private func dial(_ link: CallLink) {
        dial(link.number, organization: link.organization, name: link.name)
    }
}
