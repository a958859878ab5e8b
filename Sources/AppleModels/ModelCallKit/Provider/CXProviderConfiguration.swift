public import Foundation

/// What the system shows and allows for an app's calls.
///
/// Source: developer.apple.com/documentation/callkit/cxproviderconfiguration.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The name shown; the app's display name.
    @available(iOS, introduced: 10.0, deprecated: 14.0, message: "the display name of the app is shown")
    open private(set) var localizedName: String?
    /// The ringtone's file in the bundle; nil is the system's.
    open var ringtoneSound: String?
    /// A square picture with an alpha mask, 40 points.
    open var iconTemplateImageData: Data?
    /// How many calls or groups there may be at once. Default 2 (C27).
    open var maximumCallGroups = 2
    /// How many calls a group may have. Default 5.
    open var maximumCallsPerCallGroup = 5
    /// Whether calls appear in Recents. Default true.
    open var includesCallsInRecents = true
    /// Whether calls may have video. Default false.
    open var supportsVideo = false
    /// Kinds of handle the app can call.
    open var supportedHandleTypes: Set<CXHandle.HandleType> = []

    /// The defaults.
    public override init() {}

    /// The defaults, with a name.
    @available(*, deprecated, message: "the system shows the app's display name since iOS 14")
    public init(localizedName: String) {
        self.localizedName = localizedName
    }

    /// A copy with equal values.
    open func copy(with zone: NSZone?) -> Any { duplicate() }

    func duplicate() -> CXProviderConfiguration {
        let copy = CXProviderConfiguration()
        copy.localizedName = localizedName
        copy.ringtoneSound = ringtoneSound
        copy.iconTemplateImageData = iconTemplateImageData
        copy.maximumCallGroups = maximumCallGroups
        copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
        copy.includesCallsInRecents = includesCallsInRecents
        copy.supportsVideo = supportsVideo
        copy.supportedHandleTypes = supportedHandleTypes
        return copy
    }
}
