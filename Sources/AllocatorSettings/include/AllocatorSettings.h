/// What Swift's view of the C library leaves out of its allocator.

/// Gives the pages that nothing is in back to the system, those between others, too.
///
/// glibc keeps them otherwise: a program that now and then needs much stays as large as it ever was. It takes milliseconds, and
/// allocations wait for it. Where the C library has no such call (musl, Darwin), nothing happens.
///
/// Source: malloc_trim(3).
void allocator_settings_give_back(void);
