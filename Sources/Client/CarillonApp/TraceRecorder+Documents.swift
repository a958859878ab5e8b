import Foundation
import PhoneKit

extension TraceRecorder {
    /// The recorder of a build for development, whose file `carillon models replay` reads. The file is in the app's
    /// documents, from which Xcode's window of devices downloads it.
    static func inDocuments(_ clock: any PhoneClock) -> TraceRecorder {
        let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        return TraceRecorder(file: documents.appending(path: "frameworks.jsonl"), clock: clock)
    }
}
