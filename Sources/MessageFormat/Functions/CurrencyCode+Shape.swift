extension CurrencyCode {
    /// Whether the code has the shape `:currency` accepts; others, such as `USDC`, are for `carillon:money`.
    var hasThreeLetters: Bool { high == 0 && low >> 24 == 0 && low >> 16 != 0 }
}
