import CarillonPipeline
import Testing

/// Which devices a notification is meant for, as stores and traces keep it.
struct DeviceTargetTests {
    private static let targets: [([String]?, DeviceTarget)] = [
        (nil, .all), ([], .others), (["d1", "d2"], .only(["d1", "d2"])),
    ]

    @Test(arguments: targets)
    func `no list is all of the recipient's devices, and an empty one is none`(ids: [String]?, target: DeviceTarget) {
        #expect(DeviceTarget(ids: ids) == target)
        #expect(target.ids == ids)
    }
}
