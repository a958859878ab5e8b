public import Foundation
public import UIKit

/// Where the sheet is shown.
public typealias ASPresentationAnchor = UIWindow

/// Says where the sheet is shown.
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// The window.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
