import CarillonProfiles

/// How tenants' folders were at one moment, without what is in their files.
struct FolderScan: Hashable {
    /// By folder as it is printed.
    private(set) var stamps: [String: FileStamp] = [:]
    /// Why a path can't be read.
    private(set) var fault: UnreadablePath?

    /// - Parameters:
    ///   - paths: tenants' folders, or folders of such folders.
    ///   - channels: the operator's folder of channel files.
    init(at paths: [String], channels: String?) {
        for path in paths {
            do throws(UnreadablePath) {
                for folder in try TenantFolder.find(in: path) {
                    stamps[folder] = FileStamp(folder: folder, channels: channels)
                }
            } catch {
                fault = fault ?? error
            }
        }
    }
}
