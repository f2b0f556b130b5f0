import CarillonModel
import CarillonPipeline
import CarillonProfiles
import Testing

/// The name of what one message stands for.
struct CollectedGroupTests {
    private static let group = CollectedGroup(
        priority: .low,
        due: Instant(epochMilliseconds: 1_771_848_000_000)...Instant(epochMilliseconds: 1_771_848_900_000)
    )

    @Test func `a name says what is in the group, and is read again`() {
        #expect(Self.group.name == "collected-low-1771848000000-1771848900000")
        #expect(CollectedGroup(Self.group.name) == Self.group)
        #expect(Self.group.name.count <= CollectingWindows.groupLength)
    }

    @Test(arguments: [
        "", "noti_0123456789abcdef", "collected", "collected-low-1", "collected-low-2-1", "collected-urgent-1-2",
        "collected-low-1-2-3", "collected-low--1-2", "collected-low-+1-2", "collected-low-1-9999999999999999",
        "collected-low-١-٢", "Collected-low-1-2", "collected-low-1-",
    ])
    func `what is no name of a group is none`(name: String) { #expect(CollectedGroup(name) == nil) }
}
