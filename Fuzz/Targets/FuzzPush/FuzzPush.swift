import Foundation
import LibFuzzer
import PhoneCore
import PushPayload

@main
enum FuzzPush {
    static func main() {
        run(fuzzPush)
    }
}

/// Whatever the bytes of a push are, in whatever state it finds the phone: a report comes first, and what rings stops.
private func fuzzPush(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let push = IncomingPush(bytes: Array(UnsafeRawBufferPointer(start: start, count: count)))
    _ = push.description
    for begin in PhoneUnderFire.all {
        for mustReport in [true, false] {
            var phone = begin
            phone.deliver(push, mustReport: mustReport)
            phone.deliver(push, mustReport: mustReport)
            phone.comeToRest()
        }
    }
    return 0
}
