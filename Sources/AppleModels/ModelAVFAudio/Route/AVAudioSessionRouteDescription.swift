public import Foundation

/// The way sound goes.
open class AVAudioSessionRouteDescription: NSObject {
    /// Where it comes from.
    public let inputs: [AVAudioSessionPortDescription]
    /// Where it goes to.
    public let outputs: [AVAudioSessionPortDescription]

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
    }
}
