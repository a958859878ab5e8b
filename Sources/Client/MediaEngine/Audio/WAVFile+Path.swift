internal import Foundation

extension WAVFile {
    /// Reads a file from the disk: not for the media clock's thread.
    public init(path: String) throws(WAVError) {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw WAVError(.file, "cannot be opened") }
        let found: Data?
        do {
            // One byte more than the limit, so that the limit is noticed.
            found = try handle.read(upToCount: WAVFile.byteCountMax + 1)
        } catch {
            throw WAVError(.file, "cannot be read")
        }
        let parsed = (found ?? Data()).withUnsafeBytes { bytes in
            Result { () throws(WAVError) in try WAVFile(parsing: bytes) }
        }
        self = try parsed.get()
    }
}
