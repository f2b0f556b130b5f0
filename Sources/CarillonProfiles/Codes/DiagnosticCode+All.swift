public import CarillonDiagnostics

extension DiagnosticCode {
    /// Every code there is, by number.
    public static let all: [DiagnosticCode] = [
        // JSON
        .emptyFile, .notUTF8, .byteOrderMark, .nulCharacter, .unexpectedCharacter, .missingComma, .extraComma,
        .missingColon, .missingValue, .unclosedBracket, .wrongBracket, .textAfterEnd, .badNumber, .badWord, .badEscape,
        .loneSurrogate, .controlCharacter, .unclosedString, .comment, .wrongQuotes, .unquotedName, .tooDeep,
        .fileTooLarge, .duplicateKey, .tooManyFaults,
        // Shape
        .unknownKey, .missingKey, .wrongType, .outOfRange, .notAllowed, .wrongCount, .badName, .emptyText,
        .conflictingKeys, .badDuration, .badRate, .badColor, .badTimeOfDay, .badTimeZone, .badLocale, .badInstant,
        .badHost, .badURL, .badIDStyle, .badHeader, .badPlaceholder, .missingFile, .unreadableFile, .unexpectedFile,
        .outsideFolder, .tooManyFiles, .wrongTenant, .wrongLocale, .contestedHost, .ambiguousAppKey,
        // What a profile allows
        .notAWarning, .badDay, .unusedExemption, .expiredExemption,
        // Links and contract, single values
        .badScheme, .badOrigin, .badPath, .badRequestPath, .badPattern,
        // Templates, channels, links, events, contract, advice
        .messageSyntax, .missingFallbackVariant, .badVariant, .badDeclaration, .unknownVariable, .unknownFunction,
        .wrongUse, .impossibleKey, .missingPlural, .missingSlot, .cannotSelect, .optionalWithoutFallback,
        .neverChosen, .unknownSlot, .markupInText, .unknownMarkup, .unbalancedMarkup, .lineBreak, .sensitiveLeak,
        .tooLarge, .badMarkupLink, .unsupportedDefault, .fallbackCycle, .fallbackToNowhere, .unsupportedTemplates,
        .unsupportedLocaleText, .unknownChannel, .unknownPlugin, .unknownSetting, .missingSetting, .badSetting,
        .literalSecret, .plainSecret, .notASecret, .channelCycle, .skeletonNotTaken, .unknownAndroidChannel,
        .unknownCategory, .missingCollectedText, .unknownText, .unknownRole, .unfilledField, .skeletonOverrides,
        .foreignLink,
        .unknownParameter,
        .unusedParameter, .emptyRoute, .openAuthority, .badLink, .unknownRoute, .missingArgument, .unknownArgument,
        .wrongArgument, .sensitiveInLink, .unknownField, .wrongFieldType, .emptyRange, .duplicateValue, .badExample,
        .badSample, .unknownSample, .optionalInTopic, .sensitiveData, .reservedName, .duplicateAlias,
        .duplicateMessage, .unknownInput, .missingInput, .wrongInputType, .unknownPathParameter, .unknownResult,
        .duplicateRoute, .wrongAccess, .noAuthentication, .incompleteLogin, .bodyOfGet, .badDefault, .notAList,
        .badFormat, .misplacedFormat, .impossibleValue, .noPageLink, .errorWithoutNumber, .valueOfOtherType,
        .unmappedValue, .idleOnUnknown,
        .unknownMeaning, .bodyOfEmptyAnswer, .absentResult, .requestedLanguage, .unusedCategory,
        .pointlessPolicy, .noEvents, .unmarkableBadge, .actionWithoutID,
        .unusedMessage, .unusedTerm, .unusedChannel, .missingSample, .unreachableChannel, .nearDuplicate,
        .missingTranslation, .lostVariable,
        .unknownOption, .badOption, .missingLink, .braceInTerm, .shortCodesOnly, .optionalInLink, .sensitiveElsewhere,
        .openAudience, .twoAudiences,
        .rawHTML, .nameAsText, .copiedText, .prepositionBeforeTime, .pushWithoutLink, .otherPlaceholder,
        .htmlReference, .formWithoutNumber,
        .unknownColumnSource, .wrongColumnType, .missingKeyColumn, .tableWithoutFeed,
        .inboxPageTaken, .badThemeValue, .unfitInboxText, .wrongInboxArgument, .inboxWithoutFeed,
        .wrongChannelName, .takenChannelName, .unfitChannelOrigin, .unfitOriginSetting, .urlOutsideOrigins,
        .unfitChannelHeader,
        .contradictoryAuthentication,
        .misplacedSecret, .unknownChannelValue, .wrongChannelFilter, .optionalChannelValue, .wrongChannelChoice,
        .unsentSlot, .requestAgainstWire, .wrongGolden, .tooManyParts, .partsNotCounted, .unreachableRule,
        .unprovenRule, .wrongVerdict, .goneByStatus,
        .acceptedByStatus, .wrongAddressForm, .contradictoryReceipts, .unfitChannelPattern, .unfitBatch,
        .unrenderable, .reservedDataName, .badMessageValue, .unknownMessageName, .expiredAtOnce, .textInPath,
        .unknownDeviceTable, .incompleteDeviceField, .unfoundOnDevice, .similarPushes,
        .clientProfileTooLarge, .largeClientProfile,
    ]
    .sorted { $0.number < $1.number }

    /// The code with that number or slug, compared without case.
    public static func named(_ name: String) -> DiagnosticCode? {
        all.first { $0.number == name.uppercased() || $0.slug == name.lowercased() }
    }
}
