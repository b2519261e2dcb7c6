// Pipelines of operators over subjects and virtual time.
import { BehaviorSubject, EMPTY, Observable, ReplaySubject, Subject, VirtualTimeScheduler, combineLatest, concat, defer, from, generate, interval, merge, of, range, throwError, timer, zip } from 'rxjs';
import { bufferCount, catchError, concatMap, debounceTime, distinctUntilChanged, exhaustMap, expand, filter, finalize, groupBy, map, mergeMap, pairwise, reduce, retry, sample, scan, share, shareReplay, skipWhile, startWith, switchMap, take, takeUntil, throttleTime, toArray, windowCount, withLatestFrom } from 'rxjs/operators';
import { Random, workload } from '../lib/workload.js';

workload('rxjs', (round) => {
  const random = new Random(round);
  const log = [];
  const told = (name) => ({ next: (value) => log.push([name, value]), error: (error) => log.push([name, 'error', String(error)]), complete: () => log.push([name, 'end']) });
  range(1, 300).pipe(filter((n) => n % 3 !== 0), map((n) => (n * n) % 101), scan((sum, n) => sum + n, 0), pairwise(), map(([a, b]) => b - a), distinctUntilChanged(), bufferCount(7, 5), take(30)).subscribe(told('range'));
  from(random.list(120, () => random.below(40))).pipe(groupBy((n) => n % 5), mergeMap((group) => group.pipe(reduce((all, n) => all.concat(n), [group.key])))).subscribe(told('group'));
  const clock = new VirtualTimeScheduler();
  const stop = new Subject();
  interval(10, clock).pipe(takeUntil(stop), switchMap((n) => timer(n % 3, 4, clock).pipe(take(3), map((k) => `${n}.${k}`))), take(60), finalize(() => log.push('finalized'))).subscribe(told('switch'));
  merge(interval(7, clock).pipe(map((n) => `a${n}`)), interval(11, clock).pipe(map((n) => `b${n}`))).pipe(throttleTime(15, clock), take(20), concatMap((text) => of(text).pipe(startWith('-')))).subscribe(told('merge'));
  interval(3, clock).pipe(take(40), debounceTime(2, clock), withLatestFrom(interval(5, clock)), sample(interval(13, clock)), take(10)).subscribe(told('debounce'));
  timer(400, clock).subscribe(() => stop.next());
  clock.flush();
  let tries = 0;
  defer(() => (++tries < 4 ? throwError(() => new Error(`try ${tries}`)) : of('good'))).pipe(retry(5)).subscribe(told('retry'));
  throwError(() => new RangeError('x')).pipe(catchError((error, again) => (tries++ < 6 ? again : of(error.name)))).subscribe(told('catch'));
  const [left, right] = [new BehaviorSubject(0), new BehaviorSubject(0)];
  const shared = combineLatest([left, right]).pipe(map(([a, b]) => a * 10 + b), shareReplay(1));
  shared.subscribe(told('combined'));
  for (let step = 0; step < 60; step++) (random.chance(0.5) ? left : right).next(random.below(10));
  shared.pipe(take(1)).subscribe(told('late'));
  zip(from('abc'), generate({ initialState: 1, condition: (n) => n < 100, iterate: (n) => n * 3 })).pipe(toArray()).subscribe(told('zip'));
  of(1).pipe(expand((n) => (n < 60 ? of(n * 2, n * 3) : EMPTY)), toArray()).subscribe(told('expand'));
  concat(of(1), EMPTY, new Observable((observer) => { observer.next(2); observer.complete(); })).pipe(exhaustMap((n) => range(0, n)), share(), windowCount(2), mergeMap((one) => one.pipe(toArray())), skipWhile((list) => list.length < 1)).subscribe(told('concat'));
  const replay = new ReplaySubject(3);
  for (let n = 0; n < 9; n++) replay.next(n);
  replay.subscribe(told('replay'));
  return log;
}, { rounds: 16 });
