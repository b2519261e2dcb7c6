// Dates by plugins: UTC, durations, custom formats, weeks, quarters, ordering.
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import duration from 'dayjs/plugin/duration';
import isBetween from 'dayjs/plugin/isBetween';
import isoWeek from 'dayjs/plugin/isoWeek';
import quarterOfYear from 'dayjs/plugin/quarterOfYear';
import relativeTime from 'dayjs/plugin/relativeTime';
import utc from 'dayjs/plugin/utc';
import { Random, workload } from '../lib/workload.js';

for (const plugin of [utc, advancedFormat, customParseFormat, duration, isBetween, isoWeek, quarterOfYear, relativeTime]) dayjs.extend(plugin);

workload('dayjs', (round) => {
  const random = new Random(round);
  return random.list(250, () => {
    const time = dayjs.utc(random.below(4e12) - 1e12);
    const unit = random.pick(['year', 'month', 'week', 'day', 'hour', 'quarter', 'isoWeek']);
    const later = time.add(random.below(50), random.pick(['day', 'month', 'year', 'hour'])).startOf(unit);
    const span = dayjs.duration(later.diff(time));
    return [
      time.format('YYYY-MM-DDTHH:mm:ss.SSS Z dddd Do [of] MMMM Q k X'), later.endOf(unit).toISOString(), later.diff(time, 'month', true), later.from(time), time.isoWeek(), time.quarter(),
      span.toISOString(), span.asHours(), span.humanize(), later.isBetween(time, time.add(1, 'year'), 'day', '[)'), time.utcOffset(random.between(-12, 12)).format(),
      dayjs.utc(time.format('DD/MM/YYYY HH:mm'), 'DD/MM/YYYY HH:mm', true).valueOf(), dayjs.utc('31/02/2020', 'DD/MM/YYYY', true).isValid(), time.set('date', 31).toJSON(), time.daysInMonth(),
    ];
  });
}, { rounds: 3 });
