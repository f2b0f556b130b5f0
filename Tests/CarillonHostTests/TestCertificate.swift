/// Certificates that have signed themselves, made for tests, each with its key.
///
/// They open nothing anywhere.
enum TestCertificate: String, CaseIterable {
    case expired, early, other, good

    /// Certificate and key, PEM.
    var pem: (certificate: String, key: String) {
        let text =
            switch self {
            case .expired: Self.expiredText
            case .early: Self.earlyText
            case .other: Self.otherText
            case .good: Self.goodText
            }
        let end = text.firstRange(of: "-----BEGIN PRIVATE")?.lowerBound ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }

    /// For `localhost`, until January 2nd, 2020.
    private static let expiredText = """
        -----BEGIN CERTIFICATE-----
        MIIBRjCB7qADAgECAgEHMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDWNhcmlsbG9u
        IHRlc3QwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAYMRYwFAYDVQQD
        DA1jYXJpbGxvbiB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVS0RpaS3
        /W3R2lx7lkDOZ/6EizcQEH9ec9cp6p3KDDqYrpPopNwM/c0tL4sHqY5Z72+aswYR
        3LPNdK7MHWkaDKMpMCcwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2Nh
        bGhvc3QwCgYIKoZIzj0EAwIDRwAwRAIgIQeH051JljBPwxFg587vrizxbSSsLPJq
        jO/6SX3MK/ICIHZHCTKVoJphukt1aaX3/ZC82l4wVmju+4ajaWPulrR2
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgU5efzDH9BPT5qV2H
        3p/kkBs9Cs9ImX210IsCpXb1P9uhRANCAARVLRGlpLf9bdHaXHuWQM5n/oSLNxAQ
        f15z1ynqncoMOpiuk+ik3Az9zS0viwepjlnvb5qzBhHcs810rswdaRoM
        -----END PRIVATE KEY-----
        """

    /// For `localhost`, from the year 2100.
    private static let earlyText = """
        -----BEGIN CERTIFICATE-----
        MIIBSzCB8qADAgECAgEHMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDWNhcmlsbG9u
        IHRlc3QwIhgPMjEwMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGDEWMBQG
        A1UEAwwNY2FyaWxsb24gdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKcE
        +GU/dDbts/cypRwB0fnSQNzE/ik0hmUls6lub9t/c+/AUaS+6/uC/0A0OYX26Isz
        xlchF5uyZsZXI4ICWNijKTAnMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJ
        bG9jYWxob3N0MAoGCCqGSM49BAMCA0gAMEUCIQCOLT4IuvAc99aHvgdXqLZjVj3X
        FwTALxRBYCXl1iAM5AIgMWo8ejUrRSe4vPA+i0v3KxhNX31qsnUb3+w6cvMq+KE=
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsAF9lC5qs3xr4Hjp
        HDCf3Yt426oGkI6LJrtL7YKMiU6hRANCAASnBPhlP3Q27bP3MqUcAdH50kDcxP4p
        NIZlJbOpbm/bf3PvwFGkvuv7gv9ANDmF9uiLM8ZXIRebsmbGVyOCAljY
        -----END PRIVATE KEY-----
        """

    /// For `elsewhere.example`.
    private static let otherText = """
        -----BEGIN CERTIFICATE-----
        MIIBUDCB+KADAgECAgEHMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDWNhcmlsbG9u
        IHRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAUBgNV
        BAMMDWNhcmlsbG9uIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT6l9t/
        d8EMQTR4tjP18Yn4ien93u6SvVDwmAVQkNJwCXK8dOEYKIigksRwG4yGAltXVmKx
        xmrQhV5pFUpPFnasozEwLzAPBgNVHRMBAf8EBTADAQH/MBwGA1UdEQQVMBOCEWVs
        c2V3aGVyZS5leGFtcGxlMAoGCCqGSM49BAMCA0cAMEQCICdPudyntOQEDXgHx9Kr
        b1h/nTLm4dVOZTZii1a2zyKFAiBqYGjgurddS8faGbbcxYyzxbFDtlkOyVpQ16dY
        UHZYSg==
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWlG//cdPpPt3EP0N
        JQfA2mjHMtaQRSB68WseRtYMx2ehRANCAAT6l9t/d8EMQTR4tjP18Yn4ien93u6S
        vVDwmAVQkNJwCXK8dOEYKIigksRwG4yGAltXVmKxxmrQhV5pFUpPFnas
        -----END PRIVATE KEY-----
        """

    /// For `localhost`.
    private static let goodText = """
        -----BEGIN CERTIFICATE-----
        MIIBSTCB8KADAgECAgEHMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDWNhcmlsbG9u
        IHRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAUBgNV
        BAMMDWNhcmlsbG9uIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARsO1PQ
        n23jnyNXt/yGLN9fT/9pnf5WuR7kKB86Tr7Ae4deEuOn64moRIyI3DkV523Z2uox
        M2D5i6yT8mqSJpZpoykwJzAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxv
        Y2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiAim5o64Cqbgyo8Lpgk+Y5Wx5AAjbSq
        xI0ranBPio+LfAIhAOQpe0SElMV/OnVTHVaEONO6HpHAe+8GNrv3h1BVVcIt
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSntIAqbuNgliz7VG
        2JgYlOKbhj01AjfkNAzeC6JMp/OhRANCAARsO1PQn23jnyNXt/yGLN9fT/9pnf5W
        uR7kKB86Tr7Ae4deEuOn64moRIyI3DkV523Z2uoxM2D5i6yT8mqSJpZp
        -----END PRIVATE KEY-----
        """
}
