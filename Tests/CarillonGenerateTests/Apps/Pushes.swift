// swift-format-ignore-file

import CarillonClient
import CarillonModel

func pushLines() -> [String] {
    [
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "version": "1.4.0", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "dossier_type": "country", "assignment_role": "country_analyst", "notification_type": "assignment", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440003", "dossier_id": "660e8400-e29b-41d4-a716-446655440003", "dossier_type": "theme", "assignment_role": "member", "notification_type": "assignment", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440002", "dossier_id": "660e8400-e29b-41d4-a716-446655440002", "dossier_type": "country", "assignment_role": "reviewer", "notification_type": "assignment", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", "event_id": "880e8400-e29b-41d4-a716-446655440003", "notification_type": "calendar", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", "event_id": "880e8400-e29b-41d4-a716-446655440003", "notification_type": "calendar", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "mou_id": "cc0e8400-e29b-41d4-a716-446655440007", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://signals/990e8400-e29b-41d4-a716-446655440004", "signal_id": "990e8400-e29b-41d4-a716-446655440004", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "signal", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "version": "1.4.0", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "dossier_type": "country", "assignment_role": "country_analyst", "notification_type": "assignment"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440003", "dossier_id": "660e8400-e29b-41d4-a716-446655440003", "dossier_type": "theme", "assignment_role": "member", "notification_type": "assignment"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440002", "dossier_id": "660e8400-e29b-41d4-a716-446655440002", "dossier_type": "country", "assignment_role": "reviewer", "notification_type": "assignment"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", "event_id": "880e8400-e29b-41d4-a716-446655440003", "notification_type": "calendar"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", "event_id": "880e8400-e29b-41d4-a716-446655440003", "notification_type": "calendar"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://notifications", "thread_id": "bb0e8400-e29b-41d4-a716-446655440006", "notification_type": "message"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "mou_id": "cc0e8400-e29b-41d4-a716-446655440007", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push([:], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://signals/990e8400-e29b-41d4-a716-446655440004", "signal_id": "990e8400-e29b-41d4-a716-446655440004", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "signal"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["deep_link": "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", "dossier_id": "660e8400-e29b-41d4-a716-446655440001", "notification_type": "system"], shape: .apns)),
        describe(DossierApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(DossierApp.Push([:], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "dispute", "entity_id": "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "View dispute", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "escrow", "entity_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "View escrow", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "escrow", "entity_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "Accept", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "milestone", "entity_id": "d48b0f93-5a7e-4c21-96d8-3e1f7a5c9b06", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "Release funds", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout", "notification_id": "00000000-0000-7000-8000-000000000001"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "dispute", "entity_id": "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "View dispute"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "escrow", "entity_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "View escrow"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "escrow", "entity_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "escrow_id": "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", "action_label": "Accept"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "milestone", "entity_id": "d48b0f93-5a7e-4c21-96d8-3e1f7a5c9b06", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "Release funds"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout"], shape: .apns)),
        describe(EscrowApp.Push(["entity_type": "payout", "entity_id": "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", "escrow_id": "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", "action_label": "View payout"], shape: .apns)),
        describe(EscrowApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(EscrowApp.Push([:], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "cmp_2026_02", "campaign_name": "Zero-fee February"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "cmp_2026_02", "campaign_name": "Zero-fee February"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_CONFIRMED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c7", "amount": "100.00", "asset": "USDC", "network": "base"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c7", "amount": "100.00", "asset": "USDC", "network": "base"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c8", "amount": "7", "asset": "W", "network": "base"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "", "campaign_name": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "promo.code": "", "transaction_id": "txn_5d20c7"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "", "campaign_name": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "", "campaign_name": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_INITIATED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC", "destination": "0x8Ba1f109551bD432803012645Ac136ddd64DBA72"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_PROCESSED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC", "status": "completed"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_PROCESSED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC", "status": "failed"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "cmp_2026_02"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": "cmp_2026_02"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_CONFIRMED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c7", "amount": "100.00", "asset": "USDC"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c7", "amount": "100.00", "asset": "USDC"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_5d20c8", "amount": "7", "asset": "W"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "DEPOSIT_RECEIVED", "campaign_id": "", "campaign_name": "", "promo.code": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "NONE", "campaign_id": ""], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_INITIATED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_PROCESSED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC"], shape: .apns)),
        describe(ExchangeApp.Push(["action": "WITHDRAWAL_PROCESSED", "campaign_id": "", "campaign_name": "", "transaction_id": "txn_91b3e8", "amount": "50.00", "asset": "USDC"], shape: .apns)),
        describe(ExchangeApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(ExchangeApp.Push([:], shape: .apns)),
        describe(OddApp.Push(["__proto__": "class", "m class": "$class", "m in": "${in}", "m event": "{\"type\":\"class\"}", "m string": "☃", "m enum": "if,else"], shape: .apns)),
        describe(OddApp.Push(["__proto__": "everything", "m text": "é\"\\\n", "m integer": "-3", "m long_integer": "9007199254740993", "m decimal": "-0.10", "m money": "12.50 NGN", "m boolean": "true", "m choice": "a", "m uuid": "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", "m slug": "a-B_9", "m path": "a/b", "m url": "https://a.example:8443/b?c#d", "m email": "a.b@example.com", "m instant": "2026-02-25T12:00:00Z", "m date": "2024-02-29", "m list": "a,b", "m choices": "x y,z", "m moneys": "12.50 NGN", "m map": "{\"a\":\"1\",\"b\":\"$x\"}", "m localized": "a", "m maybe": "38", "m secret": "sesame"], shape: .apns)),
        describe(OddApp.Push(["__proto__": "string"], shape: .apns)),
        describe(OddApp.Push(["__proto__": "class", "m class": "$class", "m in": "${in}", "m event": "{\"type\":\"class\"}", "m string": "☃"], shape: .apns)),
        describe(OddApp.Push(["__proto__": "everything", "m text": "é\"\\\n", "m integer": "-3", "m long_integer": "9007199254740993", "m decimal": "-0.10", "m money": "12.50 NGN", "m boolean": "true", "m choice": "a", "m uuid": "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", "m slug": "a-B_9", "m path": "a/b", "m url": "https://a.example:8443/b?c#d", "m email": "a.b@example.com", "m instant": "2026-02-25T12:00:00Z", "m date": "2024-02-29", "m list": "a,b", "m choices": "x y,z", "m moneys": "12.50 NGN", "m map": "{\"a\":\"1\",\"b\":\"$x\"}", "m localized": "a", "m maybe": "38"], shape: .apns)),
        describe(OddApp.Push([:], shape: .apns)),
        describe(OddApp.Push(["__proto__": "everything", "m text": "é\"\\\n", "m integer": "-3", "m long_integer": "9007199254740993", "m decimal": "-0.10", "m money": "12.50 NGN", "m boolean": "yes", "m choice": "a", "m uuid": "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", "m slug": "a-B_9", "m path": "a/b", "m url": "https://a.example:8443/b?c#d", "m email": "a.b@example.com", "m instant": "2026-02-25T12:00:00Z", "m date": "2024-02-29", "m list": "a,b", "m choices": "x y,z", "m moneys": "12.50 NGN", "m map": "{\"a\":\"1\",\"b\":\"$x\"}", "m localized": "a", "m maybe": "38", "m secret": "sesame"], shape: .apns)),
        describe(OddApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(OddApp.Push([:], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional", "targetId": "gebyrfri-uke", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional", "targetId": "tilbud/2026/gebyrfri-uke", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "qr_payment", "targetId": "tx_qr_1", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "rate_update", "targetId": "NOK-RSD", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "rate_update", "targetId": "NOK-EUR", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "system", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "transaction_complete", "targetId": "tx_rem_1", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "transaction_complete", "targetId": "tx_rem_2", "notificationId": "noti_0000000000000001"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional", "targetId": "gebyrfri-uke"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "promotional", "targetId": "tilbud/2026/gebyrfri-uke"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "qr_payment", "targetId": "tx_qr_1"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "rate_update", "targetId": "NOK-RSD"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "rate_update", "targetId": "NOK-EUR"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "security"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "system"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "transaction_complete", "targetId": "tx_rem_1"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "transaction_complete", "targetId": "tx_rem_2"], shape: .apns)),
        describe(RemittanceApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(RemittanceApp.Push([:], shape: .apns)),
        describe(WalletApp.Push(["type": "CONFIRMATION_REQUEST", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184"], shape: .apns)),
        describe(WalletApp.Push(["type": "DELETED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184"], shape: .apns)),
        describe(WalletApp.Push(["type": "EXECUTED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "failed": "false", "data": "0xa9059cbb"], shape: .apns)),
        describe(WalletApp.Push(["type": "EXECUTED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "failed": "true"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_ETHER", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "value": "1500000000000000000"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_ETHER", "chainId": "5000", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "value": "1"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_TOKEN", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "tokenAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"], shape: .apns)),
        describe(WalletApp.Push(["type": "MESSAGE_CONFIRMATION_REQUEST", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "messageHash": "0x44dd5e0b8a7c6f1d2e3b4a59c8d7e6f0a1b2c3d4e5f60718293a4b5c6d7e8f90"], shape: .apns)),
        describe(WalletApp.Push(["type": "MODULE_TRANSACTION", "chainId": "100", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "module": "0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"], shape: .apns)),
        describe(WalletApp.Push(["type": "CONFIRMATION_REQUEST", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58"], shape: .apns)),
        describe(WalletApp.Push(["type": "DELETED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe"], shape: .apns)),
        describe(WalletApp.Push(["type": "EXECUTED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "failed": "false"], shape: .apns)),
        describe(WalletApp.Push(["type": "EXECUTED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_ETHER", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_ETHER", "chainId": "5000", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"], shape: .apns)),
        describe(WalletApp.Push(["type": "INCOMING_TOKEN", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "tokenAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"], shape: .apns)),
        describe(WalletApp.Push(["type": "MESSAGE_CONFIRMATION_REQUEST", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe"], shape: .apns)),
        describe(WalletApp.Push(["type": "MODULE_TRANSACTION", "chainId": "100", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "module": "0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D"], shape: .apns)),
        describe(WalletApp.Push(["type": "EXECUTED_MULTISIG_TRANSACTION", "chainId": "1", "address": "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", "to": "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", "safeTxHash": "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", "txHash": "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", "failed": "yes"], shape: .apns)),
        describe(WalletApp.Push(["type": "NOBODY'S"], shape: .apns)),
        describe(WalletApp.Push([:], shape: .apns)),
    ]
}

private func describe(_ push: DossierApp.Push) -> String {
    switch push {
    case .appUpdateAvailable(let it): line("dossier", it.event, [("version", it.version)])
    case .assignmentCreated(let it): line("dossier", it.event, [("dossier_id", it.dossierId), ("dossier_type", it.dossierType.text), ("assignment_role", it.role.text)])
    case .calendarEventInFifteenMinutesOrCalendarEventInTwoHours(let it): line("dossier", it.event, [("event_id", it.eventId)])
    case .messageReceived(let it): line("dossier", it.event, [("thread_id", it.threadId)])
    case .mouExpiring(let it): line("dossier", it.event, [("mou_id", it.mouId), ("dossier_id", it.dossierId)])
    case .notificationSent(let it): line("dossier", it.event, [])
    case .signalCritical(let it): line("dossier", it.event, [("signal_id", it.signalId), ("dossier_id", it.dossierId)])
    case .syncConflict(let it): line("dossier", it.event, [("dossier_id", it.dossierId)])
    case .unknown(let data): line("dossier", "unknown", data.count)
    case .collected: line("dossier", "collected", 0)
    }
}

private func describe(_ push: EscrowApp.Push) -> String {
    switch push {
    case .disputeRaised(let it): line("escrow", it.event, [("entity_id", it.disputeId), ("escrow_id", it.escrowId)])
    case .escrowAcceptedOrEscrowFunded(let it): line("escrow", it.event, [("entity_id", it.escrowId)])
    case .milestoneCompleted(let it): line("escrow", it.event, [("entity_id", it.milestoneId), ("escrow_id", it.escrowId)])
    case .payoutSucceeded(let it): line("escrow", it.event, [("entity_id", it.payoutId), ("escrow_id", it.escrowId)])
    case .unknown(let data): line("escrow", "unknown", data.count)
    case .collected: line("escrow", "collected", 0)
    }
}

private func describe(_ push: ExchangeApp.Push) -> String {
    switch push {
    case .campaignMessage(let it): line("exchange", it.event, [("action", it.action.text), ("campaign_id", it.campaignId), ("campaign_name", it.campaignName)])
    case .depositConfirmed(let it): line("exchange", it.event, [("transaction_id", it.transactionId), ("amount", it.amountValue), ("asset", it.amountCurrency), ("network", it.network)])
    case .depositReceived(let it): line("exchange", it.event, [("transaction_id", it.transactionId), ("amount", it.amountValue), ("asset", it.amountCurrency), ("network", it.network)])
    case .notice(let it): line("exchange", it.event, [("action", it.action.text)])
    case .welcome(let it): line("exchange", it.event, [])
    case .withdrawalInitiated(let it): line("exchange", it.event, [("transaction_id", it.transactionId), ("amount", it.amountValue), ("asset", it.amountCurrency), ("destination", it.destination)])
    case .withdrawalProcessed(let it): line("exchange", it.event, [("transaction_id", it.transactionId), ("amount", it.amountValue), ("asset", it.amountCurrency), ("status", it.status.text)])
    case .unknown(let data): line("exchange", "unknown", data.count)
    case .collected: line("exchange", "collected", 0)
    }
}

private func describe(_ push: OddApp.Push) -> String {
    switch push {
    case .a2b(let it): line("odd", it.event, [("m value", it.value)])
    case .any(let it): line("odd", it.event, [("m value", it.value)])
    case .arguments(let it): line("odd", it.event, [("m value", it.value)])
    case .array(let it): line("odd", it.event, [("m value", it.value)])
    case .`await`(let it): line("odd", it.event, [("m value", it.value)])
    case .bigDecimal(let it): line("odd", it.event, [("m value", it.value)])
    case .bool(let it): line("odd", it.event, [("m value", it.value)])
    case .boolean(let it): line("odd", it.event, [("m value", it.value)])
    case .carillon(let it): line("odd", it.event, [("m value", it.value)])
    case .carillonEvent(let it): line("odd", it.event, [("m value", it.value)])
    case .carillonPayload(let it): line("odd", it.event, [("m value", it.value)])
    case .carillonUuid(let it): line("odd", it.event, [("m value", it.value)])
    case .caseIterable(let it): line("odd", it.event, [("m value", it.value)])
    case .`class`(let it): line("odd", it.event, [("m class", it.`class`), ("m init", it.init_), ("m self", it.self_), ("m default", it.`default`), ("m from", it.from), ("m to", it.to), ("m in", it.`in`), ("m var", it.`var`), ("m val", it.val), ("m event", it.event_), ("m description", it.description), ("m hashCode", it.hashCode), ("m it", it.it), ("m data", it.data_), ("m type", it.type), ("m object", it.object), ("m fun", it.fun), ("m when", it.when), ("m is", it.`is`), ("m as", it.`as`), ("m try", it.`try`), ("m new", it.new), ("m delete", it.delete), ("m constructor", it.constructor), ("m toString", it.toString), ("m component1", it.component1), ("m copy", it.copy), ("m json", it.json), ("m Any", it.any), ("m customMirror", it.customMirror_), ("m carillon_tenant", it.carillonTenant), ("m carillon_members", it.carillonMembers_), ("m URL", it.url), ("m snake_CASE_Name", it.snakeCaseName), ("m element", it.element), ("m tenant", it.tenant), ("m where", it.`where`), ("m repeat", it.`repeat`), ("m actor", it.`actor`), ("m package", it.`package`), ("m string", it.string.text), ("m enum", it.`enum`), ("m a", it.a?.text), ("m odd_events", it.oddEvents?.text)])
    case .date(let it): line("odd", it.event, [("m value", it.value)])
    case .`default`(let it): line("odd", it.event, [("m value", it.value)])
    case .delete(let it): line("odd", it.event, [("m value", it.value)])
    case .error(let it): line("odd", it.event, [("m value", it.value)])
    case .eval(let it): line("odd", it.event, [("m value", it.value)])
    case .everything(let it): line("odd", it.event, [("m text", it.text), ("m integer", String(it.integer)), ("m long_integer", String(it.longInteger)), ("m decimal", it.decimal), ("m money", it.money), ("m boolean", String(it.boolean)), ("m choice", it.choice.text), ("m uuid", it.uuid), ("m slug", it.slug), ("m path", it.path), ("m url", it.url), ("m email", it.email), ("m instant", it.instant), ("m date", it.date), ("m list", it.list), ("m choices", it.choices), ("m moneys", it.moneys), ("m map", it.map), ("m localized", it.localized), ("m maybe", it.maybe), ("m secret", it.secret)])
    case .exports(let it): line("odd", it.event, [("m value", it.value)])
    case .function(let it): line("odd", it.event, [("m value", it.value)])
    case .hashable(let it): line("odd", it.event, [("m value", it.value)])
    case .`import`(let it): line("odd", it.event, [("m value", it.value)])
    case .instant(let it): line("odd", it.event, [("m value", it.value)])
    case .int64(let it): line("odd", it.event, [("m value", it.value)])
    case .list(let it): line("odd", it.event, [("m value", it.value)])
    case .localizedText(let it): line("odd", it.event, [("m value", it.value)])
    case .long(let it): line("odd", it.event, [("m value", it.value)])
    case .map(let it): line("odd", it.event, [("m value", it.value)])
    case .mirror(let it): line("odd", it.event, [("m value", it.value)])
    case .module(let it): line("odd", it.event, [("m value", it.value)])
    case .new(let it): line("odd", it.event, [("m value", it.value)])
    case .object(let it): line("odd", it.event, [("m value", it.value)])
    case .oddApp(let it): line("odd", it.event, [("m value", it.value)])
    case .oddEvents(let it): line("odd", it.event, [("m value", it.value)])
    case .optional(let it): line("odd", it.event, [("m value", it.value)])
    case .pair(let it): line("odd", it.event, [("m value", it.value)])
    case .promise(let it): line("odd", it.event, [("m value", it.value)])
    case .readonlyMap(let it): line("odd", it.event, [("m value", it.value)])
    case .require(let it): line("odd", it.event, [("m value", it.value)])
    case .secret(let it): line("odd", it.event, [("m code", it.code), ("m open", it.open), ("m kind", it.kind?.text)])
    case .self_(let it): line("odd", it.event, [("m value", it.value)])
    case .sendable(let it): line("odd", it.event, [("m value", it.value)])
    case .string(let it): line("odd", it.event, [("m value", it.value)])
    case .swift(let it): line("odd", it.event, [("m value", it.value)])
    case .symbol(let it): line("odd", it.event, [("m value", it.value)])
    case .tenant(let it): line("odd", it.event, [("m value", it.value)])
    case .type(let it): line("odd", it.event, [("m value", it.value)])
    case .void(let it): line("odd", it.event, [("m value", it.value)])
    case .unknown(let data): line("odd", "unknown", data.count)
    case .collected: line("odd", "collected", 0)
    }
}

private func describe(_ push: RemittanceApp.Push) -> String {
    switch push {
    case .promotional(let it): line("remittance", it.event, [])
    case .promotionalFeature(let it): line("remittance", it.event, [("targetId", it.feature)])
    case .qrPayment(let it): line("remittance", it.event, [("targetId", it.transactionId)])
    case .rateUpdate(let it): line("remittance", it.event, [("targetId", it.targetId)])
    case .security(let it): line("remittance", it.event, [])
    case .system(let it): line("remittance", it.event, [])
    case .transactionComplete(let it): line("remittance", it.event, [("targetId", it.transactionId)])
    case .unknown(let data): line("remittance", "unknown", data.count)
    case .collected: line("remittance", "collected", 0)
    }
}

private func describe(_ push: WalletApp.Push) -> String {
    switch push {
    case .confirmationRequest(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("to", it.to), ("safeTxHash", it.safeTxHash)])
    case .deletedMultisigTransaction(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("safeTxHash", it.safeTxHash)])
    case .executedMultisigTransaction(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("to", it.to), ("safeTxHash", it.safeTxHash), ("txHash", it.txHash), ("failed", String(it.failed)), ("data", it.data_)])
    case .incomingEther(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("txHash", it.txHash), ("value", it.value)])
    case .incomingToken(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("tokenAddress", it.tokenAddress), ("txHash", it.txHash)])
    case .messageConfirmationRequest(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("messageHash", it.messageHash)])
    case .moduleTransaction(let it): line("wallet", it.event, [("chainId", it.chainId), ("address", it.address), ("module", it.module), ("txHash", it.txHash)])
    case .unknown(let data): line("wallet", "unknown", data.count)
    case .collected: line("wallet", "collected", 0)
    }
}
