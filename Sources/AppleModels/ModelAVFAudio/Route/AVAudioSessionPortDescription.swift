public import Foundation

/// An input or output that exists.
open class AVAudioSessionPortDescription: NSObject {
    /// What it is.
    public let portType: AVAudioSession.Port
    /// Its name.
    public let portName: String
    /// Which one it is.
    public let uid: String

    init(portType: AVAudioSession.Port, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}
