/// A body that goes on for as long as its reader stays.
///
/// The connection calls ``begin(disconnect:)`` once, then ``next()`` until it answers nil, then ``stop()``; where the client goes
/// away, ``stop()`` comes at any time.
public protocol LiveBody: AnyObject, Sendable {
    /// - Parameter disconnect: ends the connection at once, whatever is still to be written.
    func begin(disconnect: @escaping @Sendable () -> Void)
    /// The next piece; nil at the end. Asked for when the connection has taken the one before.
    func next() async -> [UInt8]?
    /// The end, or nobody is there any more; again is a no-op.
    func stop()
}
