// oracle: by hand
// Temporal without time zones: dates, times and durations, arithmetic that constrains or rejects, rounding, other calendars.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
const { PlainDate, PlainTime, PlainDateTime, PlainYearMonth, PlainMonthDay, Duration } = Temporal;

const leap = PlainDate.from('2024-02-29');
print(leap.add({ years: 1 }), leap.add({ years: 4 }), leap.subtract({ months: 12 }), attempt(() => leap.add({ years: 1 }, { overflow: 'reject' })));
print(leap.dayOfWeek, leap.dayOfYear, leap.weekOfYear, leap.yearOfWeek, leap.daysInMonth, leap.daysInYear, leap.inLeapYear, leap.monthCode, leap.era);
print(leap.until('2025-03-01'), leap.until('2025-03-01', { largestUnit: 'years' }), leap.since('2023-12-31', { largestUnit: 'months' }));
print(leap.until('2034-07-15', { largestUnit: 'years', smallestUnit: 'months', roundingMode: 'halfExpand' }));
print(PlainDate.compare('2024-02-29', '2024-03-01'), leap.equals('2024-02-29T23:59'), leap.with({ month: 4, day: 31 }), leap.toPlainYearMonth(), leap.toPlainMonthDay());
print(attempt(() => new PlainDate(2023, 2, 29)), attempt(() => PlainDate.from({ year: 2023, month: 2, day: 29 })), attempt(() => PlainDate.from('2023-02-29')), attempt(() => PlainDate.from({ year: 2023, day: 1 })));
print(attempt(() => new PlainDate(-271821, 4, 19)), attempt(() => new PlainDate(-271821, 4, 18)), attempt(() => new PlainDate(275760, 9, 13)), attempt(() => new PlainDate(275760, 9, 14)));

const time = PlainTime.from('23:59:59.987654321');
print(time.add({ seconds: 1 }), time.round('second'), time.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' }), time.toString({ fractionalSecondDigits: 4 }), time.until('00:00'));
print(attempt(() => PlainTime.from({ hour: 25 })), attempt(() => PlainTime.from({ hour: 25 }, { overflow: 'reject' })), attempt(() => PlainTime.from({ hour: -1 }, { overflow: 'reject' })), attempt(() => new PlainTime(256)), attempt(() => PlainTime.from({})));

const moment = PlainDateTime.from('1999-12-31T23:59:59.999999999');
print(moment.round('millisecond'), moment.add({ nanoseconds: 1 }), moment.withPlainTime(), moment.until('2000-02-29', { largestUnit: 'month' }), moment.with({ year: 2000, hour: 0 }));

const month = PlainYearMonth.from('2024-01');
print(month.add({ months: 13 }), month.until('2025-12'), month.daysInMonth, month.toPlainDate({ day: 99 }), attempt(() => month.add({ days: 1 })));
const day = PlainMonthDay.from('02-29');
print(day, day.toPlainDate({ year: 2023 }), day.toString({ calendarName: 'always' }), PlainMonthDay.from({ year: 1e9 + 1, month: 2, day: 29 }), PlainMonthDay.from({ year: 1e10, month: 2, day: 29 }));

const duration = Duration.from({ hours: 49, minutes: 61, milliseconds: 1500 });
print(duration, duration.round({ largestUnit: 'days' }), duration.total('hours'), duration.negated(), duration.sign, duration.with({ hours: 0 }).blank, Duration.from('PT0S').blank);
print(Duration.from({ days: 40 }).round({ largestUnit: 'years', relativeTo: '2024-01-15' }), Duration.from({ months: 1 }).total({ unit: 'days', relativeTo: leap }), attempt(() => Duration.from({ months: 1 }).total('days')));
print(Duration.compare({ hours: 24 }, { days: 1 }), Duration.compare({ months: 1 }, { days: 30 }, { relativeTo: '2024-02-01' }), attempt(() => Duration.compare({ months: 1 }, { days: 30 })));
print(attempt(() => new Duration(1, -1)), attempt(() => new Duration(1.5)), attempt(() => new Duration(2 ** 32)), attempt(() => new Duration(0, 0, 0, 0, 0, 0, 0, 0, 1e300)), new Duration(0, 0, 0, 0, 0, 0, 0, 0, 0, Number.MAX_SAFE_INTEGER));
print(new Duration(0, 0, 0, 0, 0, 0, 1, 1, 1, 1).toString({ fractionalSecondDigits: 6 }), Duration.from('-P1Y2M3W4DT5H6M7.008009010S'), Duration.from('PT1.5H').minutes);

for (const calendar of ['gregory', 'hebrew', 'islamic-civil', 'japanese', 'chinese', 'ethiopic', 'buddhist', 'persian']) {
  const date = PlainDate.from({ year: 2024, month: 2, day: 10 }).withCalendar(calendar);
  print(calendar, date.era, date.eraYear, date.year, date.month, date.monthCode, date.day, date.monthsInYear, date.inLeapYear, date.add({ years: 1, months: 1 }).withCalendar('iso8601'));
}
print(PlainDate.from({ calendar: 'japanese', era: 'reiwa', eraYear: 1, month: 5, day: 1 }), PlainDate.from({ calendar: 'hebrew', year: 5784, monthCode: 'M05L', day: 1 }).withCalendar('iso8601'));
print(attempt(() => PlainDate.from({ calendar: 'hebrew', year: 5783, monthCode: 'M05L', day: 1 }, { overflow: 'reject' })), attempt(() => leap.withCalendar('hebrew').until(leap)), attempt(() => leap.withCalendar('islamic')), attempt(() => leap.withCalendar('mayan')));
// Six hundred thousand years in lunar months are refused or counted, but not for hours.
const far = PlainDate.from('-200000-01-01').withCalendar('chinese');
try { far.until(PlainDate.from('+200000-01-01').withCalendar('chinese'), { largestUnit: 'months' }); } catch (e) { if (e.name !== 'RangeError') throw e; }
print(attempt(() => leap < leap), attempt(() => `${leap}`), JSON.stringify({ leap, time, month, day, duration }));
