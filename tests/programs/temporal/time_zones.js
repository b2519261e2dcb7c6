// oracle: by hand
// tz: America/New_York
// Temporal with time zones: offsets, gaps and folds, days of 23 and 25 hours, transitions, skipped days, the system's zone.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
const { Instant, ZonedDateTime, PlainDateTime, PlainDate, Now } = Temporal;

// The gap of 2026-03-29 and the fold of 2026-10-25 in Berlin.
const gap = PlainDateTime.from('2026-03-29T02:30');
const fold = PlainDateTime.from('2026-10-25T02:30');
for (const disambiguation of ['compatible', 'earlier', 'later', 'reject']) {
  print(disambiguation, attempt(() => gap.toZonedDateTime('Europe/Berlin', { disambiguation })), attempt(() => fold.toZonedDateTime('Europe/Berlin', { disambiguation })));
}
const start = ZonedDateTime.from('2026-03-28T12:00[Europe/Berlin]');
print(start.add({ days: 1 }), start.add({ hours: 24 }), start.hoursInDay, start.add({ days: 1 }).hoursInDay, start.with({ month: 10, day: 25 }).hoursInDay);
print(start.until('2026-03-29T12:00[Europe/Berlin]'), start.until('2026-03-29T12:00[Europe/Berlin]', { largestUnit: 'day' }), attempt(() => start.until('2026-03-29T12:00[Europe/Paris]', { largestUnit: 'day' })));
print(start.getTimeZoneTransition('next'), start.getTimeZoneTransition('previous'), start.withTimeZone('UTC').getTimeZoneTransition('next'), start.withTimeZone('+05:30').getTimeZoneTransition('next'));
print(start.offset, start.offsetNanoseconds, start.timeZoneId, start.epochMilliseconds, start.epochNanoseconds, start.toInstant(), start.startOfDay());
print(start.withTimeZone('Asia/Kathmandu'), start.withTimeZone('america/new_york').timeZoneId, start.round('day'), start.equals(start.withTimeZone('Europe/Berlin')), start.equals(start.withTimeZone('UTC')));

// Offsets in strings: exact, wrong, ignored, and of zones with seconds in their offset.
const wrong = '2026-07-01T12:00+05:00[Europe/Berlin]';
for (const offset of ['use', 'ignore', 'prefer', 'reject']) print(offset, attempt(() => ZonedDateTime.from(wrong, { offset })));
print(attempt(() => ZonedDateTime.from('1971-01-01T00:00-00:45[Africa/Monrovia]')), attempt(() => ZonedDateTime.from('1971-01-01T00:00-00:44:30[Africa/Monrovia]').offset), attempt(() => ZonedDateTime.from('1971-01-01T00:00-00:44:00[Africa/Monrovia]')));
print(ZonedDateTime.from('2026-07-01T12:00Z[Europe/Berlin]'), attempt(() => ZonedDateTime.from('2026-07-01T12:00Z')), attempt(() => ZonedDateTime.from('2026-07-01T12:00[Europe/Nowhere]')), attempt(() => new ZonedDateTime(0n, '2026-07-01T12:00[Europe/Berlin]')));

// Samoa had no 30 December 2011; a day in Troll is 26 hours long; Lord Howe shifts by half an hour.
print(PlainDate.from('2011-12-29').toZonedDateTime('Pacific/Apia').add({ days: 1 }), ZonedDateTime.from('2011-12-31T00:00[Pacific/Apia]').subtract({ hours: 1 }));
print(PlainDate.from('2026-10-25').toZonedDateTime('Antarctica/Troll').hoursInDay, PlainDate.from('2026-04-05').toZonedDateTime('Australia/Lord_Howe').hoursInDay);
print(PlainDate.from('2018-11-04').toZonedDateTime('America/Sao_Paulo'), PlainDate.from('+200000-07-01').toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '12:00' }));

const limit = new Instant(8640000000000000000000n);
print(limit, attempt(() => new Instant(8640000000000000000001n)), attempt(() => limit.add({ nanoseconds: 1 })), attempt(() => limit.add({ days: -1 })), limit.toZonedDateTimeISO('-12:00'));
print(Instant.from('2026-01-01T00:00:00.123456789+01:00').round({ smallestUnit: 'hour', roundingMode: 'ceil' }), Instant.fromEpochMilliseconds(-1).epochNanoseconds, limit.toString({ timeZone: 'Europe/Berlin', smallestUnit: 'minute' }));
print(attempt(() => Instant.fromEpochMilliseconds(0.5)), attempt(() => new Instant(0)), attempt(() => Instant.from('2026-01-01T00:00')), Instant.compare('1970-01-01T00Z', '1970-01-01T01+01:00'));

print(new Date(1.7e12).toTemporalInstant(), attempt(() => new Date(NaN).toTemporalInstant()), new Date(1.7e12).getTimezoneOffset() * -6e10 === new Date(1.7e12).toTemporalInstant().toZonedDateTimeISO(Now.timeZoneId()).offsetNanoseconds);
const before = Now.instant();
const zoned = Now.zonedDateTimeISO();
print(Now.timeZoneId(), zoned.timeZoneId, Now.plainDateTimeISO('UTC') instanceof PlainDateTime, Instant.compare(before, zoned) <= 0, Math.abs(Date.now() - before.epochMilliseconds) < 60000);
