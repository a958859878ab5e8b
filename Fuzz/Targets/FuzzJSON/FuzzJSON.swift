import LibFuzzer
import WireJSON

@main
enum FuzzJSON {
    static func main() {
        run(fuzzJSON)
    }
}

/// Whatever is read must be written and read again as the same value, and the scan must come to an end.
private func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    _ = JSONScan.value(of: "id", in: bytes)
    guard let value = try? JSONParser.parse(bytes) else { return 0 }
    let written = JSONWriter.bytes(of: value)
    do {
        let again = try JSONParser.parse(written)
        precondition(again == value, "written differently than read")
    } catch {
        preconditionFailure("the written text cannot be read: \(error)")
    }
    return 0
}
