import Foundation

extension Terminal {
    /// Writes as it is, without ending the line.
    func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
