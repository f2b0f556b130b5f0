import CarillonPipeline
import GRDB

extension StoreFailure {
    /// What went wrong with the file at `path`.
    ///
    /// SQLite's own message may hold values, so only its code is passed on.
    init(_ error: any Error, path: String) {
        if let failure = error as? StoreFailure {
            self = failure
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(.unavailable, "\(path): \(type(of: error))")
            return
        }
        let code = error.extendedResultCode
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.full, "no room to write \(path): free some space on its disk (\(code))")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.readOnly, "\(path) can't be written: give this user the right to (\(code))")
        case .SQLITE_CANTOPEN:
            self.init(.readOnly, "\(path) can't be opened or made: check the folder and who may write to it (\(code))")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.corrupted, "\(path) is damaged: stop the service and restore this file from a backup (\(code))")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "another program holds \(path) for writing: end it (\(code))")
        case .SQLITE_IOERR:
            self.init(.unavailable, "reading or writing \(path) failed: check its disk (\(code))")
        default:
            self.init(.unavailable, "\(path): \(code)")
        }
    }
}
