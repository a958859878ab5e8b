public import Foundation

/// Actions that are asked for or performed together.
///
/// Source: developer.apple.com/documentation/callkit/cxtransaction.
open class CXTransaction: NSObject {
    /// The transaction's name.
    public let uuid = UUID()
    /// The actions, in the order they were added.
    open private(set) var actions: [CXAction]

    /// Whether every action is complete.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// No action yet.
    public override init() { actions = [] }

    /// One action.
    public init(action: CXAction) { actions = [action] }

    /// Several actions.
    public init(actions: [CXAction]) { self.actions = actions }

    /// One more action.
    open func addAction(_ action: CXAction) { actions.append(action) }
}
