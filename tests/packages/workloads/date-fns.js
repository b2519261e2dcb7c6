// Pure functions over dates; the host's zone has to be UTC.
import * as fns from 'date-fns';
import { Random, workload } from '../lib/workload.js';

workload('date-fns', (round) => {
  const random = new Random(round);
  return random.list(150, () => {
    const date = new Date(random.below(4e12) - 1e12);
    const later = fns.add(date, { years: random.below(3), months: random.below(14), weeks: random.below(4), days: random.below(9), hours: random.below(30) });
    const interval = { start: date, end: later };
    const text = fns.format(date, "yyyy-MM-dd'T'HH:mm:ss.SSSxxx EEEE do MMMM RRRR II QQQQ bbbb");
    return [
      text, fns.parse(fns.format(date, 'dd/MM/yyyy HH:mm:ss'), 'dd/MM/yyyy HH:mm:ss', new Date(0)), fns.formatDistance(later, date, { includeSeconds: true }), fns.formatDistanceStrict(later, date),
      fns.intervalToDuration(interval), fns.formatDuration(fns.intervalToDuration(interval)), fns.differenceInBusinessDays(later, date), fns.differenceInCalendarMonths(later, date), fns.differenceInISOWeekYears(later, date),
      fns.eachWeekendOfInterval({ start: date, end: fns.addDays(date, 20) }), fns.eachMonthOfInterval(interval).length, fns.getISOWeek(date), fns.startOfQuarter(date), fns.lastDayOfMonth(date), fns.setDay(date, 4, { weekStartsOn: 1 }),
      fns.roundToNearestMinutes(date, { nearestTo: 15 }), fns.isWithinInterval(fns.addHours(date, 3), interval), fns.parseISO(date.toISOString()), fns.isValid(fns.parse('30 Feb 2020', 'd MMM yyyy', new Date(0))), fns.formatISO9075(date), fns.nextFriday(date),
    ];
  });
}, { rounds: 5 });
