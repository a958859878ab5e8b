/// Something to be felt.
@MainActor
public protocol HapticPort: AnyObject {
    /// A light tap, for a digit.
    func tap()
}
