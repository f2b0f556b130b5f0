#!/usr/bin/env python3
"""Writes a made-up tenant: EVENTS event types in ten languages, each with texts, push data, a link and a sample.

usage: generate.py EVENTS FOLDER

Same arguments, same bytes. Every event has a payload of six fields, a text with all plural forms of its language, and
texts for the feed, push and e-mail, so that each of them goes through every rule: plural forms, types of variables,
the worst case's size, sensitive values, links. The first thousand go to devices.
"""

import json
import sys
from pathlib import Path

LOCALES = ["en", "nb", "ar", "de", "fr", "es", "pl", "ru", "ja", "sw"]
# Source: CLDR's cardinal plural categories.
PLURALS = {
    "en": ["one"], "nb": ["one"], "ar": ["zero", "one", "two", "few", "many"], "de": ["one"], "fr": ["one", "many"],
    "es": ["one", "many"], "pl": ["one", "few", "many"], "ru": ["one", "few", "many"], "ja": [], "sw": ["one"],
}


def event(number):
    return {
        "summary": f"Made-up event {number}",
        "category": f"category-{number % 10}",
        "priority": ["high", "normal"][number % 2],
        "payload": {
            "order": {"type": "uuid"},
            "shop": {"type": "text", "maxLength": 40},
            "count": {"type": "integer"},
            "total": {"type": "money"},
            "due": {"type": "instant"},
            "state": {"type": "enum", "values": ["packed", "shipped", "delivered"]},
        },
        # As many as there is room for in what apps load at their start.
        "channels": ["in-app", "push", "email"] if number < 1000 else ["in-app", "email"],
        "deepLink": {"route": "order", "id": "order"},
        "data": {"order": "{order}", "kind": "{event.type}", "state": "{state}"},
        "collapse": "order-{order}",
    }


def texts(locale, number):
    forms = {form: f"{locale} {number}: {{$count}} {form} {{$shop}}" for form in PLURALS[locale]}
    states = {state: f"{locale} {number}: {state}, {{$total}}" for state in ["packed", "shipped", "delivered"]}
    states["*"] = f"{locale} {number}: {{$total}}"
    return {
        "title": {"match": ["count"], "when": {**forms, "*": f"{locale} {number}: {{$count}} {{$shop}}"}},
        "body": {"match": ["state"], "when": states},
        "action": f"{locale} {number} open",
        "email": {
            "subject": f"{locale} {number}: {{$shop}}",
            "text": [f"{locale} {number}: {{$shop}}", "{$due :datetime}, {$total}"],
        },
    }


SAMPLE = {
    "order": "0192f0c1-2345-7abc-8def-0123456789ab",
    "shop": "Corner shop",
    "count": 3,
    "total": {"value": "12.50", "currency": "EUR"},
    "due": "2026-02-25T12:00:00Z",
    "state": "shipped",
}


def profile(name):
    return {
        "tenant": name,
        "name": "Made up",
        "locales": {"default": "en", "supported": LOCALES},
        "timeZone": "Europe/Oslo",
        "deepLinks": {
            "schemes": ["madeup"],
            "origins": ["https://madeup.example"],
            "routes": {
                "order": {
                    "params": {"id": "slug"},
                    "app": "madeup://orders/{id}",
                    "web": "https://madeup.example/orders/{id}",
                }
            },
        },
        "channels": {
            "push": {"use": "expo", "settings": {"accessToken": {"$secret": "expo-access-token"}}},
            "in-app": {"use": "in-app"},
            "email": {"use": "smtp", "settings": {"host": "smtp.madeup.example", "from": "no-reply@madeup.example"}},
        },
        "categories": {f"category-{number}": {"icon": f"icon-{number}"} for number in range(10)},
    }


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    ids = [f"event-{number:04}.happened" for number in range(count)]
    write(folder / "profile.json", profile(folder.name))
    write(folder / "events.json", {"events": {name: event(number) for number, name in enumerate(ids)}})
    for locale in LOCALES:
        messages = {name: texts(locale, number) for number, name in enumerate(ids)}
        write(folder / "templates" / f"{locale}.json", {"locale": locale, "messages": messages})
    for name in ids:
        write(folder / "samples" / f"{name}.json", SAMPLE)


main()
