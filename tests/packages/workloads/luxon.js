// Date times, durations and intervals in UTC and fixed offsets; no names of an engine's own.
import { DateTime, Duration, FixedOffsetZone, Interval, Settings } from 'luxon';
import { Random, workload } from '../lib/workload.js';

Settings.defaultZone = 'utc';
Settings.defaultLocale = 'en-US';
Settings.throwOnInvalid = false;

workload('luxon', (round) => {
  const random = new Random(round);
  const answers = random.list(150, () => {
    const zone = FixedOffsetZone.instance(random.between(-12, 14) * 60);
    const time = DateTime.fromMillis(random.below(4e12) - 1e12, { zone });
    const later = time.plus({ months: random.below(30), days: random.below(40), hours: random.below(90) }).startOf(random.pick(['year', 'month', 'week', 'day', 'hour', 'quarter']));
    const span = later.diff(time, ['years', 'months', 'days', 'hours', 'minutes']);
    return [
      time.toISO(), later.toISO({ suppressMilliseconds: true }), later.toISOWeekDate(), later.ordinal, later.weekday, later.daysInMonth, later.isInLeapYear,
      span.toObject(), span.toISO(), span.normalize().shiftTo('weeks', 'minutes').toObject(), time.set({ month: 2, day: 31 }).toISODate(), later < time,
      DateTime.fromISO(time.toISO()).toUTC().toMillis() === time.toMillis(), time.toSQL({ includeOffset: false }), time.toHTTP(), time.endOf('month').toMillis(),
    ];
  });
  const parsed = ['2016-05-25T09:08:34.123+06:00', '2016-W21-3', '2016-200', '20160525T0924', 'nonsense', '2016-02-30'].map((text) => {
    const time = DateTime.fromISO(text, { setZone: true });
    return [time.isValid, time.isValid ? time.toISO() : time.invalidReason];
  });
  const interval = Interval.fromDateTimes(DateTime.utc(2020, 1, 1), DateTime.utc(2020, 3, 1));
  const parts = interval.splitBy({ days: 9 }).map((part) => part.toISODate());
  const merged = Interval.merge(random.list(40, () => Interval.after(DateTime.utc(2020, 1, random.between(1, 28)), { hours: random.below(60) }))).map((part) => part.toISO());
  const durations = ['P3Y6M1W4DT12H30M5S', 'PT0.5S', '-P1D', 'P'].map((text) => Duration.fromISO(text)).map((span) => (span.isValid ? [span.toISO(), span.as('hours')] : span.invalidReason));
  return [answers, parsed, parts, merged, durations];
}, { rounds: 5 });
