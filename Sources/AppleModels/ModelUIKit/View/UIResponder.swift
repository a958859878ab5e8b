public import Foundation

/// What takes part in the chain of what answers to the person. None of it is modelled.
///
/// Source: developer.apple.com/documentation/uikit/uiresponder.
@MainActor
open class UIResponder: NSObject {}
