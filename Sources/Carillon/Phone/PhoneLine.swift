import CallModel
import CarillonRTC

/// A call as this phone knows it: its number, its sound and those who watch it.
struct PhoneLine {
    let number: Int
    let call: Call
    let sound: CallSound
    var watchers: [Task<Void, Never>] = []
    var wasActive = false
}
