let event = try EscrowEvents.MilestoneCompleted(
    escrowId: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52",
    milestoneId: "d48b0f93-5a7e-4c21-96d8-3e1f7a5c9b06",
    milestone: "Foundation"
).event(id: "1", source: "sender", recipients: .users(["user-1"]))
print(event.json)
