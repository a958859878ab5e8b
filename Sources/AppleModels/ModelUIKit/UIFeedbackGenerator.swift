internal import DeviceRuntime
public import Foundation

/// The base class of haptic feedback generators.
///
/// Source: developer.apple.com/documentation/uikit/uifeedbackgenerator.
@MainActor
open class UIFeedbackGenerator: NSObject {
    let process: ProcessHandle?

    /// Makes a generator of an app in that process.
    init(_ process: ProcessHandle?) {
        self.process = process
    }

    /// Prepares the hardware, so that the next feedback comes without delay.
    open func prepare() {
        process?.record("UIFeedbackGenerator")
    }
}

/// Generates haptic feedback for impacts.
///
/// Source: developer.apple.com/documentation/uikit/uiimpactfeedbackgenerator.
@MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The strength and kind of the feedback.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    private let style: FeedbackStyle

    /// Makes a generator with a style.
    public init(style: FeedbackStyle) {
        self.style = style
        super.init(.recording("UIImpactFeedbackGenerator"))
    }

    /// Generates the feedback once.
    open func impactOccurred() {
        process?.record("UIImpactFeedbackGenerator")
        guard let process, process.isAlive else { return }
        process.kernel.note("the phone is felt: \(style)")
    }
}
