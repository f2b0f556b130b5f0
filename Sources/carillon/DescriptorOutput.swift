#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writing to a descriptor: a file, a pipe or a terminal.
enum DescriptorOutput {
    /// Writes all of it, however often the system takes a part.
    ///
    /// - Returns: false where it can't be written; `errno` says why.
    static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The system's call, which the name of a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
