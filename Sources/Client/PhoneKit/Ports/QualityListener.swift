public import PhoneCore

/// Who wants to know how the lines sound.
@MainActor
public protocol QualityListener: AnyObject {
    /// How a line sounds, once a second while its media is connected.
    func heard(_ report: QualityReport, on line: LineID)
}
