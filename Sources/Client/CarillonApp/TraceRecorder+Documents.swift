import Clocks
import Foundation
import PhoneKit

extension TraceRecorder {
    /// What a build for development writes down of Apple's frameworks, for `carillon models replay`. It lies in the app's
    /// documents, from where Xcode's window of devices takes it.
    static func inDocuments(_ clock: any TimeSource) -> TraceRecorder {
        let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        return TraceRecorder(file: documents.appending(path: "frameworks.jsonl"), clock: clock)
    }
}
