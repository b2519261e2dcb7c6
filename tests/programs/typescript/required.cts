// oracle: by hand
const { twice } = require('./lib/plain');
import shapes = require('./lib/shapes.js');
enum Size {
  Small = 3,
}
print(twice(Size.Small), shapes.area({ width: 2, height: 3 }), typeof module, __filename.endsWith('required.cts'));
try {
  require('./lib/broken.js');
} catch (error) {
  const { name, stack } = error as Error;
  print(name, stack!.split('\n').slice(0, 3).join('|').replace(/^.*lib/, 'lib'));
}
try {
  twice(null as unknown as number);
} catch (error) {
  print((error as Error).stack!.split('\n')[1].trim().replace(/\/.*typescript/, ''));
}
import('./lib/plain.js').then((plain: typeof import('./lib/plain')) => print(Object.keys(plain).join()));
export = { Size };
