// Parsing by formats, arithmetic, durations and relative times, in UTC and fixed offsets.
import moment from 'moment';
import { Random, workload } from '../lib/workload.js';

moment.suppressDeprecationWarnings = true;

workload('moment', (round) => {
  const random = new Random(round);
  return random.list(200, () => {
    const time = moment.utc(random.below(4e12) - 1e12);
    const later = time.clone().add(random.below(50), random.pick(['days', 'months', 'years', 'hours', 'quarters'])).startOf(random.pick(['year', 'month', 'week', 'isoWeek', 'day']));
    const span = moment.duration(later.diff(time));
    const text = time.format('dddd, MMMM Do YYYY, h:mm:ss a');
    return [
      text, moment.utc(text, 'dddd, MMMM Do YYYY, h:mm:ss a').valueOf() - time.valueOf(), later.format(), later.diff(time, 'months', true), later.from(time), later.calendar(time), time.isoWeek(), time.weeksInYear(),
      span.toISOString(), span.humanize(true), span.asWeeks(), moment.utc(time.format('GGGG-[W]WW-E')).format('YYYY-MM-DD'), time.clone().utcOffset(random.between(-12, 12)).format(), time.isBetween(later, later.clone().add(1, 'y'), 'day', '[]'),
      moment.utc(`${random.below(40)}-${random.below(15)}-2020`, ['DD-MM-YYYY', 'MM-DD-YYYY'], true).isValid(), moment.utc('2020-02-30').isValid(), time.toArray(), moment.max(time, later).unix(),
    ];
  });
});
