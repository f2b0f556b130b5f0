/// Terms are plain words: what looks like a placeholder in them is none.
extension TextForm {
    init(term text: String) {
        self.init(shape: .string, content: .text(FormPattern(plain: text)))
    }

    /// As a term has it.
    ///
    /// - Throws: ``FormFault`` for what isn't plain words.
    var term: String {
        get throws(FormFault) {
            let fault = FormFault.shape("form", expected: "plain words, because a term has no fields, rows or marks")
            guard case .text(let pattern) = content, pattern.marks.isEmpty else { throw fault }
            var text = ""
            for part in pattern.parts {
                guard case .text(let plain) = part else { throw fault }
                text += plain
            }
            return text
        }
    }
}
