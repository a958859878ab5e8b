import LibFuzzer
import SDP

@main
enum FuzzSDP {
    static func main() {
        run(fuzzSDP)
    }
}

/// A description that was read must be the same after it was written and read again, also after a call's changes.
private func fuzzSDP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    guard var description = try? SessionDescription(parsing: text) else { return 0 }
    check(description)
    for section in description.media {
        _ = (description.direction(of: section), description.iceCredentials(of: section), section.payloadFormats)
        _ = (description.fingerprints(of: section), description.setupRole(of: section), section.packetMilliseconds)
    }
    description.prefer([CodecPreference(encoding: "audio/PCMU"), CodecPreference(encoding: "opus")])
    description.setDirection(.inactive)
    let candidates = description.media.flatMap(\.candidates).prefix(100)
    description.add(Array(candidates), isComplete: true, toMediaAt: 0)
    description.orderSessionLines()
    check(description)
    return 0
}

private func check(_ description: SessionDescription) {
    guard let again = try? SessionDescription(parsing: description.text) else {
        preconditionFailure("the written text cannot be read")
    }
    precondition(again == description, "a description changed on its way")
}
