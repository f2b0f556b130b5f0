public import CarillonModel

extension FowlerNollVo {
    /// The 64 bits of a text's hash as a store keeps them, in a column that represents the text in an index.
    public static func column(_ text: String) -> Int64 { Int64(bitPattern: hash64(text.utf8)) }
}
