// oracle: by hand
// What TypeScript adds to run: enums, namespaces, parameter properties, decorators of the language's own.
enum Color { Red, Green = 5, Blue, Name = 'name' as any, Sum = Red + Blue }
const enum Flags { None = 0, A = 1 << 0, B = 1 << 1, Both = A | B, Text = `t` }
enum Color { Late = 100 }
print(Color.Red, Color[5], Color.Blue, Color.Name, Color.Sum, Color.Late);
print(Flags.Both, Flags.Text, Object.keys(Color).length);

namespace Geometry {
  export const origin = { x: 0 };
  export let moved = 0;
  let hidden = 1;
  export function move(by: number): number { moved += by + hidden; return moved; }
  export namespace Deep { export class Point { constructor(public x: number) {} } }
  export interface Erased { x: number }
}
namespace Geometry { export const more = Geometry.origin.x + 1; }
namespace OnlyTypes { export type T = number }
import Point = Geometry.Deep.Point;
print(Geometry.move(2), Geometry.moved, Geometry.more, new Point(7).x, 'hidden' in Geometry, typeof globalThis.OnlyTypes);

class Base { log: string[] = ['base']; }
class Derived extends Base {
  doubled = 2;
  constructor(private readonly a: number, public b = a + 1, c?: string) {
    super();
    this.log.push(`${this.a} ${this.b} ${this.doubled} ${c}`);
  }
}
print(new Derived(1).log.join(), Object.keys(new Derived(1)).join());

function traced(method: Function, context: ClassMethodDecoratorContext) {
  return function (this: unknown, ...args: unknown[]) { return `${String(context.name)}(${method.apply(this, args)})`; };
}
class Decorated {
  @traced twice(x: number): number { return 2 * x; }
  accessor kept: number = 3;
}
print(new Decorated().twice(21), new Decorated().kept);
print(String.raw`a\n${'b' as string}`, /[\p{L}--[a-z]]/v.test('A'));
