/// Key pairs made for tests with `openssl genpkey`.
///
/// They open nothing anywhere.
public enum TestKeys {
    /// RSA, 2048 bits, PKCS#8.
    public static let rsaPrivate = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCmStCIJJkDu/EX
        xX4ggUoi4Ft+e7kvPJ0Gltg/3QV8YCWlT5R/nLkBwTAxDtoWWJoJqKMQTTn6X99Q
        UOhIwiNBhiuBZuyKEC4uDByLOMvotvhsdaxRBodciWnZJRxiGrEXKH/QEzAXVH+i
        74lK0nq3ZR25HCGRJTknLP7uGxjSLp0fAPlCbcJ86h/C1BNAUUYECCd9fJ4fVN0C
        AYkGfiG6Rk4vLJN5EWZDiV5KRD5d0/67QOo6MyV9B/Na7wqqpwbDI154iK53ZkUj
        +3PE3ODfuC/VgeLky6MrfeGeSPjqP2InF1aGg/x9uajZNXGw+r+u7VU2sgompHA3
        dj5/KgR9AgMBAAECggEAIHvI1G9hvIsAA4a+ppba5okxFjoQ6JtMiTb6My93nN4j
        PHGZLnxs31zfjxW5oFfabzyT7eFIDBKiSswjM+NIg8ozwWlbl3SlsLUI9mE349Oq
        H3W1HXbLBlaJaLOJIdjY8w8kOH8nC8ejzy4/gXAwLJcCAWDvZa0BxxdRDS4Z4SSM
        00dr2b7Kix4C5u37akNsQqYEWqnOBq5+QKv662Fa13j50aGBFxBmOemMmXUb7WT+
        dVI3Hzh9Y4bK6hcGd3b/IohBc5C42FU1DNo2kWQ7XZEZ+zvBNgaEGQAHsrdh23PY
        Scfj4ckdqe9t4eCg/ocaZWQICfGhaRkzeyUwuOiu+QKBgQDl98OjNx7a3bYL6x8l
        0vKS9Di2kMCPHove0kkgvMWQBUHXPoJyrobCrgqrQjWzqnMv7Eyc6OAIZvirNelE
        d2BH4PecXDFXk1V7WGKNbVAuE1pXVDxEG8x1T52XMTSHZEq9ElGHuphglx8S0wut
        yX6GbLrmHJIinDzKvrMKm8mEXwKBgQC5HcvProzE8vqvo7J7HsP0AptZZRKXXz1v
        oBke1Q3AXP6t/9XyYxaC5yBsgJqSfUnGPlLMY5wMzvJ6PThQsFj4hh4UqVDP7k2N
        FWaE7NSNVAQb2QYFdBhz5crCl6bPIcb6J8Qigo1GVUjh5/Un8gqptgzkKgx6+6eq
        Lx7e+r7EowKBgGMqzaWDbn3JH+jR0lO4PLycLhykHTVaYcyLd9dzL+qkKblNDmmv
        0xL+hEFHwuqgNR3UU1FSptFYviDulZHdvJoibAR0SR7PvQv8mDsOiYXk+I8yFu7z
        4d4wn++D23gLCqOv05KpJ253nIG8moutmS8UkiAK8AWWxCxVwdVwSp0XAoGAY1pQ
        lwiR2OqoDTiIhHgAp6f2hMYwcjnVmWGN2fRzSvkeX3jd9Relb2BpEJL9Yv4HaHTu
        r3AOwvkXPvA4l2XueoRRBLnS+6ZkzQHdYh5R/gBHrEKQbsDeluWQK1yFVMpGJuDM
        7dCvzj3bvhNmiqfnfSqORK8kv6TtWfOsV/SwCo0CgYAtPLl/Fj1Iu4GumvtPQAG4
        9QllfT8QRCerE0gBoOlpBDoqeV1SFrf+h+GUjuJjuZDpifp4/lGcsg2vPhXYt+dJ
        goPdZ9yt5Ud3Zc5BRTmntkn8XIU1GUzs7dhp4ovEgHvRYXa6HzUTJixHViT2xZdX
        NyhskDFvTvWSim5AlxuvMg==
        -----END PRIVATE KEY-----
        """

    /// What ``rsaPrivate`` signs is checked with it.
    public static let rsaPublic = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApkrQiCSZA7vxF8V+IIFK
        IuBbfnu5LzydBpbYP90FfGAlpU+Uf5y5AcEwMQ7aFliaCaijEE05+l/fUFDoSMIj
        QYYrgWbsihAuLgwcizjL6Lb4bHWsUQaHXIlp2SUcYhqxFyh/0BMwF1R/ou+JStJ6
        t2UduRwhkSU5Jyz+7hsY0i6dHwD5Qm3CfOofwtQTQFFGBAgnfXyeH1TdAgGJBn4h
        ukZOLyyTeRFmQ4leSkQ+XdP+u0DqOjMlfQfzWu8KqqcGwyNeeIiud2ZFI/tzxNzg
        37gv1YHi5MujK33hnkj46j9iJxdWhoP8fbmo2TVxsPq/ru1VNrIKJqRwN3Y+fyoE
        fQIDAQAB
        -----END PUBLIC KEY-----
        """

    /// P-256, PKCS#8: the form of an APNs key.
    public static let p256Private = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3xq4nPhEq4wMg3eV
        RMWzDmEeO176Gt/LP0RofOlqbPyhRANCAARLv4D4wP4ry7AJ97Q05D3y4DxrlVjf
        jKrooPkOYcPyghfczdD2e4i0BLFqPyi/hHYyOhkU7HZWkZDHgAsa/jZW
        -----END PRIVATE KEY-----
        """

    /// What ``p256Private`` signs is checked with it.
    public static let p256Public = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAES7+A+MD+K8uwCfe0NOQ98uA8a5VY
        34yq6KD5DmHD8oIX3M3Q9nuItASxaj8ov4R2MjoZFOx2VpGQx4ALGv42Vg==
        -----END PUBLIC KEY-----
        """
}
