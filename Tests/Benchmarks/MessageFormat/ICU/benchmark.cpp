// The messages of Workload.swift, formatted by ICU4C's MessageFormat (the older syntax; its MF2 preview is far slower).
// Prints `name messages-per-second` for each, once as ICU's own UTF-16 string (name) and once as the UTF-8 text that
// Swift's String is (name/utf8), or formats one as UTF-16 a number of times: icu-benchmark [WORKLOAD COUNT].
#include <unicode/msgfmt.h>
#include <unicode/unistr.h>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int kVariety = 1024;

struct Workload {
    const char *name;
    const char *locale;
    const char *pattern;
    int argumentCount;
    std::vector<icu::Formattable> arguments;
};

std::vector<Workload> workloads() {
    const char *names[] = {"Ada Lovelace", "Øyvind", "Grace Brewster Hopper", "Nkechi Okonkwo"};
    auto name = [&](int index) {
        std::string text = names[index % 4];
        if (index >= 32) text += " " + std::to_string(index);
        return icu::Formattable(icu::UnicodeString::fromUTF8(text));
    };
    std::vector<Workload> all = {
        {"simple", "en", "Hi {0}, you have a new message from {1}.", 2, {}},
        {"plural-en", "en", "{0, plural, one {You have # new message.} other {You have # new messages.}}", 1, {}},
        {"plural-ar", "ar-EG",
         "{0, plural, zero {ليس لديك رسائل} one {لديك رسالة واحدة} two {لديك رسالتان} few {لديك # رسائل} "
         "many {لديك # رسالة} other {لديك # رسالة}}",
         1, {}},
        {"currency-nb", "nb_NO", "Du betalte {0, number, currency}.", 1, {}},
    };
    for (int index = 0; index < kVariety; ++index) {
        all[0].arguments.push_back(name(index % 64));
        all[0].arguments.push_back(name(index * 7 % 64));
        all[1].arguments.push_back(icu::Formattable(static_cast<int32_t>(index % 3 == 0 ? 1 : index * 37)));
        all[2].arguments.push_back(icu::Formattable(static_cast<int32_t>(index % 5 == 0 ? index % 3 : index * 37)));
        all[3].arguments.push_back(icu::Formattable(index * 12347 / 100.0));
    }
    return all;
}

long format(const icu::MessageFormat &message, const Workload &workload, long count, bool asUTF8) {
    long length = 0;
    icu::FieldPosition ignored(icu::FieldPosition::DONT_CARE);
    for (long index = 0; index < count; ++index) {
        UErrorCode status = U_ZERO_ERROR;
        const icu::Formattable *arguments =
            workload.arguments.data() + (index & (kVariety - 1)) * workload.argumentCount;
        icu::UnicodeString text;
        message.format(arguments, workload.argumentCount, text, ignored, status);
        if (U_FAILURE(status)) std::abort();
        if (asUTF8) {
            std::string utf8;
            text.toUTF8String(utf8);
            length += static_cast<long>(utf8.size());
        } else {
            length += text.length();
        }
    }
    return length;
}

// Seconds this process has spent computing; the Swift benchmark measures the same.
double processorTime() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

}  // namespace

int main(int argc, char **argv) {
    for (const Workload &workload : workloads()) {
        UErrorCode status = U_ZERO_ERROR;
        icu::MessageFormat message(icu::UnicodeString::fromUTF8(workload.pattern), icu::Locale(workload.locale), status);
        if (U_FAILURE(status)) {
            std::fprintf(stderr, "%s: %s\n", workload.name, u_errorName(status));
            return 1;
        }
        if (argc == 3) {
            if (std::strcmp(argv[1], workload.name) == 0) std::printf("%ld\n", format(message, workload, std::atol(argv[2]), false));
            continue;
        }
        long checksum = 0;
        for (bool asUTF8 : {false, true}) {
            double best = 0;
            for (int round = 0; round < 5; ++round) {
                const long count = 200000;
                const double start = processorTime();
                checksum += format(message, workload, count, asUTF8);
                best = std::max(best, count / (processorTime() - start));
            }
            std::printf("%s%s %.0f\n", workload.name, asUTF8 ? "/utf8" : "", best);
        }
        if (checksum == 42) std::printf("\n");
    }
}
