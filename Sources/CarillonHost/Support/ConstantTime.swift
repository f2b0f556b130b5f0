import CarillonModel
import Crypto

/// Compares keys in a time that reveals nothing about them.
enum ConstantTime {
    /// Both sides are hashed first, so that not even their lengths show.
    static func equal(_ left: String, _ right: String) -> Bool {
        let left = Array(SHA256.hash(data: Array(left.utf8)))
        return left.isEqualInConstantTime(to: Array(SHA256.hash(data: Array(right.utf8))))
    }
}
