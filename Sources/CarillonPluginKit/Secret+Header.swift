public import CarillonModel

extension Secret {
    /// Whether it fits into a header: visible ASCII only, so that it can't begin another one.
    public var isHeaderSafe: Bool {
        let bytes = reveal().utf8
        return !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
