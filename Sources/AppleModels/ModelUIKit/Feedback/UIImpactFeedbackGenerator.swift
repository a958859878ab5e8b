internal import DeviceRuntime
public import Foundation

/// Lets the phone be felt.
///
/// Source: developer.apple.com/documentation/uikit/uiimpactfeedbackgenerator.
@MainActor
open class UIImpactFeedbackGenerator: NSObject {
    /// How it feels.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    private let process: ProcessHandle?
    private let style: FeedbackStyle

    /// A generator of a style.
    public init(style: FeedbackStyle) {
        process = .recording("UIImpactFeedbackGenerator")
        self.style = style
    }

    /// Makes ready, so that the next comes without delay.
    open func prepare() {
        process?.record("UIImpactFeedbackGenerator")
    }

    /// Lets the phone be felt once.
    open func impactOccurred() {
        process?.record("UIImpactFeedbackGenerator")
        guard let process, process.isAlive else { return }
        process.kernel.note("the phone is felt: \(style)")
    }
}
