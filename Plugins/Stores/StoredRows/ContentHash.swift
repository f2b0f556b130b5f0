import CarillonModel
public import CarillonPipeline

/// By what a repeated event is known: ``AcceptedEvent/fingerprint`` as both stores keep it, so that a repetition is answered as
/// one in whichever of them the first event has come to lie.
extension AcceptedEvent {
    /// 64 bits, with which a repetition is compared.
    ///
    /// It is compared only with that of an event from the same source with the same id: whoever made two contents with one
    /// hash would deceive nobody but themselves.
    public var contentHash: Int64 { FowlerNollVo.column(fingerprint) }

    /// What PostgreSQL kept before its schema's second version, as far as it fits here.
    ///
    /// Half of what it kept, which was half of a SHA-256. An event from then has this one, until retention removes it.
    public var formerContentHash: Int64 {
        let digest = SoftwareSHA256.hash(Array(fingerprint.utf8))
        return Int64(bitPattern: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
