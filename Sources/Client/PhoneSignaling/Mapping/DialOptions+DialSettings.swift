import CarillonRTC
import MediaEngine
import PhoneCore
import Redaction

extension DialOptions {
    /// What goes with a call that the phone places.
    init(_ settings: DialSettings) {
        self.init()
        headers = settings.headers.map { CallHeader($0.name, $0.value) }
        clientState = settings.clientState
        preferredCodecs = settings.codecs.map { codec in
            switch codec {
            case .opus: .opus
            case .pcmu: .pcmu
            case .pcma: .pcma
            }
        }
        callerName = settings.callerName?.revealed
        callerNumber = settings.callerID?.revealed
    }
}
