// oracle: by hand
import { area, type Rectangle } from './lib/shapes.js';
import { Unit, Kind } from './lib/shapes';
import type Default from './lib/shapes.js';
import * as all from './lib/shapes.ts';

const rectangle: Rectangle = { width: 2, height: 3 };
const unit: Unit = 'cm';
print(area(rectangle), unit, Kind.Wide, Object.keys(all).join());
let none: Default | undefined;
for (const path of ['./lib/broken.js', './lib/nothing.js']) {
  try {
    await import(path);
  } catch (error) {
    const { name, stack } = error as Error;
    print(name, name === 'SyntaxError' ? stack!.split('\n').slice(0, 3).join('|').replace(/^.*lib/, 'lib') : '');
  }
}
try {
  area(undefined as unknown as Rectangle);
} catch (error) {
  print((error as Error).stack!.split('\n').slice(1).map((line) => line.trim().replace(/\/.*typescript/, '')).join(' '));
}
export {};
